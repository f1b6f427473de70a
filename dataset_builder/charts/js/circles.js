"use strict";
// Round charts: pie, donut and radar.

{
  const { measure, wrap, widest, lineHeight, spread, readable } = docassay;

  const DONUT_HOLE = 0.56;
  const NARROW = 380; // px of width

  /** The slices of a pie: datum index, angles in radians from twelve o'clock, clockwise, and colour. */
  const slicesOf = (chart) => {
    const total = d3.sum(chart.spec.data, (datum) => datum.value);
    const angle = chart.scale("angle", "linear", d3.scaleLinear().domain([0, total]).range([0, 2 * Math.PI]));
    let before = 0;
    return chart.spec.data.map((datum, index) => {
      const [start, end] = [angle(before), angle(before + datum.value)];
      before += datum.value;
      return { index, datum, start, end, middle: (start + end) / 2, fill: chart.colour(datum.label) };
    });
  };

  const drawSlices = (chart, slices, { cx, cy, radius }) => {
    const inner = chart.spec.chart_type === "donut" ? radius * DONUT_HOLE : 0;
    const arc = d3.arc().innerRadius(inner).outerRadius(radius);
    for (const { index, start, end, fill } of slices) {
      const path = chart.layers.data.append("path").attr("d", arc({ startAngle: start, endAngle: end }));
      path.attr("transform", `translate(${cx},${cy})`).attr("fill", fill);
      path.attr("stroke", chart.style.background).attr("stroke-width", 1.5).attr("stroke-linejoin", "round");
      const rim = d3.range(9).map((k) => start + ((end - start) * k) / 8);
      const at = (r, a) => [cx + r * Math.sin(a), cy - r * Math.cos(a)];
      const half = end - start < Math.PI;
      const polygon = half ? [...rim.map((a) => at(radius, a)), at(inner, end), at(inner, start)] : rim.map((a) => at(radius, a));
      const geometry = { hub: [cx, cy], radius, inner, start, end, sweep: end - start };
      chart.mark(path.node(), index, { shape: "arc", read: { value: ["angle", "sweep"] }, geometry, polygon });
    }
    return inner;
  };

  /** Names and values beside the slices, in two columns, each joined to its slice by a line. */
  const labelAround = (chart, slices) => {
    const { area, style, spec } = chart;
    const font = chart.font();
    const line = lineHeight(font);
    const side = (slice) => (Math.sin(slice.middle) >= 0 ? 1 : -1);
    const bold = chart.font({ weight: 600 });
    const most = area.width * 0.3;
    const texts = slices.map(({ datum }) => wrap(datum.label, font, most, 2) ?? [datum.label]);
    const valueOf = ({ index, datum }) => (chart.showsValue(index) ? chart.valueText(datum.value) : "");
    const widthOf = (i) => Math.max(widest(texts[i], font), measure(valueOf(slices[i]), bold).width);
    const reach = [-1, 1].map((s) => Math.max(0, ...slices.map((slice, i) => (side(slice) === s ? widthOf(i) : 0))) + 22);
    const radius = Math.min((area.width - reach[0] - reach[1]) / 2, area.height / 2 - 8);
    const cx = area.x + reach[0] + (area.width - reach[0] - reach[1]) / 2;
    const cy = area.y + area.height / 2;
    if (radius < 34) chart.problems.push(`the circle has a radius of ${radius.toFixed(0)} px`);
    const inner = drawSlices(chart, slices, { cx, cy, radius: Math.max(radius, 1) });
    for (const s of [-1, 1]) {
      const own = slices.filter((slice) => side(slice) === s);
      if (!own.length) continue;
      const heights = own.map(({ index }) => texts[index].length * line + (chart.showsValue(index) ? line : 0) + 5);
      const wanted = own.map(({ middle }) => cy - (radius + 12) * Math.cos(middle));
      const at = spread(wanted, Math.max(...heights), area.y + heights[0] / 2, area.y + area.height - heights[0] / 2);
      own.forEach((slice, k) => {
        const { index, datum, middle, fill } = slice;
        const [ex, ey] = [cx + radius * Math.sin(middle), cy - radius * Math.cos(middle)];
        const [ox, oy] = [cx + (radius + 8) * Math.sin(middle), cy - (radius + 8) * Math.cos(middle)];
        const x = cx + s * (Math.max(radius * 0.72, Math.abs(ox - cx)) + 8);
        const leader = chart.layers.over.append("path").attr("d", `M${ex},${ey}L${ox},${oy}L${x - s * 2},${at[k]}`);
        leader.attr("fill", "none").attr("stroke", style.ink_soft).attr("stroke-width", 0.8);
        const lines = texts[index];
        const rows = lines.length + (chart.showsValue(index) ? 1 : 0);
        const first = at[k] - ((rows - 1) * line) / 2;
        const stand = { anchor: s > 0 ? "start" : "end", valign: "middle" };
        const weight = chart.weight(datum.label);
        lines.forEach((text, i) => {
          const names = { label: datum.label };
          if (i === 0) chart.text(lines, x, first + ((lines.length - 1) * line) / 2, { ...stand, kind: "category", names, weight });
        });
        if (!chart.showsValue(index)) return;
        const more = { kind: "value", index, weight: 600, fill: readable(fill, style.background), ground: style.background };
        chart.text(valueOf(slice), x, first + lines.length * line, { ...stand, ...more });
      });
    }
    return { cx, cy, inner };
  };

  /** A legend for the names; values stand in their slices, or just outside where those are narrow. */
  const labelInside = (chart, slices) => {
    const { style } = chart;
    const place = chart.area.width > chart.area.height * 1.35 ? "right" : "bottom";
    chart.legend(slices.map(({ datum: { label }, fill }) => ({ text: label, colour: fill, names: { label } })), place);
    const { area } = chart;
    const font = chart.font({ weight: 600 });
    const values = slices.map(({ datum, index }) => (chart.showsValue(index) ? chart.valueText(datum.value) : ""));
    const wide = widest(values, font);
    const radius = Math.min(area.width / 2 - wide - 6, area.height / 2 - font.size - 4);
    const [cx, cy] = [area.x + area.width / 2, area.y + area.height / 2];
    if (radius < 34) chart.problems.push(`the circle has a radius of ${radius.toFixed(0)} px`);
    const inner = drawSlices(chart, slices, { cx, cy, radius: Math.max(1, radius) });
    slices.forEach(({ index, start, end, middle, fill }, i) => {
      if (!values[i]) return;
      const { width } = measure(values[i], font);
      const depth = inner ? (inner + radius) / 2 : radius * 0.66;
      const chord = 2 * depth * Math.sin(Math.min(Math.PI, end - start) / 2);
      const fits = chord > Math.hypot(width, font.size) + 3 && (!inner || radius - inner > width + 4);
      const away = fits ? depth : radius + 6;
      const [x, y] = [cx + away * Math.sin(middle), cy - away * Math.cos(middle)];
      const options = { kind: "value", index, weight: 600 };
      if (fits) {
        chart.text(values[i], x, y, { ...options, anchor: "middle", valign: "middle", fill: chart.inkOn(fill), ground: fill, on: [index] });
        return;
      }
      const [sin, cos] = [Math.sin(middle), Math.cos(middle)];
      const anchor = Math.abs(sin) < 0.25 ? "middle" : sin > 0 ? "start" : "end";
      const valign = Math.abs(cos) < 0.25 ? "middle" : cos > 0 ? "bottom" : "top";
      chart.text(values[i], x, y, { ...options, anchor, valign, ground: style.background });
    });
    return { cx, cy, inner };
  };

  /** Write the unit into a donut's hole, unless the subtitle has it already. */
  const writeUnit = (chart, { cx, cy, inner }) => {
    const { unit, subtitle } = chart.spec;
    if (!inner || !unit || unit.length === 1 || subtitle.toLowerCase().includes(unit.toLowerCase())) return;
    const lines = wrap(unit, chart.font(), inner * 1.5, 3);
    const options = { anchor: "middle", valign: "middle", kind: "axis", fill: chart.style.ink_soft, on: d3.range(chart.marks.length) };
    if (lines) chart.text(lines, cx, cy, { ...options, names: { axis: "y" }, ground: chart.style.background });
  };

  const drawPie = (chart) => {
    const named = chart.style.legend === "direct" && chart.area.width >= NARROW; // beside slices, names take a narrow chart's width
    const inside = (!named && chart.spec.exact === "labels") !== Boolean(chart.variant.other);
    const slices = slicesOf(chart);
    writeUnit(chart, inside ? labelInside(chart, slices) : labelAround(chart, slices));
  };
  drawPie.variants = [{}, { other: true }];
  docassay.draw.pie = drawPie;
  docassay.draw.donut = drawPie;

  const GOOD_WEB = 64; // px of radius
  const RINGS = 4;
  const MOST_DIRECT = 12; // values that are printed at their points rather than in a table

  /** The ends and the labelled rings of a radar's radius. */
  const radiusDomain = ({ low, high, step }, values) => {
    const [least, most] = [low ?? 0, high ?? d3.scaleLinear().domain([0, Math.max(...values)]).nice(RINGS).domain()[1]];
    const by = step ?? d3.tickStep(least, most, RINGS);
    return { domain: [least, most], rings: d3.range(1, Math.floor((most - least) / by + 1e-9) + 1).map((k) => least + k * by) };
  };

  docassay.draw.radar = (chart) => {
    const { spec, style } = chart;
    const { labels, categories } = spec;
    const entry = (text, i) => ({ text, colour: chart.colour(text), shape: "line", symbol: i, names: { category: text } });
    chart.legend(categories.map(entry));
    const tabled = spec.exact === "labels" && Boolean(chart.variant.tabled) === spec.data.length <= MOST_DIRECT;
    if (tabled) docassay.valueTable(chart);
    const { area } = chart;
    const font = chart.font();
    const values = spec.data.map((datum) => datum.value);
    const { domain, rings } = radiusDomain(spec.y, values);
    const texts = labels.map((label) => wrap(label, font, area.width * 0.24, 3) ?? [label]);
    const turn = (i) => (2 * Math.PI * i) / labels.length;
    const radius = Math.min(
      ...texts.flatMap((lines, i) => {
        const [sin, cos] = [Math.abs(Math.sin(turn(i))), Math.abs(Math.cos(turn(i)))];
        const tall = lines.length * lineHeight(font) * (cos < 0.3 ? 0.5 : 1);
        return [(area.height / 2 - 8 - tall) / Math.max(cos, 0.01), (area.width / 2 - 8 - widest(lines, font)) / Math.max(sin, 0.2)];
      }),
    );
    if (!(radius >= 48)) return chart.giveUp(`the web has a radius of ${radius.toFixed(0)} px`);
    chart.cramped ||= !tabled && radius < GOOD_WEB;
    const [cx, cy] = [area.x + area.width / 2, area.y + area.height / 2];
    const r = chart.scale("radius", "linear", d3.scaleLinear().domain(domain).range([0, radius]));
    const at = (length, i) => [cx + length * Math.sin(turn(i)), cy - length * Math.cos(turn(i))];
    const polygon = (length) => `M${labels.map((_, i) => at(length, i).join(",")).join("L")}Z`;

    const dash = { dotted: "1 3", dashed: "4 3" }[style.grid] ?? null;
    const gridColour = style.grid_colour === style.background ? style.muted : style.grid_colour;
    for (const ring of rings) {
      const path = chart.layers.grid.append("path").attr("d", polygon(r(ring))).attr("fill", "none");
      path.attr("stroke", gridColour).attr("stroke-dasharray", dash).attr("stroke-width", 1);
    }
    labels.forEach((label, i) => {
      chart.line("grid", cx, cy, ...at(radius, i), gridColour);
      const [x, y] = at(radius + 7, i);
      const [sin, cos] = [Math.sin(turn(i)), Math.cos(turn(i))];
      const anchor = Math.abs(sin) < 0.2 ? "middle" : sin > 0 ? "start" : "end";
      const valign = Math.abs(cos) < 0.3 ? "middle" : cos > 0 ? "bottom" : "top";
      const weight = chart.weight(label);
      chart.text(texts[i], x, y, { anchor, valign, weight, kind: "category", names: { label }, ground: style.background });
      chart.ticks.push({ scale: "spoke", text: texts[i].join(" "), value: label, position: turn(i), names: { label } });
    });
    for (const [k, category] of categories.entries()) {
      const colour = chart.colour(category);
      const points = labels.map((label) => chart.index(label, category));
      const corners = points.map((index, i) => at(r(spec.data[index].value), i));
      const area = chart.layers.data.append("path").attr("d", `M${corners.map((c) => c.join(",")).join("L")}Z`);
      area.attr("fill", colour).attr("fill-opacity", 0.1).attr("stroke", colour).attr("stroke-width", style.line_width);
      area.attr("stroke-linejoin", "round");
      points.forEach((index, i) => {
        const [x, y] = corners[i];
        const node = chart.point(chart.layers.over, x, y, colour, k);
        const geometry = { hub: [cx, cy], turn: turn(i), radius: r(spec.data[index].value) };
        chart.mark(node.node(), index, { shape: "point", read: { value: ["radius", "radius"] }, geometry, solid: !tabled });
        const half = style.marker_size / 2;
        chart.occupy(x - half, y - half, x + half, y + half);
      });
    }
    if (spec.exact === "labels" && !tabled) labelPoints(chart, { cx, cy });
    const tick = { kind: "tick", fill: style.ink_soft, halo: true, size: chart.noteSize, ground: style.background };
    for (const ring of rings) {
      const text = docassay.formatNumber(ring, Number.isInteger(ring) ? 0 : 1, style);
      const places = [0.5, -0.5, 1.5, -1.5, 0].map((turns) => {
        const [x, y] = at(r(ring) * (turns % 1 ? Math.cos(Math.PI / labels.length) : 1), turns);
        return { x, y, anchor: "middle", valign: "middle" };
      });
      const place = chart.freePlace(text, places, { size: chart.noteSize, gap: 0 }) ?? (spec.exact === "labels" ? null : places[0]);
      if (!place) continue;
      chart.text(text, place.x, place.y, { ...tick, ...place, names: { tick: ring } });
      chart.ticks.push({ scale: "radius", text, value: ring, position: r(ring), names: {} });
    }
  };
  docassay.draw.radar.variants = [{}, { tabled: true }];

  /** Print each value at its point, outside the web where that is free. */
  const labelPoints = (chart, { cx, cy }) => {
    for (const { index, geometry } of chart.marks) {
      const datum = chart.spec.data[index];
      const text = chart.valueText(datum.value);
      const [dx, dy] = [Math.sin(geometry.turn), -Math.cos(geometry.turn)];
      const places = [11, -12, 16].flatMap((out) =>
        [0, 10, -10].map((aside) => {
          const along = geometry.radius + out;
          return { x: cx + dx * along - dy * aside, y: cy + dy * along + dx * aside, anchor: "middle", valign: "middle" };
        }),
      );
      const place = chart.freePlace(text, places, { gap: 0.5 }) ?? places[0];
      const fill = readable(chart.colour(datum.category), chart.ground);
      chart.text(text, place.x, place.y, { ...place, kind: "value", index, fill, halo: true });
    }
  };
}
