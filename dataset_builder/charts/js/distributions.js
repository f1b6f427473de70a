"use strict";
// Distributions: histogram and box.

{
  const { measure, widest, spread, readable } = docassay;

  docassay.draw.histogram = (chart) => {
    const { spec } = chart;
    const edges = [spec.data[0].extra.low, ...spec.data.map((datum) => datum.extra.high)];
    const widths = d3.pairs(edges, (low, high) => high - low);
    const even = d3.max(widths) - d3.min(widths) < 1e-9 * d3.max(widths);
    const axis = { ...spec.x, kind: "linear", low: edges[0], high: edges.at(-1), step: even ? widths[0] : null };
    const values = spec.data.map((datum) => datum.value);
    const texts = spec.data.map((datum) => chart.valueText(datum.value));
    const turn = widest(texts, chart.font()) > (chart.area.width - 40) / spec.data.length - 2;
    const room = (turn ? widest(texts, chart.font()) : measure("0", chart.font()).up) + 7;
    const beyond = spec.data.flatMap((datum, i) => (chart.showsValue(i) ? [[datum.value, room]] : []));
    const bottom = { id: "x", kind: "number", axis, values: edges, grid: false, room: widest(edges.map(String), chart.font()) + 12 };
    const left = { id: "y", kind: "number", axis: spec.y, values, zero: true, beyond };
    const { x, y } = docassay.axes(chart, { bottom, left });
    spec.data.forEach((datum, index) => {
      const [from, to] = [x(datum.extra.low) + 0.5, x(datum.extra.high) - 0.5];
      const place = { across: from, size: to - from, from: y(0), to: y(datum.value), lying: false };
      const read = { value: ["y", "top"], low: ["x", "left"], high: ["x", "right"] };
      docassay.bar(chart, { index, ...place, fill: chart.single(datum.label), read });
      if (!chart.showsValue(index)) return;
      const stand = turn ? { rotate: -90, anchor: "start", valign: "middle" } : { anchor: "middle", valign: "bottom" };
      chart.text(texts[index], (from + to) / 2, y(datum.value) - 4, { ...stand, kind: "value", halo: true, index });
    });
  };

  const FIVE = ["min", "q1", "value", "q3", "max"];
  const [LEAST_HEIGHT, LEAST_PLOT] = [90, 60];
  const HEADS = { min: "Lowest", q1: "Lower quartile", value: "Median", q3: "Upper quartile", max: "Highest" };

  /** Cut a table of the boxes' five numbers from the foot of the area. */
  const cutTable = (chart, number) => {
    const boxes = chart.spec.data.map((datum, index) => ({ datum, index })).filter(({ datum }) => !isOutlier(datum));
    const rows = boxes.map(({ datum, index }) => {
      const values = FIVE.map((field) => ({ text: chart.valueText(number(datum, field)), names: { field } }));
      return { short: "", text: datum.label, names: { label: datum.label }, index, values };
    });
    docassay.listing(chart, rows, FIVE.map((field) => ({ text: HEADS[field], names: { field } })));
  };

  const isOutlier = (datum) => datum.extra.kind === "outlier";

  docassay.draw.box = (chart) => {
    const { spec, style } = chart;
    const font = chart.font();
    const number = (datum, field) => (field === "value" ? datum.value : datum.extra[field]);
    const numbersOf = (datum) => (isOutlier(datum) ? [datum.value] : FIVE.map((field) => number(datum, field)));
    const values = spec.data.flatMap(numbersOf);
    const tabled = spec.exact === "labels" && Boolean(chart.variant.tabled);
    const printed = spec.exact === "labels" && !tabled;
    if (tabled) cutTable(chart, number);
    if (chart.area.height < LEAST_HEIGHT) return chart.giveUp("the plot is squeezed");
    const cap = measure("0", font).up;
    const room = (sign) => (printed ? [[sign > 0 ? Math.max(...values) : Math.min(...values), cap]] : []);
    const bottom = { id: "x", kind: "band", axis: spec.x, names: spec.labels, padding: 0.1 };
    const left = { id: "y", kind: "number", axis: spec.y, values, zero: false, beyond: room(1), before: room(-1) };
    const { x, y, plot } = docassay.axes(chart, { bottom, left });
    if (plot.y1 - plot.y0 < LEAST_PLOT) return chart.giveUp("the plot is squeezed");
    const text = widest(values.map((value) => chart.valueText(value)), font);
    const wide = Math.min(46, printed ? Math.max(10, x.bandwidth() - text - 8) : x.bandwidth() * 0.62);
    const centre = (label) => (printed ? x(label) + (x.bandwidth() - text - 8) / 2 : x(label) + x.bandwidth() / 2);
    const labels = new Map(spec.labels.map((label) => [label, []]));

    spec.data.forEach((datum, index) => {
      const cx = centre(datum.label);
      const colour = chart.single(datum.label);
      const mark = (node, shape, read) => chart.mark(node.node(), index, { shape, read: { ...read } });
      if (isOutlier(datum)) {
        const dot = chart.layers.over.append("circle").attr("cx", cx).attr("cy", y(datum.value)).attr("r", 3);
        dot.attr("fill", chart.ground).attr("stroke", colour).attr("stroke-width", 1.3);
        mark(dot, "point", { value: ["y", "cy"] });
        labels.get(datum.label).push({ index, field: "outlier", value: datum.value });
        chart.occupy(cx - 4, y(datum.value) - 4, cx + 4, y(datum.value) + 4);
        return;
      }
      const { min, q1, q3, max } = datum.extra;
      const whisker = (from, to) => chart.line("data", cx, y(from), cx, y(to), colour, 1.3);
      mark(whisker(q3, max), "line", { max: ["y", "top"], q3: ["y", "bottom"] });
      mark(whisker(min, q1), "line", { q1: ["y", "top"], min: ["y", "bottom"] });
      for (const end of [min, max]) chart.line("data", cx - wide / 4, y(end), cx + wide / 4, y(end), colour, 1.3);
      const box = chart.layers.data.append("rect").attr("x", cx - wide / 2).attr("y", y(q3)).attr("width", wide);
      box.attr("height", y(q1) - y(q3)).attr("fill", d3.color(d3.interpolateRgb(colour, chart.ground)(0.55)).formatHex());
      box.attr("stroke", colour).attr("stroke-width", 1.3).attr("rx", Math.min(2, style.corner) || null);
      mark(box, "rect", { q3: ["y", "top"], q1: ["y", "bottom"] });
      mark(chart.line("over", cx - wide / 2, y(datum.value), cx + wide / 2, y(datum.value), readable(colour, chart.ground), 2.4), "line", {
        value: ["y", "cy"],
      });
      chart.occupy(cx - wide / 2, y(max), cx + wide / 2, y(min));
      for (const field of printed ? FIVE : []) labels.get(datum.label).push({ index, field, value: number(datum, field) });
    });
    if (spec.exact !== "labels") return;
    for (const [label, entries] of labels) {
      const start = centre(label) + wide / 2 + 6;
      const wanted = entries.map(({ value }) => y(value));
      const at = spread(wanted, cap + 3, plot.y0 - cap, plot.y1 + cap);
      entries.forEach(({ index, field, value }, i) => {
        if (Math.abs(at[i] - wanted[i]) > 3) {
          chart.line("data", start - 5, wanted[i], start - 1, at[i], style.ink_soft, 0.7);
        }
        const options = { valign: "middle", kind: "value", index, halo: true, names: { field }, weight: field === "value" ? 600 : 400 };
        chart.text(chart.valueText(value), start, at[i], options);
      });
    }
  };
  docassay.draw.box.variants = [{}, { tabled: true }];
}
