"use strict";
// Points on stems and between ends: lollipop, dumbbell, slope.

{
  const { measure, widest, wrap, lineHeight, spread, readable } = docassay;

  docassay.draw.lollipop = (chart) => {
    const lying = Boolean(chart.variant.lying);
    const panel = (data, suffix, shared) => drawStems(chart, { data, suffix, shared, lying });
    docassay.panels(chart, panel, { lying });
  };
  docassay.draw.lollipop.variants = [{}, { lying: true }];

  const drawStems = (chart, { data, suffix, shared, lying }) => {
    const { style } = chart;
    const radius = Math.max(4, style.marker_size * 0.75);
    const texts = data.map(([datum]) => chart.valueText(datum.value));
    const wide = docassay.valueWidth(chart); // panels are compared: what one needs, all have
    const turn = !lying && wide > chart.area.width / data.length - 2;
    const px = (lying || turn ? wide : measure("0", chart.font()).up) + radius + 6;
    const values = chart.spec.data.map((datum) => datum.value);
    const room = (test) => values.filter((value, i) => test(value) && chart.showsValue(i)).map((value) => [value, px]);
    const names = data.map(([datum]) => datum.label);
    const sides = { beyond: room((v) => v >= 0), before: room((v) => v < 0) };
    if (chart.spec.x.kind !== "time") docassay.dislikeUpright(chart, { turn, ...sides });
    const { band, value } = docassay.axesFor(chart, { names, values, room: sides, lying, suffix, shared });
    data.forEach(([datum, index], i) => {
      const colour = chart.single(datum.label);
      const across = band(datum.label) + band.bandwidth() / 2;
      const [zero, end] = [value(0), value(datum.value)];
      const [x, y] = lying ? [end, across] : [across, end];
      const stem = lying ? [zero, across, end, across] : [across, zero, across, end];
      chart.line("data", ...stem, colour, style.line_width);
      const head = chart.layers.over
        .append("circle")
        .attr("cx", x)
        .attr("cy", y)
        .attr("r", radius)
        .attr("fill", colour);
      const read = { value: [`y${suffix}`, lying ? "cx" : "cy"] };
      chart.mark(head.node(), index, { shape: "circle", read, scaleOf: suffix });
      chart.occupy(x - radius, y - radius, x + radius, y + radius);
      chart.occupy(stem[0] - 1, stem[1] - 1, stem[2] + 1, stem[3] + 1);
      if (!chart.showsValue(index)) return;
      const below = datum.value < 0;
      const away = (below ? -1 : 1) * (radius + 4);
      const options = { kind: "value", index, halo: true, anchor: below ? "end" : "start", valign: "middle" };
      if (lying) chart.text(texts[i], x + away, y, options);
      else if (turn) chart.text(texts[i], x, y - away, { ...options, rotate: -90 });
      else chart.text(texts[i], x, y - away, { ...options, anchor: "middle", valign: below ? "top" : "bottom" });
    });
  };

  docassay.draw.dumbbell = (chart) => {
    const { spec, style } = chart;
    const { labels, categories } = spec;
    const radius = Math.max(4.5, style.marker_size * 0.75);
    chart.legend(docassay.seriesLegend(chart, (symbol) => ({ shape: "dot", symbol })));
    const rows = labels.map((label) => categories.map((category) => chart.index(label, category)));
    const px = docassay.valueWidth(chart) + radius + 9;
    const ordered = rows.map((pair) => d3.sort(pair, (i) => spec.data[i].value));
    const shown = ordered.filter(([low, high]) => chart.showsValue(low) || chart.showsValue(high));
    const before = shown.map(([low]) => [spec.data[low].value, px]);
    const beyond = shown.map(([, high]) => [spec.data[high].value, px]);
    const values = spec.data.map((datum) => datum.value);
    const bottom = { id: "y", kind: "number", axis: spec.y, values, before, beyond };
    const left = { id: "x", kind: "band", axis: spec.x, names: labels, padding: 0.3 };
    const { x, y } = docassay.axes(chart, { bottom, left });
    chart.want(y.step(), 15);
    ordered.forEach((pair, row) => {
      const across = y(labels[row]) + y.bandwidth() / 2;
      const [from, to] = pair.map((i) => x(spec.data[i].value));
      chart.line("data", from, across, to, across, style.muted, Math.max(3, style.line_width * 1.4));
      chart.occupyLine(
        [
          [from, across],
          [to, across],
        ],
        4,
      );
      const hidden = Math.abs(to - from) < radius * 1.3; // of two markers in nearly one place the upper one is smaller
      pair.forEach((index, side) => {
        const { value, category } = spec.data[index];
        const symbol = categories.indexOf(category);
        const node = chart.point(chart.layers.over, x(value), across, chart.colour(category), symbol, radius * (hidden ? (side ? 1.2 : 2.5) : 2));
        chart.mark(node.node(), index, { shape: "point", solid: from !== to, read: { value: ["y", "cx"] } });
        if (!chart.showsValue(index)) return;
        const away = (side ? 1 : -1) * (radius + 4);
        const options = { kind: "value", index, halo: true, anchor: side ? "start" : "end", valign: "middle" };
        chart.text(chart.valueText(value), x(value) + away, across, {
          ...options,
          fill: readable(chart.colour(category), chart.ground),
        });
      });
    });
  };

  docassay.draw.slope = (chart) => {
    const { spec, style, area } = chart;
    const { labels, categories } = spec;
    const font = chart.font();
    const value = (i) => spec.data[i].value;
    const rows = categories.map((category) => labels.map((label) => chart.index(label, category)));
    const wide = docassay.valueWidth(chart) + 8;
    const { once = false, legend = false } = chart.variant;
    if (legend) chart.legend(docassay.seriesLegend(chart, (symbol) => ({ shape: "line", symbol })));
    const strongFont = chart.font({ weight: 600 });
    const room = area.width * (once ? 0.5 : 0.34) - wide - 12;
    const names = categories.map((name) => (legend ? [""] : (wrap(name, strongFont, room, 3) ?? [name])));
    const named = legend ? 4 : widest(names.flat(), strongFont) + 12;
    const tall = Math.max(...names.map((lines) => lines.length)) * lineHeight(font);
    const grid = spec.exact !== "labels";
    const bottom = { id: "x", kind: "point", axis: spec.x, names: labels, padding: 0 };
    const left = { id: "y", kind: "number", axis: spec.y, values: spec.data.map((d) => d.value), bare: !grid };
    const inset = once || grid ? wide + 4 : wide + named;
    const { x, y, plot } = docassay.axes(chart, { bottom, left, right: wide + named, inset });
    for (const label of labels) chart.line("grid", x(label), plot.y0, x(label), plot.y1, style.axis_colour, 1);
    rows.forEach((pair, s) => {
      const colour = chart.colour(categories[s]);
      const strong = spec.highlighted.includes(categories[s]) ? 1.7 : 1;
      const [start, end] = pair.map((i) => y(value(i)));
      chart.line("data", x(labels[0]), start, x(labels[1]), end, colour, style.line_width * strong);
      const points = [start, end].map((level, k) => [x(labels[k]), level]);
      chart.occupyLine(points, style.line_width);
      pair.forEach((i, k) => {
        const node = chart.point(chart.layers.over, x(labels[k]), y(value(i)), colour, legend ? s : 0);
        chart.mark(node.node(), i, { shape: "point", read: { value: ["y", "cy"] } });
      });
    });
    labels.forEach((label, k) => {
      const hasNames = !legend && (k === 1 || !(once || grid));
      const side = { names: hasNames ? names : null, tall, wide: grid ? 2 : wide, sign: k ? 1 : -1 };
      const ends = rows.map((pair) => ({ index: pair[k], level: y(value(pair[k])) }));
      printSide(chart, ends, { ...side, x: x(label), plot });
    });
  };
  docassay.draw.slope.variants = [{}, { once: true }, { legend: true }];

  /** Print the values at one side of a slope chart, and outside of them the names of the series. */
  const printSide = (chart, ends, { names, tall, wide, sign, x, plot }) => {
    const { spec, style } = chart;
    const gap = Math.max(names ? tall : 0, measure("0", chart.font()).up + 4);
    const at = spread(
      ends.map((end) => end.level),
      gap,
      plot.y0,
      plot.y1,
    );
    const edge = x + sign * 10;
    ends.forEach(({ index, level }, s) => {
      const category = spec.categories[s];
      const fill = readable(chart.colour(category), style.background);
      const options = { anchor: sign > 0 ? "start" : "end", valign: "middle", fill, ground: style.background };
      if (Math.abs(at[s] - level) > 3) chart.leader(x + sign * 4, level, edge, at[s]);
      if (chart.showsValue(index)) {
        chart.text(chart.valueText(spec.data[index].value), edge, at[s], { ...options, kind: "value", index });
      }
      if (!names) return;
      const more = { weight: 600, kind: "series", names: { category } };
      chart.text(names[s], edge + sign * wide, at[s], { ...options, ...more });
    });
  };
}
