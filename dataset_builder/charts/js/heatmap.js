"use strict";
// Tables of colour: a row a label, a column a category.

{
  const { measure, wrap, widest, lineHeight, textPolygon, lookOn } = docassay;

  const BAR = { width: 110, height: 9 };

  /** The scale from value to colour: along the ramp, or, where values have both signs, even to both sides of zero. */
  const colourScale = (chart) => {
    const stops = Object.values(chart.spec.colours);
    const values = chart.spec.data.map((datum) => datum.value);
    const least = chart.spec.y.low ?? Math.min(...values);
    const most = chart.spec.y.high ?? Math.max(...values);
    const reach = Math.max(-least, most);
    const [low, high] = least < 0 && most > 0 ? [-reach, reach] : d3.scaleLinear().domain([least, most]).nice(5).domain();
    const at = stops.map((_, i) => low + ((high - low) * i) / (stops.length - 1));
    return d3.scaleLinear().domain(at).range(stops).interpolate(d3.interpolateRgb);
  };

  /** Draw the bar that explains the colours, at the right of a strip cut from the area; the unit stands at its left, or beside it. */
  const drawBar = (chart, colours) => {
    const { style, spec } = chart;
    const font = chart.font();
    const place = style.legend === "bottom" ? "bottom" : "top";
    const strip = chart.cut(place, lineHeight(font) + 6);
    const y = strip.y + (place === "bottom" ? strip.height - lineHeight(font) / 2 : lineHeight(font) / 2);
    const domain = colours.domain();
    const ends = [domain[0], domain.at(-1)];
    const texts = ends.map((end) => docassay.formatNumber(end, Number.isInteger(end) ? 0 : spec.decimals + 1, style));
    const widths = texts.map((text) => measure(text, font).width);
    const x1 = strip.x + strip.width - widths[1] - 5;
    const x0 = x1 - Math.min(BAR.width, strip.width / 3);
    const id = `ramp-${spec.viz_id}`;
    const gradient = chart.svg.append("defs").append("linearGradient").attr("id", id);
    colours.range().forEach((stop, i, all) => {
      gradient.append("stop").attr("offset", i / (all.length - 1)).attr("stop-color", stop);
    });
    const rect = chart.layers.over.append("rect").attr("x", x0).attr("y", y - BAR.height / 2).attr("width", x1 - x0);
    rect.attr("height", BAR.height).attr("fill", `url(#${id})`);
    const options = { valign: "middle", kind: "legend", fill: style.ink_soft, ground: style.background };
    ends.forEach((end, i) => {
      const [x, anchor] = i ? [x1 + 5, "start"] : [x0 - 5, "end"];
      chart.text(texts[i], x, y, { ...options, anchor, names: { value: end } });
      const box = [i ? x1 : x0, y - BAR.height / 2, i ? x1 : x0, y + BAR.height / 2];
      chart.legendEntries.push({ text: texts[i], colour: colours.range().at(-i), names: { value: end }, box });
    });
    const unit = spec.y.label || (spec.subtitle.toLowerCase().includes(spec.unit.toLowerCase()) ? "" : spec.unit);
    const room = x0 - widths[0] - 15 - strip.x;
    if (!unit) return;
    const line = measure(unit, font).width < room ? null : chart.cut(place, lineHeight(font) + 2);
    const height = line ? line.y + lineHeight(font) / 2 : y;
    chart.text(unit, strip.x, height, { ...options, kind: "axis", names: { axis: "y" } });
  };

  /** How the names of columns stand above them, each `step` px wide: flat, upright, or null where only a key helps. */
  const headings = (chart, names, step, room) => {
    const font = chart.font();
    const flat = names.map((name) => wrap(name, font, step - 4, 4));
    if (flat.every(Boolean)) {
      return { lines: flat, rotate: 0, height: Math.max(...flat.map((lines) => lines.length)) * lineHeight(font) + 2 };
    }
    const most = Math.floor(step / lineHeight(font));
    const upright = names.map((name) => wrap(name, font, room, most));
    if (most < 1 || !upright.every(Boolean)) return null;
    return { lines: upright, rotate: -90, height: Math.max(...upright.map((lines) => widest(lines, font))) + 6 };
  };

  docassay.draw.heatmap = (chart) => {
    const { spec, style, area } = chart;
    const font = chart.font();
    const turned = Boolean(chart.variant.turned);
    const [down, across] = turned ? ["category", "label"] : ["label", "category"];
    const [rows, columns] = turned ? [spec.categories, spec.labels] : [spec.labels, spec.categories];
    const colours = chart.scale("colour", "colour", colourScale(chart));
    drawBar(chart, colours);

    const tall = (area.height * 0.8) / rows.length;
    const most = Math.max(1, Math.min(3, Math.floor((tall - 3) / lineHeight(font))));
    const wrapped = [0.3, 0.4, 0.5].map((share) => rows.map((name) => wrap(name, font, area.width * share, most)));
    const rowLines = wrapped.find((lines) => lines.every(Boolean)) ?? rows.map((name) => [name]);
    const margin = Math.max(...rowLines.map((lines) => widest(lines, font))) + 8;
    const step = (area.width - margin) / columns.length;
    let heads = headings(chart, columns, step, area.height * 0.35);
    if (!heads) {
      const short = columns.map((_, i) => String.fromCharCode(65 + i));
      chart.key(columns.map((text, i) => ({ short: short[i], text, names: { [across]: text } })));
      heads = { lines: short.map((letter) => [letter]), rotate: 0, height: lineHeight(font) + 2 };
    }
    const strip = chart.cut("top", heads.height);
    const foot = strip.y + strip.height - 3;
    const x = d3.scaleBand().domain(columns).range([area.x + margin, area.x + area.width]);
    const y = d3.scaleBand().domain(rows).range([area.y, area.y + area.height]);
    chart.scale("column", "band", x);
    chart.scale("row", "band", y);

    columns.forEach((name, i) => {
      const at = x(name) + x.bandwidth() / 2;
      const stand = heads.rotate ? { rotate: -90, anchor: "start", valign: "middle" } : { anchor: "middle", valign: "bottom" };
      const more = { kind: "category", names: { [across]: name }, ground: style.background, weight: chart.weight(name) };
      chart.text(heads.lines[i], at, foot, { ...stand, ...more });
      chart.ticks.push({ scale: "column", text: heads.lines[i].join(" "), value: name, position: at, names: { [across]: name } });
    });
    rows.forEach((name, i) => {
      const at = y(name) + y.bandwidth() / 2;
      const more = { kind: "category", names: { [down]: name }, ground: style.background, weight: chart.weight(name) };
      chart.text(rowLines[i], area.x + margin - 8, at, { anchor: "end", valign: "middle", ...more });
      chart.ticks.push({ scale: "row", text: rowLines[i].join(" "), value: name, position: at, names: { [down]: name } });
    });

    const gap = style.outline ? 2 : 1;
    spec.data.forEach((datum, index) => {
      const [cx, cy] = [x(datum[across]) + x.bandwidth() / 2, y(datum[down]) + y.bandwidth() / 2];
      const fill = d3.color(colours(datum.value)).formatHex();
      const cell = chart.layers.data.append("rect").attr("x", x(datum[across]) + gap / 2).attr("y", y(datum[down]) + gap / 2);
      cell.attr("width", x.bandwidth() - gap).attr("height", y.bandwidth() - gap).attr("fill", fill);
      cell.attr("rx", Math.min(style.corner, 3) || null);
      const read = { [down]: ["row", "cy"], [across]: ["column", "cx"], value: ["colour", "fill"] };
      chart.mark(cell.node(), index, { shape: "rect", read });
      if (!chart.showsValue(index)) return;
      const weight = spec.highlighted.includes(datum[down]) || spec.highlighted.includes(datum[across]) ? 700 : 400;
      const text = chart.valueText(datum.value);
      const options = { anchor: "middle", valign: "middle", weight };
      const polygon = textPolygon([text], cx, cy, { ...options, font: chart.font({ weight }) });
      const room = { width: x.bandwidth() - gap, height: y.bandwidth() - gap };
      const look = lookOn(fill, style.ink, polygon, room);
      chart.text(text, cx, cy, { ...options, ...look, kind: "value", index, on: [index] });
    });
  };
  docassay.draw.heatmap.variants = [{}, { turned: true }];
}
