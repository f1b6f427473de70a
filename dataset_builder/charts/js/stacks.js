"use strict";
// Parts on top of each other: stacked_bar, stacked_area.

{
  const { measure, widest, spread, readable, vertices, textPolygon, bounds } = docassay;

  /** Lower and upper level of every datum: parts add up in the order of the categories. */
  const levels = (spec) => {
    const sums = Object.fromEntries(spec.labels.map((label) => [label, 0]));
    return spec.data.map(({ label, value }) => {
      sums[label] += value;
      return [sums[label] - value, sums[label]];
    });
  };

  /** How a value fits into a part of `long` px along the text and `high` px across: flat, turned, or not (null). */
  const inside = (text, font, width, height) => {
    const { width: wide, up } = measure(text, font);
    if (wide + 4 <= width && up + 4 <= height) return 0;
    return wide > 2 * up && up + 4 <= width && wide + 5 <= height ? -90 : null; // a turned 6 or 9 alone misleads
  };

  docassay.draw.stacked_bar = (chart) => {
    const { spec } = chart;
    const lying = Boolean(chart.variant.lying);
    const font = chart.font();
    chart.legend(docassay.seriesLegend(chart));
    const ends = levels(spec);
    const wide = widest(
      spec.data.map((datum) => chart.valueText(datum.value)),
      font,
    );
    if (lying && chart.area.height / spec.labels.length < 2 * measure("0", font).up)
      return chart.giveUp("bars are too many");
    const step = (lying ? chart.area.height : chart.area.width) / spec.labels.length;
    // Values of thin parts stand in the gaps between bars, which must be wide enough for them where there are any.
    const gap = lying ? measure("0", font).up + 5 : wide + 9;
    const padding = chart.variant.beside
      ? Math.min(0.75, Math.max(0.3, gap / (step * 0.85)))
      : 1 - chart.style.bar_width;
    const room = {};
    if (chart.variant.beside && !lying) room.right = wide;
    const { band, value, plot } = docassay.axesFor(chart, {
      names: spec.labels,
      values: ends.flat(),
      room,
      lying,
      padding,
    });
    const fits = (datum, [from, to]) => {
      const long = Math.abs(value(to) - value(from));
      return (
        inside(chart.valueText(datum.value), font, ...(lying ? [long, band.bandwidth()] : [band.bandwidth(), long])) !==
        null
      );
    };
    if (!chart.variant.beside && spec.exact === "labels" && !spec.data.every((datum, i) => fits(datum, ends[i]))) {
      return chart.giveUp("values have no room in parts");
    }
    const ink = measure("0", font).up;
    chart.want(band.bandwidth(), ink + 4);
    if (lying && chart.variant.beside) chart.want(band.step(), 2 * ink + 13);
    const beside = spec.labels.map(() => []);
    spec.data.forEach((datum, index) => {
      const [from, to] = ends[index].map((level) => value(level));
      const fill = chart.colour(datum.category);
      const read = { value: lying ? ["y", "right", "left"] : ["y", "top", "bottom"] };
      const place = { across: band(datum.label), size: band.bandwidth(), from, to, lying, round: false, parted: true };
      const box = docassay.bar(chart, { index, ...place, fill, read });
      if (!chart.showsValue(index)) return;
      const text = chart.valueText(datum.value);
      const rotate = inside(text, font, box[2] - box[0], box[3] - box[1]);
      if (rotate === null) {
        beside[spec.labels.indexOf(datum.label)].push({ index, text, box, fill });
        return;
      }
      const options = { kind: "value", index, on: [index], ground: fill, fill: chart.inkOn(fill), rotate };
      chart.text(text, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, {
        ...options,
        anchor: "middle",
        valign: "middle",
      });
    });
    if (!lying && beside.flat().length > spec.data.length / 3)
      chart.compromises.push("many values stand beside their parts");
    for (const thin of beside) (lying ? printAbove : printRight)(chart, thin, wide, plot);
  };
  docassay.draw.stacked_bar.variants = [{}, { beside: true }, { lying: true }, { lying: true, beside: true }];

  const besideText = (chart, { index, fill }) => ({ kind: "value", index, fill: readable(fill, chart.ground) });

  const printRight = (chart, thin, wide, plot) => {
    const middles = thin.map(({ box }) => (box[1] + box[3]) / 2);
    const at = spread(middles, measure("0", chart.font()).up + 3, plot.y0, plot.y1 - 5);
    thin.forEach((part, i) => {
      const x = part.box[2];
      const options = besideText(chart, part);
      if (Math.abs(at[i] - middles[i]) > 3) chart.leader(x, middles[i], x + 6, at[i], 2);
      chart.text(part.text, x + 6, at[i], { ...options, valign: "middle" });
    });
  };

  const printAbove = (chart, thin, wide, plot) => {
    const middles = thin.map(({ box }) => (box[0] + box[2]) / 2);
    const at = spread(middles, wide + 5, plot.x0 + wide / 2 + 3, plot.x1 - wide / 2);
    thin.forEach((part, i) => {
      const y = part.box[1];
      const options = besideText(chart, part);
      if (Math.abs(at[i] - middles[i]) > 3) chart.leader(middles[i], y, at[i], y - 2, 0);
      chart.text(part.text, at[i], y - 2.5, { ...options, anchor: "middle", valign: "bottom" });
    });
  };

  /** Upper and lower edge of a layer at x, straight between its points. */
  const thickness = (layer, xs, x) => {
    const k = Math.max(1, Math.min(xs.length - 1, d3.bisectLeft(xs, x)));
    const share = (x - xs[k - 1]) / (xs[k] - xs[k - 1]);
    if (share < 0 || share > 1) return [Infinity, -Infinity];
    return ["top", "bottom"].map((side) => layer[k - 1][side] + (layer[k][side] - layer[k - 1][side]) * share);
  };

  docassay.draw.stacked_area = (chart) => {
    const { spec, style } = chart;
    const font = chart.font();
    const direct = docassay.namesAtEnds(chart, spec.categories, 0);
    if (!direct) chart.legend(docassay.seriesLegend(chart));
    const ends = levels(spec);
    const bottom = { id: "x", kind: "point", axis: spec.x, names: spec.labels, padding: 0 };
    const left = { id: "y", kind: "number", axis: spec.y, values: ends.flat(), zero: true };
    const { x, y, plot } = docassay.axes(chart, { bottom, left, right: direct ? direct.width + 10 : 16 });
    const columns = spec.labels.map(() => []);
    for (const category of spec.categories) {
      const own = spec.labels.map((label) => chart.index(label, category));
      const fill = chart.colour(category);
      const shape = d3.area(
        (i) => x(spec.data[i].label),
        (i) => y(ends[i][0]),
        (i) => y(ends[i][1]),
      );
      const path = chart.layers.data
        .append("path")
        .attr("d", shape.curve(docassay.curve(style))(own))
        .attr("fill", fill);
      path.attr("stroke", chart.ground).attr("stroke-width", 0.8);
      const drawn = vertices(path.node());
      own.forEach((index, k) => {
        const [px, top] = drawn[k];
        const base = drawn[drawn.length - 1 - k][1];
        const more = { solid: false, geometry: { x: px, top, bottom: base }, read: { value: ["y", "top", "bottom"] } };
        chart.mark(path.node(), index, { shape: "band", ...more });
        columns[k].push({ index, fill, top, bottom: base });
      });
    }
    columns.forEach((column, k) => {
      const px = x(spec.labels[k]);
      const shown = column.filter(({ index }) => chart.showsValue(index));
      const middles = shown.map(({ top, bottom: base }) => (top + base) / 2);
      const at = spread(middles, measure("0", font).up + 5, plot.y0, plot.y1 - 5);
      const anchor = k === 0 ? "start" : k === columns.length - 1 ? "end" : "middle";
      shown.forEach(({ index, fill }, i) => {
        const text = [chart.valueText(spec.data[index].value)];
        const places = [
          { x: px + { start: 4, middle: 0, end: -4 }[anchor], anchor },
          { x: px, anchor: "middle" },
        ];
        const options = { kind: "value", index, on: [index], valign: "middle" };
        const place =
          places.find((found) => chart.isFree(textPolygon(text, found.x, at[i], { ...options, ...found, font }))) ??
          places[0];
        const [x0, y0, x1, y1] = bounds(textPolygon(text, place.x, at[i], { ...options, ...place, font }));
        const fits = [x0 - 1, x1 + 1].every((side) => {
          const [top, base] = thickness(
            columns.map((column) => column.find((part) => part.fill === fill)),
            spec.labels.map(x),
            side,
          );
          return top <= y0 - 1 && base >= y1 + 1;
        });
        if (fits) chart.text(text, place.x, at[i], { ...options, ...place, ground: fill, fill: chart.inkOn(fill) });
        else chart.text(text, place.x, at[i], { ...options, ...place, pill: true, fill: readable(fill, chart.ground) });
      });
    });
    if (!direct) return;
    const ending = columns.at(-1);
    const at = spread(
      ending.map(({ top, bottom: base }) => (top + base) / 2),
      direct.tall,
      plot.y0,
      plot.y1,
    );
    ending.forEach(({ fill, top, bottom: base }, s) => {
      const options = { valign: "middle", weight: 600, kind: "series", names: { category: spec.categories[s] } };
      const edge = x(spec.labels.at(-1));
      if (Math.abs(at[s] - (top + base) / 2) > 3) {
        chart.leader(edge + 1, (top + base) / 2, plot.x1 + 9, at[s]);
      }
      const colour = readable(fill, style.background);
      chart.text(direct.lines[s], plot.x1 + 9, at[s], { ...options, fill: colour, ground: style.background });
    });
  };
  docassay.draw.stacked_area.variants = [{}, { direct: false }];
}
