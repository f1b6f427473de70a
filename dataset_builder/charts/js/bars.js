"use strict";
// Bars: bar, horizontal_bar, grouped_bar, stacked_bar, diverging_bar, waterfall.

{
  const { measure, widest, bounds } = docassay;

  const NEAR = 4;

  /** One bar from `from` to `to` along the values and `size` wide across, its corners rounded at the far end. */
  docassay.bar = (chart, { index, across, size, from, to, lying, fill, round = true, read, scaleOf }) => {
    const [near, far] = [Math.min(from, to), Math.max(from, to)];
    const box = lying ? [near, across, far, across + size] : [across, near, across + size, far];
    const [x, y, width, height] = [box[0], box[1], box[2] - box[0], box[3] - box[1]];
    const radius = round ? Math.min(chart.style.corner, size / 3, far - near) : 0;
    const d = roundedPath({ x, y, width, height, radius, lying, towards: Math.sign(to - from) });
    const node = chart.layers.data.append("path").attr("d", d).attr("fill", fill);
    node.attr("stroke", chart.style.outline || null).attr("stroke-width", chart.style.outline ? 1 : null);
    chart.mark(node.node(), index, { shape: "rect", read, scaleOf });
    chart.occupy(...box);
    return box;
  };

  const roundedPath = ({ x, y, width, height, radius: r, lying, towards }) => {
    if (!r) return `M${x},${y}h${width}v${height}h${-width}Z`;
    if (lying) {
      const [base, end] = towards >= 0 ? [x, x + width] : [x + width, x];
      const s = towards >= 0 ? r : -r;
      return `M${base},${y}H${end - s}Q${end},${y} ${end},${y + r}V${y + height - r}Q${end},${y + height} ${end - s},${y + height}H${base}Z`;
    }
    const [base, end] = towards <= 0 ? [y + height, y] : [y, y + height];
    const s = towards <= 0 ? -r : r;
    return `M${x},${base}V${end - s}Q${x},${end} ${x + r},${end}H${x + width - r}Q${x + width},${end} ${x + width},${end - s}V${base}Z`;
  };

  /** Edge of a bar's box that tells its value. */
  const edge = (lying, value) => (lying ? (value < 0 ? "left" : "right") : value < 0 ? "bottom" : "top");

  /** Room that values take beyond bars, upright bars with `step` px each: turned where they are too wide. */
  const valueRoom = (chart, data, lying, step) => {
    const shown = data.filter(([, i]) => chart.showsValue(i));
    const font = chart.font();
    const texts = shown.map(([datum]) => chart.valueText(datum.value));
    const wide = widest(texts, font);
    const turn = !lying && wide > step - 2;
    const px = (lying || turn ? wide : measure("0", font).up) + NEAR + 3;
    const room = (test) => shown.filter(([datum]) => test(datum.value)).map(([datum]) => [datum.value, px]);
    return { turn, beyond: room((v) => v >= 0), before: room((v) => v < 0) };
  };

  /** Print a bar's value past its end. */
  const printValue = (chart, index, [x0, y0, x1, y1], { lying, turn }, more = {}) => {
    if (!chart.showsValue(index)) return;
    const { value, category } = chart.spec.data[index];
    const text = chart.valueText(value, more);
    const options = { kind: "value", index, weight: chart.spec.highlighted.includes(category) ? 700 : 400 };
    if (lying) {
      const left = value < 0;
      const x = left ? x0 - NEAR : x1 + NEAR;
      chart.text(text, x, (y0 + y1) / 2, { ...options, anchor: left ? "end" : "start", valign: "middle" });
      return;
    }
    const y = value < 0 ? y1 + NEAR : y0 - NEAR;
    if (turn) {
      const anchor = value < 0 ? "end" : "start";
      chart.text(text, (x0 + x1) / 2, y, { ...options, anchor, valign: "middle", rotate: -90 });
    } else chart.text(text, (x0 + x1) / 2, y, { ...options, anchor: "middle", valign: value < 0 ? "top" : "bottom" });
  };

  const axesFor = (chart, { names, values, room, lying, suffix = "", padding }) => {
    const share = 1 - chart.style.bar_width;
    const band = { id: "x", kind: "band", axis: chart.spec.x, names, padding: padding ?? share };
    const length = { id: "y", kind: "number", axis: chart.spec.y, values, zero: true, ...room };
    const found = docassay.axes(chart, lying ? { bottom: length, left: band, suffix } : { bottom: band, left: length, suffix });
    return lying ? { band: found.y, value: found.x, plot: found.plot } : { band: found.x, value: found.y, plot: found.plot };
  };

  /** Bars of one series, in a panel of a category where there are some. */
  const single = (lying) => (chart) =>
    docassay.panels(chart, (data, suffix) => {
      const step = chart.area.width / data.length;
      const room = valueRoom(chart, data, lying, step);
      const names = data.map(([datum]) => datum.label);
      const values = chart.spec.data.map((datum) => datum.value);
      const { band, value } = axesFor(chart, { names, values, room, lying, suffix });
      for (const [datum, index] of data) {
        const place = { across: band(datum.label), size: band.bandwidth(), from: value(0), to: value(datum.value), lying };
        const read = { value: [`y${suffix}`, edge(lying, datum.value)] };
        const box = docassay.bar(chart, { index, ...place, fill: chart.single(datum.label), read, scaleOf: suffix });
        printValue(chart, index, box, { lying, ...room });
      }
    });

  docassay.draw.bar = single(false);
  docassay.draw.horizontal_bar = single(true);

  docassay.draw.grouped_bar = (chart) => {
    const { spec } = chart;
    const lying = Boolean(chart.variant.lying);
    chart.legend(seriesLegend(chart));
    const data = spec.data.map((datum, i) => [datum, i]);
    const room = valueRoom(chart, data, lying, (chart.area.width * 0.75) / data.length);
    const padding = Math.max(0.18, 0.8 - chart.style.bar_width);
    const { band, value } = axesFor(chart, { names: spec.labels, values: data.map(([d]) => d.value), room, lying, padding });
    const inner = d3.scaleBand().domain(spec.categories).range([0, band.bandwidth()]).paddingInner(0.06);
    data.forEach(([datum, index]) => {
      const place = { across: band(datum.label) + inner(datum.category), size: inner.bandwidth(), from: value(0), to: value(datum.value) };
      const fill = chart.colour(datum.category);
      const box = docassay.bar(chart, { index, ...place, lying, fill, read: { value: ["y", edge(lying, datum.value)] } });
      printValue(chart, index, box, { lying, ...room });
    });
  };
  docassay.draw.grouped_bar.variants = [{}, { lying: true }];

  const seriesLegend = (chart) =>
    chart.spec.categories.map((text) => ({ text, colour: chart.colour(text), names: { category: text } }));
  docassay.seriesLegend = seriesLegend;
}
