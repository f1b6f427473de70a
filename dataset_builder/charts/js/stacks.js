"use strict";
// Parts on top of each other: stacked_bar, stacked_area.

{
  const { measure, spread, readable, vertices, textPolygon, bounds } = docassay;

  /** Lower and upper level of every datum: parts add up in the order of the categories. */
  const levels = (spec) => {
    const sums = Object.fromEntries(spec.labels.map((label) => [label, 0]));
    return spec.data.map(({ label, value }) => {
      sums[label] += value;
      return [sums[label] - value, sums[label]];
    });
  };

  /** Degrees by which a value is turned to stand in a part of `width` by `height` px, or null where it has no room. */
  const turnInside = (text, font, width, height) => {
    const { width: wide, up } = measure(text, font);
    if (wide + 4 <= width && up + 4 <= height) return 0;
    return wide > 2 * up && up + 4 <= width && wide + 5 <= height ? -90 : null; // a turned 6 or 9 alone misleads
  };

  docassay.draw.stacked_bar = (chart) => {
    const { spec, style } = chart;
    const { lying = false, beside = false } = chart.variant;
    const font = chart.font();
    const ink = measure("0", font).up;
    chart.legend(docassay.seriesLegend(chart));
    const step = (lying ? chart.area.height : chart.area.width) / spec.labels.length;
    if (lying && step < 2 * ink) return chart.giveUp("bars are too many");
    // Values of thin parts stand in the gaps between bars, which must be wide enough for them where there are any.
    const wide = docassay.valueWidth(chart);
    const gap = (lying ? ink + 6 : wide + 9) / (step * 0.85);
    const slim = 1 - style.bar_width;
    const upright = lying ? Math.max(0.12, Math.min(slim, 1 - (ink + 5) / (step * 0.8))) : slim;
    const padding = beside ? Math.min(0.75, Math.max(0.3, gap)) : upright;
    const room = beside && !lying ? { right: wide } : {};
    const ends = levels(spec);
    const axes = docassay.axesFor(chart, { names: spec.labels, values: ends.flat(), room, lying, padding });
    const size = axes.band.bandwidth();
    const parts = spec.data.map((datum, index) => {
      const [from, to] = ends[index].map((level) => axes.value(level));
      const text = chart.valueText(datum.value);
      const turned = turnInside(text, font, ...(lying ? [to - from, size] : [size, from - to]));
      const turn = lying && beside && turned ? null : turned; // above the bar it need not be turned
      return { ...datum, index, from, to, text, turn, fill: chart.colour(datum.category) };
    });
    if (!beside && spec.exact === "labels" && parts.some((part) => part.turn === null)) {
      return chart.giveUp("values have no room in parts");
    }
    if (parts.some(({ index, turn }) => turn && chart.showsValue(index))) chart.compromises.push("values stand upright");
    chart.want(size, ink + 4);
    if (lying && beside) chart.want(axes.band.step(), 2 * ink + 13);
    for (const part of parts) part.box = drawPart(chart, part, { across: axes.band(part.label), size, lying });
    const outside = parts.filter(({ index, turn }) => turn === null && chart.showsValue(index));
    if (!lying && outside.length > parts.length / 3) chart.compromises.push("many values stand beside their parts");
    for (const label of spec.labels) {
      const own = outside.filter((part) => part.label === label);
      if (lying) printAbove(chart, own, wide, axes.plot);
      else printRight(chart, own, axes.plot);
    }
  };
  docassay.draw.stacked_bar.variants = [{}, { beside: true }, { lying: true }, { lying: true, beside: true }];

  /** Draw a part, with its value where that has room; returns its box. */
  const drawPart = (chart, { index, from, to, fill, text, turn }, place) => {
    const read = { value: place.lying ? ["y", "right", "left"] : ["y", "top", "bottom"] };
    const box = docassay.bar(chart, { ...place, index, from, to, fill, round: false, parted: true, read });
    if (turn !== null && chart.showsValue(index)) {
      const options = { kind: "value", index, on: [index], ground: fill, fill: chart.inkOn(fill), rotate: turn };
      const middle = { anchor: "middle", valign: "middle" };
      chart.text(text, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, { ...options, ...middle });
    }
    return box;
  };

  const besideText = (chart, { index, fill }) => ({ kind: "value", index, halo: true, fill: readable(fill, chart.ground) });

  const printRight = (chart, parts, plot) => {
    const middles = parts.map(({ box }) => (box[1] + box[3]) / 2);
    const at = spread(middles, measure("0", chart.font()).up + 3, plot.y0, plot.y1 - 5);
    parts.forEach((part, i) => {
      const x = part.box[2];
      if (Math.abs(at[i] - middles[i]) > 3) chart.leader(x, middles[i], x + 6, at[i], 2);
      chart.text(part.text, x + 6, at[i], { ...besideText(chart, part), valign: "middle" });
    });
  };

  const printAbove = (chart, parts, wide, plot) => {
    const middles = parts.map(({ box }) => (box[0] + box[2]) / 2);
    const at = spread(middles, wide + 5, plot.x0 + wide / 2 + 3, plot.x1 - wide / 2);
    parts.forEach((part, i) => {
      const y = part.box[1];
      if (Math.abs(at[i] - middles[i]) > 3) chart.leader(middles[i], y, at[i], y - 2, 0);
      chart.text(part.text, at[i], y - 2.5, { ...besideText(chart, part), anchor: "middle", valign: "bottom" });
    });
  };

  docassay.draw.stacked_area = (chart) => {
    const { spec } = chart;
    const direct = docassay.namesAtEnds(chart, spec.categories, 0);
    if (!direct) chart.legend(docassay.seriesLegend(chart));
    const ends = levels(spec);
    const bottom = { id: "x", kind: "point", axis: spec.x, names: spec.labels, padding: 0 };
    const left = { id: "y", kind: "number", axis: spec.y, values: ends.flat(), zero: true };
    const { x, y, plot } = docassay.axes(chart, { bottom, left, right: direct ? direct.width + 10 : 16 });
    const layers = spec.categories.map((category) => drawLayer(chart, category, ends, x, y));
    spec.labels.forEach((_, column) => printLevels(chart, layers, column, plot));
    if (direct) printNames(chart, layers, direct, plot);
  };
  docassay.draw.stacked_area.variants = [{}, { direct: false }];

  /** Draw a layer; returns {category, fill, points}, each point {index, x, top, bottom} as drawn. */
  const drawLayer = (chart, category, ends, x, y) => {
    const { spec, style } = chart;
    const own = spec.labels.map((label) => chart.index(label, category));
    const fill = chart.colour(category);
    const shape = d3.area().curve(docassay.curve(style));
    shape
      .x((i) => x(spec.data[i].label))
      .y0((i) => y(ends[i][0]))
      .y1((i) => y(ends[i][1]));
    const path = chart.layers.data.append("path").attr("d", shape(own)).attr("fill", fill);
    path.attr("stroke", chart.ground).attr("stroke-width", 0.8);
    const drawn = vertices(path.node());
    const points = own.map((index, k) => {
      const geometry = { x: drawn[k][0], top: drawn[k][1], bottom: drawn[drawn.length - 1 - k][1] };
      const read = { value: ["y", "top", "bottom"] };
      chart.mark(path.node(), index, { shape: "band", solid: false, geometry, read });
      return { index, ...geometry };
    });
    return { category, fill, points };
  };

  /** Upper and lower edge of a layer at x, straight between its points; nothing beside them. */
  const thickness = (points, x) => {
    const k = d3.pairs(points).findIndex(([a, b]) => a.x <= x && x <= b.x);
    if (k < 0) return [Infinity, -Infinity];
    const [a, b] = [points[k], points[k + 1]];
    const share = (x - a.x) / (b.x - a.x);
    return ["top", "bottom"].map((side) => a[side] + (b[side] - a[side]) * share);
  };

  /** Print the values of a column: on their layers where they fit, else on patches. */
  const printLevels = (chart, layers, column, plot) => {
    const font = chart.font();
    const shown = layers.filter(({ points }) => chart.showsValue(points[column].index));
    const middles = shown.map(({ points }) => (points[column].top + points[column].bottom) / 2);
    const at = spread(middles, measure("0", font).up + 5, plot.y0, plot.y1 - 5);
    const last = chart.spec.labels.length - 1;
    shown.forEach(({ fill, points }, i) => {
      const { index, x } = points[column];
      const text = [chart.valueText(chart.spec.data[index].value)];
      const options = { kind: "value", index, on: [index], valign: "middle" };
      const within = { x, anchor: "middle" };
      const inward =
        column === 0 ? { x: x + 4, anchor: "start" } : column === last ? { x: x - 4, anchor: "end" } : within;
      const polygonAt = (place) => textPolygon(text, place.x, at[i], { ...options, ...place, font });
      const place = [inward, within].find((found) => chart.isFree(polygonAt(found))) ?? inward;
      const [x0, y0, x1, y1] = bounds(polygonAt(place));
      const fits = [x0 - 1, x1 + 1].every((side) => {
        const [top, base] = thickness(points, side);
        return top <= y0 - 1 && base >= y1 + 1;
      });
      const look = fits
        ? { ground: fill, fill: chart.inkOn(fill) }
        : { pill: true, fill: readable(fill, chart.ground) };
      chart.text(text, place.x, at[i], { ...options, ...place, ...look });
    });
  };

  /** Print the names of layers at their right ends. */
  const printNames = (chart, layers, direct, plot) => {
    const ground = chart.style.background;
    const middles = layers.map(({ points }) => (points.at(-1).top + points.at(-1).bottom) / 2);
    const at = spread(middles, direct.tall, plot.y0, plot.y1);
    layers.forEach(({ category, fill, points }, s) => {
      if (Math.abs(at[s] - middles[s]) > 3) chart.leader(points.at(-1).x + 1, middles[s], plot.x1 + 9, at[s]);
      const options = { valign: "middle", weight: 600, kind: "series", names: { category } };
      chart.text(direct.lines[s], plot.x1 + 9, at[s], { ...options, fill: readable(fill, ground), ground });
    });
  };
}
