"use strict";
// Points in a plane: scatter and bubble.

{
  const { measure, wrap, lineHeight, formatNumber, bounds, overlap, textPolygon } = docassay;

  const MOST_RADIUS = 0.085;
  const LEAST_RADIUS = 3.5;

  /** The numbers of a point, as printed: x, value and, of a bubble, size. */
  const numbersOf = (chart, datum) => {
    const { x, size } = datum.extra;
    const decimals = (key) => {
      const all = chart.spec.data.map((each) => each.extra[key]);
      return d3.max(all, (value) => (String(value).split(".")[1] ?? "").length);
    };
    const text = (key, value) => formatNumber(value, decimals(key), chart.style);
    const texts = { x: text("x", x), value: chart.valueText(datum.value) };
    return size === undefined ? texts : { ...texts, size: text("size", size) };
  };

  const joined = (chart, datum) => Object.values(numbersOf(chart, datum)).join("; ");

  /** Where a text may stand around a disc, best first: beside it, above, below, then all around and farther off. */
  const around = (x, y, radius) =>
    [3, 9, 16, 26].flatMap((gap) =>
      [0, 8, 12, 4, 14, 2, 10, 6, 15, 1, 13, 3, 9, 7, 11, 5].map((turn) => {
        const [dx, dy] = [Math.cos((turn * Math.PI) / 8), Math.sin((turn * Math.PI) / 8)];
        const anchor = Math.abs(dx) < 0.3 ? "middle" : dx > 0 ? "start" : "end";
        const valign = Math.abs(dy) < 0.3 ? "middle" : dy > 0 ? "top" : "bottom";
        return { x: x + dx * (radius + gap), y: y + dy * (radius + gap), anchor, valign };
      }),
    );

  /** Whether a text would stand so near to a point that it could be taken for that point's. */
  const isNear = (polygon, { x, y, radius }) => {
    const [x0, y0, x1, y1] = bounds(polygon);
    return Math.hypot(Math.max(x0 - x, 0, x - x1), Math.max(y0 - y, 0, y - y1)) < radius + 6;
  };

  /** Write a name at its point, and its numbers under it where they are printed; crowded points first. */
  const nameDirectly = (chart, points, plot) => {
    const { spec } = chart;
    const gap = (p, q) => Math.hypot(p.x - q.x, p.y - q.y) - p.radius - q.radius;
    const crowding = points.map((p) => d3.sum(points, (q) => (p === q ? 0 : 1 / Math.max(4, gap(p, q)) ** 2)));
    const font = chart.font();
    const within = [plot.x0 + 1, plot.y0 - 8, chart.area.x + chart.area.width, plot.y1 - 1];
    const named = [];
    for (const p of [...points].sort((a, b) => crowding[b.index] - crowding[a.index])) {
      const datum = spec.data[p.index];
      const lines = [datum.label, ...(spec.exact === "labels" ? [joined(chart, datum)] : [])];
      const places = around(p.x, p.y, p.radius);
      const polygonAt = (each) => textPolygon(lines, each.x, each.y, { ...each, font });
      const apart = (each) => !points.some((q) => q !== p && isNear(polygonAt(each), q));
      const alone = (each) => apart(each) && !named.some((polygon) => overlap(polygonAt(each), polygon, -4));
      const tries = [places.filter(alone), places.filter(apart), places];
      const found = tries.map((among) => chart.freePlace(lines, among, { within, gap: 1 })).find(Boolean);
      const place = found ?? places[0];
      named.push(polygonAt(place));
      const [first, second] = docassay.baselines(lines, place.y, place.valign, font);
      const stand = { anchor: place.anchor, halo: true };
      if (Math.hypot(place.x - p.x, place.y - p.y) > p.radius + 8) {
        const near = p.radius / Math.hypot(place.x - p.x, place.y - p.y);
        const [x0, y0] = [p.x + (place.x - p.x) * near, p.y + (place.y - p.y) * near];
        chart.line("data", x0, y0, place.x, place.y, chart.style.ink_soft, 0.7);
      }
      const names = { label: datum.label };
      chart.text(datum.label, place.x, first, { ...stand, kind: "category", names, weight: chart.weight(datum.label) });
      if (second) chart.text(lines[1], place.x, second, { ...stand, kind: "value", index: p.index });
    }
  };

  const numbered = (i) => String(i + 1);

  /** Say at the foot of the area what the numbers under the names are. */
  const explainNumbers = (chart) => {
    const { spec } = chart;
    const named = ({ label, unit }, other) => [label || other, unit && `(${unit})`].filter(Boolean).join(" ");
    const size = spec.chart_type === "bubble" ? ["size"] : [];
    const text = `Figures: ${[named(spec.x, "x"), named(spec.y, spec.unit), ...size].join("; ")}`;
    const font = chart.font({ size: chart.noteSize });
    const lines = wrap(text, font, chart.area.width, 3) ?? [text];
    const strip = chart.cut("bottom", lines.length * lineHeight(font) + 5);
    const options = { valign: "top", size: font.size, fill: chart.style.ink_soft, ground: chart.style.background };
    chart.text(lines, strip.x, strip.y + 6, options);
  };

  /** Number the points; the table below the plot names them. */
  const nameByNumber = (chart, points) => {
    for (const p of points) {
      const inside = measure(numbered(p.index), chart.font()).width < p.radius * 1.6 && p.radius > chart.size * 0.6;
      const names = { label: chart.spec.data[p.index].label };
      const options = { kind: "key", names, weight: 600 };
      if (inside) {
        const more = { anchor: "middle", valign: "middle", fill: chart.inkOn(p.fill), ground: p.fill, on: [p.index] };
        chart.text(numbered(p.index), p.x, p.y, { ...options, ...more });
        continue;
      }
      const places = around(p.x, p.y, p.radius - 0.5);
      const place = chart.freePlace(numbered(p.index), places, { gap: 0.5 }) ?? places[0];
      if (Math.hypot(place.x - p.x, place.y - p.y) > p.radius + 7) {
        chart.line("data", p.x, p.y, place.x, place.y, chart.style.ink_soft, 0.7);
      }
      chart.text(numbered(p.index), place.x, place.y, { ...options, ...place, halo: true });
    }
  };

  /** Cut a table of the points from the foot of the area: number, name, and their numbers where they are printed. */
  const cutTable = (chart) => {
    const { spec } = chart;
    const fields = spec.exact === "labels" ? Object.keys(numbersOf(chart, spec.data[0])) : [];
    const titles = { x: spec.x.label || "x", value: spec.y.label || spec.unit, size: "Size" };
    const rows = spec.data.map((datum, index) => {
      const numbers = numbersOf(chart, datum);
      const values = fields.map((field) => ({ text: numbers[field], names: { field } }));
      return { short: numbered(index), text: datum.label, names: { label: datum.label }, index, values };
    });
    docassay.listing(chart, rows, fields.map((field) => ({ text: titles[field], names: { field } })));
  };

  const MOST_DIRECT = 8;
  const LEAST_HEIGHT = 78;

  /** Whether points are numbered for a table: where numbers are printed for many of them, or names found no place. */
  const numbersPoints = ({ spec, variant }) => {
    const crowded = spec.exact === "labels" && spec.data.length > MOST_DIRECT;
    return crowded !== Boolean(variant.other);
  };

  /** The axes with `most` px kept free around the outermost points, or null where they have no room. */
  const planeOf = (chart, most) => {
    const { spec } = chart;
    const xs = spec.data.map((datum) => datum.extra.x);
    const ys = spec.data.map((datum) => datum.value);
    const past = (values) => ({ beyond: [[Math.max(...values), most + 2]], before: [[Math.min(...values), most + 2]] });
    const bottom = { id: "x", kind: "number", axis: spec.x, values: xs, ...past(xs) };
    const left = { id: "y", kind: "number", axis: spec.y, values: ys, ...past(ys) };
    if (chart.area.height >= LEAST_HEIGHT) {
      const found = docassay.axes(chart, { bottom, left, right: 6 });
      if (found.plot.y1 - found.plot.y0 >= LEAST_HEIGHT) return found;
    }
    chart.giveUp("the plot is squeezed");
    return null;
  };

  const fillOf = (chart, datum) => (datum.category ? chart.colour(datum.category) : chart.single(datum.label));

  const drawLegend = (chart) => {
    const { categories } = chart.spec;
    const shape = chart.spec.chart_type === "scatter" ? "dot" : "square";
    const entry = (text, i) => ({ text, colour: chart.colour(text), shape, symbol: i, names: { category: text } });
    if (categories.length) chart.legend(categories.map(entry));
  };

  docassay.draw.scatter = (chart) => {
    const { spec, style } = chart;
    drawLegend(chart);
    if (numbersPoints(chart)) cutTable(chart);
    else if (spec.exact === "labels") explainNumbers(chart);
    const radius = style.marker_size / 2;
    const plane = planeOf(chart, radius);
    if (!plane) return;
    const { x, y, plot } = plane;
    const points = spec.data.map((datum, index) => {
      const [px, py, fill] = [x(datum.extra.x), y(datum.value), fillOf(chart, datum)];
      const symbol = Math.max(0, spec.categories.indexOf(datum.category));
      const node = chart.point(chart.layers.data, px, py, fill, symbol, style.marker_size + 1);
      chart.mark(node.node(), index, { shape: "point", read: { x: ["x", "cx"], value: ["y", "cy"] } });
      chart.occupy(px - radius, py - radius, px + radius, py + radius);
      return { index, x: px, y: py, radius: radius + 0.5, fill };
    });
    if (numbersPoints(chart)) nameByNumber(chart, points);
    else nameDirectly(chart, points, plot);
  };
  docassay.draw.scatter.variants = [{}, { other: true }];

  /** The radius of the largest bubble: as large as leaves bubbles, where they will about be, mostly in sight. */
  const radiusFor = ({ spec, area }) => {
    const greatest = d3.max(spec.data, (datum) => datum.extra.size);
    const most = MOST_RADIUS * Math.min(area.width, area.height * 1.6);
    const ends = (values, axis) => [axis.low ?? d3.min(values), axis.high ?? d3.max(values)];
    const across = d3.scaleLinear(ends(spec.data.map((datum) => datum.extra.x), spec.x), [0, area.width * 0.85]);
    const up = d3.scaleLinear(ends(spec.data.map((datum) => datum.value), spec.y), [0, area.height * 0.65]);
    const bubbles = spec.data.map((datum) => ({ x: across(datum.extra.x), y: up(datum.value), radius: most * Math.sqrt(datum.extra.size / greatest) }));
    const shares = d3.cross(bubbles, bubbles).filter(([p, q]) => p !== q).map(([p, q]) => Math.hypot(p.x - q.x, p.y - q.y) / (p.radius + q.radius));
    return Math.max(LEAST_RADIUS * 2.4, most * Math.min(1, 1.2 * d3.min(shares)));
  };

  docassay.draw.bubble = (chart) => {
    const { spec, style } = chart;
    drawLegend(chart);
    if (numbersPoints(chart)) cutTable(chart);
    else if (spec.exact === "labels") explainNumbers(chart);
    const most = radiusFor(chart);
    const greatest = d3.max(spec.data, (datum) => datum.extra.size);
    const diameter = chart.scale("size", "sqrt", d3.scaleSqrt().domain([0, greatest]).range([0, 2 * most]));
    sizeLegend(chart, diameter);
    const plane = planeOf(chart, most);
    if (!plane) return;
    const { x, y, plot } = plane;
    const points = spec.data.map((datum, index) => {
      const fill = fillOf(chart, datum);
      return { index, x: x(datum.extra.x), y: y(datum.value), radius: diameter(datum.extra.size) / 2, fill };
    });
    for (const p of [...points].sort((a, b) => b.radius - a.radius)) {
      const node = chart.layers.data.append("circle").attr("cx", p.x).attr("cy", p.y).attr("r", p.radius);
      node.attr("fill", p.fill).attr("stroke", chart.ground).attr("stroke-width", 1);
      const read = { x: ["x", "cx"], value: ["y", "cy"], size: ["size", "diameter"] };
      const polygon = d3.range(12).map((k) => [p.x + p.radius * Math.cos(k * Math.PI / 6), p.y + p.radius * Math.sin(k * Math.PI / 6)]);
      chart.mark(node.node(), p.index, { shape: "circle", read, polygon, geometry: { diameter: 2 * p.radius } });
      chart.occupied.push(polygon);
    }
    if (numbersPoints(chart)) nameByNumber(chart, points);
    else nameDirectly(chart, points, plot);
  };
  docassay.draw.bubble.variants = [{}, { other: true }];

  /** Draw two circles that explain the sizes, in a strip cut from the top. */
  const sizeLegend = (chart, diameter) => {
    const { style } = chart;
    const [, most] = diameter.domain();
    const values = [...new Set([most * 0.3, most * 0.06].map((value) => Number(d3.format(".1r")(value))))];
    const font = chart.font();
    const strip = chart.cut("top", Math.max(lineHeight(font), diameter(values[0])) + 6);
    const y = strip.y + (strip.height - 6) / 2;
    const options = { valign: "middle", kind: "legend", fill: style.ink_soft, ground: style.background };
    let x = strip.x + 1;
    for (const value of values) {
      const r = diameter(value) / 2;
      const text = formatNumber(value, value < 1 ? 1 : 0, style);
      const node = chart.layers.over.append("circle").attr("cx", x + r).attr("cy", y).attr("r", r);
      node.attr("fill", "none").attr("stroke", style.ink_soft);
      const names = { size: value };
      chart.text(text, x + 2 * r + 5, y, { ...options, names });
      chart.legendEntries.push({ text, colour: style.ink_soft, names, box: [x, y - r, x + 2 * r, y + r] });
      x += 2 * r + measure(text, font).width + 20;
    }
  };
}
