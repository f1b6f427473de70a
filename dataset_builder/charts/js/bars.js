"use strict";
// Bars: bar, horizontal_bar, grouped_bar, stacked_bar, diverging_bar, waterfall.

{
  const { measure, widest } = docassay;

  const NEAR = 4;

  /** One bar from `from` to `to` along the values, `size` wide across, with round far corners; `parted` by a thin line. */
  docassay.bar = (
    chart,
    { index, across, size, from, to, lying, fill, round = true, parted = false, read, scaleOf },
  ) => {
    const [near, far] = [Math.min(from, to), Math.max(from, to)];
    const box = lying ? [near, across, far, across + size] : [across, near, across + size, far];
    const [x, y, width, height] = [box[0], box[1], box[2] - box[0], box[3] - box[1]];
    const radius = round ? Math.min(chart.style.corner, size / 3, far - near) : 0;
    const d = roundedPath({ x, y, width, height, radius, lying, towards: Math.sign(to - from) });
    const node = chart.layers.data.append("path").attr("d", d).attr("fill", fill);
    if (chart.style.outline || parted)
      node.attr("stroke", chart.style.outline || chart.ground).attr("stroke-width", 0.8);
    chart.mark(node.node(), index, { shape: "rect", read, scaleOf });
    chart.occupy(...box);
    return box;
  };

  const roundedPath = ({ x, y, width, height, radius: r, lying, towards }) => {
    if (!r) return `M${x},${y}h${width}v${height}h${-width}Z`;
    if (lying) {
      const [base, end] = towards >= 0 ? [x, x + width] : [x + width, x];
      const [near, bottom] = [end - (towards >= 0 ? r : -r), y + height];
      const corners = `H${near}Q${end},${y} ${end},${y + r}V${bottom - r}Q${end},${bottom} ${near},${bottom}`;
      return `M${base},${y}${corners}H${base}Z`;
    }
    const [base, end] = towards <= 0 ? [y + height, y] : [y, y + height];
    const [near, right] = [end + (towards <= 0 ? r : -r), x + width];
    const corners = `V${near}Q${x},${end} ${x + r},${end}H${right - r}Q${right},${end} ${right},${near}`;
    return `M${x},${base}${corners}V${base}Z`;
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
    return { turn, px, beyond: room((v) => v >= 0), before: room((v) => v < 0) };
  };

  /** Have a lying chart tried where values would have to be read sideways. */
  docassay.dislikeUpright = (chart, { turn, beyond, before }) => {
    if (turn && beyond.length + before.length) chart.compromises.push("values stand upright");
  };

  /** Print a bar's value past its end. */
  const printValue = (chart, index, [x0, y0, x1, y1], { lying, turn }, more = {}) => {
    if (!chart.showsValue(index)) return;
    const { value, category } = chart.spec.data[index];
    const text = chart.valueText(value, more);
    const options = {
      kind: "value",
      index,
      halo: true,
      weight: chart.spec.highlighted.includes(category) ? 700 : 400,
    };
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

  const axesFor = (chart, { names, values, room, lying, suffix = "", padding, shared = {} }) => {
    const share = 1 - chart.style.bar_width;
    const band = { id: "x", kind: "band", axis: chart.spec.x, names, padding: padding ?? share, ...shared };
    const length = { id: "y", kind: "number", axis: chart.spec.y, values, zero: true, ...room };
    const sides = lying ? { bottom: length, left: band } : { bottom: band, left: length };
    const found = docassay.axes(chart, { ...sides, suffix, right: room.right ?? 0 });
    if (lying) chart.want(found.y.step(), 15);
    return lying
      ? { band: found.y, value: found.x, plot: found.plot }
      : { band: found.x, value: found.y, plot: found.plot };
  };

  /** Bars of one series, in a panel of a category where there are some. */
  const single = (chart, lying) =>
    docassay.panels(
      chart,
      (data, suffix, shared) => {
        const all = chart.spec.data.map((datum, i) => [datum, i]); // panels are compared: what one needs, all have
        const room = valueRoom(chart, all, lying, chart.area.width / data.length);
        if (chart.spec.x.kind !== "time") docassay.dislikeUpright(chart, room);
        const names = data.map(([datum]) => datum.label);
        const values = chart.spec.data.map((datum) => datum.value);
        const { band, value } = axesFor(chart, { names, values, room, lying, suffix, shared });
        for (const [datum, index] of data) {
          const place = {
            across: band(datum.label),
            size: band.bandwidth(),
            from: value(0),
            to: value(datum.value),
            lying,
          };
          const read = { value: [`y${suffix}`, edge(lying, datum.value)] };
          const box = docassay.bar(chart, { index, ...place, fill: chart.single(datum.label), read, scaleOf: suffix });
          printValue(chart, index, box, { lying, ...room });
        }
      },
      { lying },
    );

  docassay.draw.bar = (chart) => single(chart, Boolean(chart.variant.lying));
  docassay.draw.bar.variants = [{}, { lying: true }];
  docassay.draw.horizontal_bar = (chart) => single(chart, true);

  docassay.draw.grouped_bar = (chart) => {
    const { spec } = chart;
    const { lying = false, tight = false } = chart.variant;
    chart.legend(docassay.seriesLegend(chart), tight ? "top" : chart.style.legend);
    const data = spec.data.map((datum, i) => [datum, i]);
    const pitch = ((lying ? chart.area.height : chart.area.width) * 0.85) / data.length;
    if (spec.exact === "labels" && pitch < measure("0", chart.font()).up)
      return chart.giveUp("values have no room at bars");
    const room = valueRoom(chart, data, lying, (chart.area.width * 0.75) / data.length);
    docassay.dislikeUpright(chart, room);
    const padding = tight ? 0.14 : Math.max(0.18, 0.8 - chart.style.bar_width);
    const values = data.map(([datum]) => datum.value);
    const { band, value } = axesFor(chart, { names: spec.labels, values, room, lying, padding });
    if (lying) chart.want(band.bandwidth() / spec.categories.length, measure("0", chart.font()).up + 2.5);
    const inner = d3
      .scaleBand()
      .domain(spec.categories)
      .range([0, band.bandwidth()])
      .paddingInner(tight ? 0 : 0.06);
    data.forEach(([datum, index]) => {
      const across = band(datum.label) + inner(datum.category);
      const place = { across, size: inner.bandwidth(), from: value(0), to: value(datum.value), lying };
      const read = { value: ["y", edge(lying, datum.value)] };
      const box = docassay.bar(chart, { index, ...place, fill: chart.colour(datum.category), read });
      printValue(chart, index, box, { lying, ...room });
    });
  };
  docassay.draw.grouped_bar.variants = [{}, { lying: true }, { tight: true }, { lying: true, tight: true }];

  docassay.draw.diverging_bar = (chart) => {
    const data = chart.spec.data.map((datum, i) => [datum, i]);
    const room = valueRoom(chart, data, true, 0);
    const values = data.map(([datum]) => datum.value);
    const { band, value } = axesFor(chart, { names: chart.spec.labels, values, room, lying: true });
    data.forEach(([datum, index]) => {
      const place = { across: band(datum.label), size: band.bandwidth(), from: value(0), to: value(datum.value) };
      const fill = chart.colour(datum.value < 0 ? "negative" : "positive");
      const read = { value: ["y", edge(true, datum.value)] };
      const box = docassay.bar(chart, { index, ...place, lying: true, fill, read });
      printValue(chart, index, box, { lying: true }, { sign: true });
    });
  };

  docassay.draw.waterfall = (chart) => {
    const { spec, style } = chart;
    let level = 0;
    const steps = spec.data.map(({ label, value, extra }, index) => {
      const whole = extra.kind === "start" || extra.kind === "total";
      const from = whole ? 0 : level;
      level = from + value;
      return { label, value, index, whole, from, to: level };
    });
    const kind = (step) => (step.whole ? "total" : step.value < 0 ? "decrease" : "increase");
    const kinds = Object.keys(spec.colours).filter((name) => steps.some((step) => kind(step) === name));
    const title = (name) => name[0].toUpperCase() + name.slice(1);
    chart.legend(kinds.map((name) => ({ text: title(name), colour: chart.colour(name), names: { kind: name } })));
    const { turn, px } = valueRoom(
      chart,
      spec.data.map((datum, i) => [datum, i]),
      false,
      chart.area.width / steps.length - 8,
    );
    const ends = steps.filter((step) => chart.showsValue(step.index));
    const beyond = ends.map((step) => [Math.max(step.from, step.to), px]);
    const before = ends.filter((step) => step.value < 0).map((step) => [Math.min(step.from, step.to), px]);
    const values = steps.flatMap(({ from, to }) => [from, to]);
    const room = { beyond, before };
    const { band, value } = axesFor(chart, { names: spec.labels, values, room, lying: false, padding: 0.3 });
    steps.forEach((step, i) => {
      const place = { across: band(step.label), size: band.bandwidth(), from: value(step.from), to: value(step.to) };
      const read = { value: step.value < 0 ? ["y", "bottom", "top"] : ["y", "top", "bottom"] };
      const fill = chart.colour(kind(step));
      const box = docassay.bar(chart, { index: step.index, ...place, lying: false, fill, round: step.whole, read });
      if (i + 1 < steps.length) {
        const next = band(steps[i + 1].label);
        chart.line("over", box[2], value(step.to), next, value(step.to), style.axis_colour, 0.8);
      }
      printValue(chart, step.index, box, { turn }, { sign: !step.whole });
    });
  };

  const seriesLegend = (chart, more = () => ({})) =>
    chart.spec.categories.map((text, i) => ({
      text,
      colour: chart.colour(text),
      names: { category: text },
      ...more(i),
    }));

  Object.assign(docassay, { seriesLegend, axesFor });
}
