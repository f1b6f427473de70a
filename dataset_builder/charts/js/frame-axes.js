"use strict";
// Axes: scales, gridlines, ticks and their names, cut from a chart's area.

{
  const { measure, wrap, widest, lineHeight, formatNumber } = docassay;

  const GAP = 6;

  /** Digits after the point that a step needs. */
  const decimalsOf = (step) => {
    for (let digits = 0; digits < 9; digits++) {
      const scaled = step * 10 ** digits;
      if (Math.abs(scaled - Math.round(scaled)) < 1e-6 * Math.max(1, scaled)) return digits;
    }
    return 9;
  };

  const tidy = (value) => Number(value.toPrecision(12));

  /** Domain, labelled ticks and minor gridlines of a number axis that is `length` px long, a tick each `room` px. */
  const numbers = (chart, { axis, values, zero = false }, length, room) => {
    let [least, most] = d3.extent(zero ? [0, ...values] : values);
    if (least === most) [least, most] = [least - (Math.abs(least) / 2 || 1), most + (Math.abs(most) / 2 || 1)];
    const wanted = Math.max(2, Math.min(8, Math.floor(length / room)));
    if (axis.kind === "log") {
      const scale = d3.scaleLog().domain([axis.low ?? least, axis.high ?? most]);
      if (axis.low === null || axis.high === null) scale.nice();
      const powers = scale.ticks().filter((tick) => Math.abs(Math.log10(tick) - Math.round(Math.log10(tick))) < 1e-9);
      const ticks = powers.length > 2 ? powers : scale.ticks(wanted);
      const text = (tick) => formatNumber(tick, decimalsOf(tick), chart.style);
      return { scale, ticks, minor: scale.ticks().filter((tick) => !ticks.includes(tick)), text };
    }
    const step = axis.step ?? d3.tickStep(least, most, wanted);
    const low = axis.low ?? tidy(Math.floor(least / step + 1e-9) * step);
    const high = axis.high ?? tidy(Math.ceil(most / step - 1e-9) * step);
    const count = Math.floor((high - low) / step + 1e-6);
    const first = axis.low === null ? low : tidy(Math.ceil(low / step - 1e-6) * step);
    const all = d3
      .range(count + 1)
      .map((i) => tidy(first + i * step))
      .filter((tick) => tick <= high + 1e-9 * step);
    let every = 1;
    while (chart.spec.exact !== "grid" && all.length / every > wanted * 1.5 + 1) every++;
    const isRound = (tick) => Math.abs(tick / (step * every) - Math.round(tick / (step * every))) < 1e-6;
    const offset = Math.max(0, all.findIndex(isRound)) % every; // 2, 3, 4 and not 1.5, 2.5, 3.5
    const ticks = all.filter((_, i) => i % every === offset);
    const fine = axis.minor > 1 ? d3.range(low, high, step / axis.minor).map(tidy) : all;
    const text = (tick) => formatNumber(tick, decimalsOf(step * every), chart.style);
    return {
      scale: d3.scaleLinear().domain([low, high]),
      ticks,
      minor: fine.filter((tick) => !ticks.includes(tick)),
      text,
    };
  };

  const letters = (count) => d3.range(count).map((i) => (count <= 26 ? String.fromCharCode(65 + i) : String(i + 1)));

  /**
   * How names stand under an axis, the first at `first` steps of `step` px, `room` px high: in lines, thinned, or
   * turned; null where none is legible.
   */
  const under = (chart, names, { step, first, room, thin }) => {
    const sizes = [...new Set([chart.size, docassay.SMALLEST])];
    for (const size of sizes) {
      const font = chart.font({ size });
      const lines = names.map((name) => wrap(name, font, step - 5, 3));
      const height = Math.max(...lines.map((found) => found?.length ?? 0)) * lineHeight(font);
      if (lines.every(Boolean) && height <= room) return { lines, rotate: 0, height, size };
    }
    const font = chart.font();
    const line = lineHeight(font);
    if (thin && names.length > 8) {
      const every = Math.ceil((widest(names, font) + 8) / step);
      if (every <= 4)
        return { lines: names.map((name, i) => (i % every ? null : [name])), rotate: 0, height: line, size: font.size };
    }
    for (const size of sizes) {
      for (const [rotate, most] of [
        [-40, 1],
        [-40, 2],
        [-90, 1],
        [-90, 2],
      ]) {
        const turned = slanted(names, { step, first, room, rotate, most, font: chart.font({ size }) });
        if (turned) return { ...turned, size };
      }
    }
    return null;
  };

  /** Names turned by `rotate` degrees, each in `most` lines at most, or null where that doesn't fit. */
  const slanted = (names, { step, first, room, rotate, most, font }) => {
    const [sin, cos] = [Math.sin((-rotate * Math.PI) / 180), Math.cos((rotate * Math.PI) / 180)];
    const across = (most - 1) * lineHeight(font) + font.size;
    if (step * sin < across + 1) return null;
    const lines = names.map((name) => wrap(name, font, (room - across * cos) / sin, most));
    if (!lines.every(Boolean)) return null;
    const reach = Math.max(...lines.map((found, i) => widest(found, font) * cos - (i + first) * step));
    return {
      lines,
      rotate,
      height: Math.max(...lines.map((found) => widest(found, font))) * sin + across * cos,
      reach,
    };
  };

  /** The ticks, fewer where their texts, of the extents that `size` gives, would stand less than `gap` px apart. */
  const loosened = (ticks, scale, size, gap) => {
    for (let every = 1; every < ticks.length; every++) {
      const left = ticks.filter((_, i) => (i - Math.max(0, ticks.indexOf(0))) % every === 0);
      const apart = ([a, b]) => Math.abs(scale(b) - scale(a)) - (size(a) + size(b)) / 2;
      if (d3.pairs(left).every((pair) => apart(pair) >= gap)) return left;
    }
    return ticks.slice(-1);
  };

  /** Ticks at the next coarser round step whose last one covers the values and whose texts have room, or null. */
  const coarser = (chart, scale, extent, gap) => {
    const [low, high] = scale.domain();
    for (let count = 8; count > 1; count--) {
      const step = d3.tickStep(low, high, count);
      const ticks = d3.range(Math.ceil(low / step - 1e-9), Math.floor(high / step + 1e-9) + 1).map((i) => tidy(i * step));
      const text = (tick) => formatNumber(tick, decimalsOf(step), chart.style);
      const apart = ([a, b]) => Math.abs(scale(b) - scale(a)) - (extent(text(a)) + extent(text(b))) / 2;
      if (ticks.length > 2 && ticks.at(-1) > high - 1e-9 * step && d3.pairs(ticks).every((pair) => apart(pair) >= gap)) return { ticks, text };
    }
    return null;
  };

  /** Leave out the ticks of an axis that have no room: `extent` gives that of a text along it. */
  const ease = (chart, found, scale, kind, extent, gap) => {
    const ticks = loosened(found.ticks, scale, (tick) => extent(found.text(tick)), gap);
    const settled = ticks.length === found.ticks.length || chart.spec.exact !== "labels" || kind === "log";
    Object.assign(found, (settled ? null : coarser(chart, scale, extent, gap)) ?? { ticks });
  };

  const tickWidth = ({ ticks, text }, font) => widest(ticks.map(text), font) + GAP;

  /** Lines of the names of rows that share `height`, in as little of `width` as they need; null where none fit. */
  docassay.rowNames = (chart, names, width, height) => {
    const font = chart.font();
    const most = Math.max(1, Math.min(3, Math.floor(((height / names.length) * 0.98) / lineHeight(font))));
    for (const share of [0.3, 0.4, 0.5]) {
      const rows = names.map((name) => wrap(name, font, width * share, most));
      if (rows.every(Boolean)) return rows;
    }
    return null;
  };

  /** Letters for names that have no room, and their key at the foot. */
  const shortened = (chart, names) => {
    const short = letters(names.length);
    chart.compromises.push("names are letters");
    chart.key(names.map((text, i) => ({ short: short[i], text, names: { label: text } })));
    return short;
  };

  /** How much shorter a scale is than the axis at its high and its low end, so that labels past values have room. */
  const insets = ({ beyond = [], before = [] }, scale, length) => {
    const share = scale.copy().range([0, 1]);
    let [past, short] = [0, 0];
    for (let turn = 0; turn < 6; turn++) {
      const px = length - past - short;
      const needs = (pairs, along) => Math.max(0, ...pairs.map(([value, room]) => room - along(share(value)) * px));
      [past, short] = [needs(beyond, (at) => 1 - at), needs(before, (at) => at)].map((need) =>
        Math.min(need, length * 0.42),
      );
    }
    return [past, short];
  };

  const captionOf = (chart, { axis, id }) => {
    if (chart.captioned) return "";
    const unit = axis.unit || (id === "y" ? chart.spec.unit : "");
    if (!axis.label) return unit;
    const isNamed = ` ${axis.label.toLowerCase()} `.includes(` ${unit.toLowerCase()} `); // whole words: "t" is no unit of "Output"
    return unit && !isNamed ? `${axis.label} (${unit})` : axis.label;
  };

  /** Draw the words above the left axis, and cut their room. */
  const drawCaption = (chart, left) => {
    const { area, style } = chart;
    const font = chart.font();
    const caption = left.kind === "number" ? captionOf(chart, left) : (left.axis.label ?? "");
    const isToldByValues = left.bare && /^[%$€£¥]$/.test(caption);
    if (caption && !isToldByValues) {
      chart.cut("top", 5);
      const lines = wrap(caption, font, area.width, 2) ?? [caption];
      const options = { fill: style.ink_soft, kind: "axis", names: { axis: left.id }, ground: style.background };
      chart.text(lines, area.x, area.y, { ...options, valign: "top" });
      chart.cut("top", lines.length * lineHeight(font) + 2);
    }
    chart.cut("top", measure("0", font).up / 2 + 2); // half of the topmost tick's text
  };

  /** Cut the room of the words under the bottom axis; returns how to draw them once the plot is settled. */
  const cutFoot = (chart, bottom) => {
    const { area, style } = chart;
    const font = chart.font();
    const foot = bottom.kind === "number" ? captionOf(chart, bottom) : (bottom.axis.label ?? "");
    if (!foot) return () => {};
    const lines = wrap(foot, font, area.width, 2) ?? [foot];
    chart.cut("bottom", lines.length * lineHeight(font) + 3);
    const top = area.y + area.height + 5;
    const options = { fill: style.ink_soft, kind: "axis", names: { axis: bottom.id }, ground: style.background };
    const half = widest(lines, font) / 2;
    const within = (x) => Math.max(half + 1, Math.min(chart.width - half - 1, x)); // under a plot that names push aside
    return ({ x0, x1 }) => chart.text(lines, within((x0 + x1) / 2), top, { ...options, anchor: "middle", valign: "top" });
  };

  /** How the names along the bottom stand (see `under`), as letters with a key where nothing else is legible. */
  const namesBelow = (chart, { bottom, left, right }) => {
    if (bottom.kind === "number" || bottom.hidden) return null;
    const { area } = chart;
    let beside = area.width * 0.25; // a guess that is good enough for names
    if (left.bare) beside = 0;
    else if (left.kind === "number") beside = tickWidth(numbers(chart, left, area.height * 0.6, 34), chart.font());
    const isPoint = bottom.kind === "point";
    const first = isPoint ? (bottom.padding ?? 0.3) : 0.5;
    const step = (area.width - right - beside) / (bottom.names.length + (isPoint ? 2 * first - 1 : 0));
    const room = { step, first, room: area.height * 0.42, thin: bottom.axis.kind === "time" };
    const found = under(chart, bottom.names, room);
    if (found) return found;
    const lines = shortened(chart, bottom.names).map((letter) => [letter]);
    return { lines, rotate: 0, height: lineHeight(chart.font()), size: chart.size };
  };

  /** The lines of the names up the left, as letters with a key where they have no room; null for numbers. */
  const namesBeside = (chart, left) => {
    if (left.kind === "number" || left.hidden) return null;
    const { area } = chart;
    const rows =
      left.rows ?? docassay.rowNames(chart, left.names, area.width, area.height - 2.5 * lineHeight(chart.font()));
    return rows ?? shortened(chart, left.names).map((letter) => [letter]);
  };

  /** The plot's edges, and what `numbers` found for the bottom (`wide`) and the left (`tall`). */
  const planPlot = (chart, { bottom, left, right }, below, rows) => {
    const { area } = chart;
    const font = chart.font();
    const height = area.height - (bottom.hidden ? 2 : (below?.height ?? lineHeight(font)) + GAP);
    const tall = left.kind === "number" ? numbers(chart, left, height, 34) : null;
    const across = (lines, i) => widest(lines, chart.font({ weight: chart.weight(left.names[i]) }));
    let margin = rows ? Math.max(...rows.map(across)) + GAP + 1 : 0;
    if (tall && !left.bare) margin = tickWidth(tall, font);
    margin = Math.max(margin, below?.reach ?? 0);
    if (below?.rotate === 0) {
      // The outer names reach half their width past their ticks, which stand this far from the plot's edges.
      const rest = (area.width - margin - right) / bottom.names.length;
      const edge = bottom.kind === "point" ? (bottom.padding ?? 0.3) * rest : rest / 2;
      const half = (lines) => widest(lines ?? [], chart.font({ size: below.size })) / 2 - edge;
      margin = Math.max(margin, half(below.lines[0]));
      right = Math.max(right, half(below.lines.at(-1)));
    }
    const width = area.width - margin - right;
    const wide = bottom.kind === "number" ? numbers(chart, bottom, width, bottom.room ?? 62) : null;
    const overhang = (tick) => measure(wide.text(tick), font).width / 2;
    if (wide) right = Math.max(right, overhang(wide.ticks.at(-1)));
    if (wide && rows) margin = Math.max(margin, overhang(wide.ticks[0]));
    const plot = { x0: area.x + margin, y0: area.y, x1: area.x + area.width - right, y1: area.y + height };
    return { wide, tall, plot };
  };

  /** The scale of an axis from one place to another in figure px. */
  const scaleBetween = (desc, found, from, to) => {
    if (!found) {
      const scale = desc.kind === "band" ? d3.scaleBand() : d3.scalePoint();
      const ends = [Math.min(from, to), Math.max(from, to)];
      return scale
        .domain(desc.names)
        .range(ends)
        .padding(desc.padding ?? 0.3);
    }
    const [past, short] = insets(desc, found.scale, Math.abs(to - from));
    const sign = Math.sign(to - from);
    return found.scale.range([from + sign * short, to - sign * past]);
  };

  /** Print the texts of an axis: [{text, lines, value, at, names}], each where `place(at)` and `options` say. */
  const printTicks = (chart, scale, ticks, place, options) => {
    for (const { lines, value, at, names, weight } of ticks) {
      const { x, y } = place(at, lines);
      chart.text(lines, x, y, { ground: chart.style.background, ...options, weight, names: names ?? { tick: value } });
      chart.ticks.push({ scale, text: lines.join(" "), value, position: at, names: names ?? {} });
    }
  };

  const numberTicks = ({ ticks, text }, scale) =>
    ticks.map((value) => ({ lines: [text(value)], value, at: scale(value) }));

  const nameTicks = (chart, names, lines, scale) => {
    const half = scale.bandwidth ? scale.bandwidth() / 2 : 0;
    const all = names.map((name, i) => {
      const weight = chart.weight(name);
      return { lines: lines[i], value: name, at: scale(name) + half, names: { label: name }, weight };
    });
    return all.filter((tick) => tick.lines);
  };

  const printLeft = (chart, { left, tall, rows, y, plot, suffix }) => {
    const place = (at) => ({ x: plot.x0 - GAP, y: at });
    const options = { anchor: "end", valign: "middle" };
    const soft = { ...options, kind: "tick", fill: chart.style.ink_soft };
    if (tall && !left.bare) printTicks(chart, left.id + suffix, numberTicks(tall, y), place, soft);
    if (rows) {
      const ticks = nameTicks(chart, left.names, rows, y);
      printTicks(chart, left.id + suffix, ticks, place, { ...options, kind: "category" });
    }
  };

  const printBottom = (chart, { bottom, wide, below, x, plot, suffix }) => {
    const top = plot.y1 + GAP;
    const level = { anchor: "middle", valign: "top" };
    if (wide) {
      const options = { ...level, kind: "tick", fill: chart.style.ink_soft };
      printTicks(chart, bottom.id + suffix, numberTicks(wide, x), (at) => ({ x: at, y: top }), options);
    }
    if (!below) return;
    const { rotate, size } = below;
    // Slanted names start a little lower and further right, so that their ends stand under the ticks.
    const drop = (lines) => 1 + (lines.length - 1) * lineHeight(chart.font({ size })) * 0.38;
    const place = (at, lines) => (rotate === -40 ? { x: at + 4, y: top + drop(lines) } : { x: at, y: top });
    const options = rotate ? { anchor: "end", valign: "middle", rotate } : level;
    const ticks = nameTicks(chart, bottom.names, below.lines, x);
    printTicks(chart, bottom.id + suffix, ticks, place, { ...options, size, kind: "category" });
  };

  /**
   * Cut two axes from the chart's area, draw them with their gridlines, and return {x, y, plot}: the scale along the
   * bottom, the one up the left, both in figure px, and the plot's edges {x0, y0, x1, y1}.
   *
   * Each of `bottom` and `left` is {id, kind: band | point | number, axis}, and
   * - of names: `names` in order, `padding` (share of a step, of d3's), `hidden` to print none, `rows` the lines of
   *   names at the left if they are settled;
   * - of numbers: `values` that must lie on it, `zero` to hold it, `bare` to print none of it, `beyond` and `before`:
   *   [[value, px]] of room that labels need past a value towards the high and the low end; at the bottom, `grid` false
   *   for no gridlines and `room` px for each tick.
   * `right` and `inset` are room kept free on the right and the left, `suffix` tells the scales of panels apart.
   */
  docassay.axes = (chart, { bottom, left, right = 0, inset = 0, suffix = "" }) => {
    drawCaption(chart, left);
    chart.cut("left", inset);
    const below = namesBelow(chart, { bottom, left, right });
    const drawFoot = cutFoot(chart, bottom);
    const rows = namesBeside(chart, left);
    const { wide, tall, plot } = planPlot(chart, { bottom, left, right }, below, rows);
    const [across, up] = [plot.x1 - plot.x0, plot.y1 - plot.y0];
    if (across < 50 || up < 36)
      chart.problems.push(`plot of ${Math.round(across)} x ${Math.round(up)} px is too small`);
    chart.want(up, suffix ? 45 : 72);

    const x = scaleBetween(bottom, wide, plot.x0, plot.x1);
    const y = scaleBetween(left, tall, plot.y1, plot.y0);
    if (chart.spec.exact !== "grid") {
      const font = chart.font();
      const { up: ink } = measure("0", font);
      if (wide) ease(chart, wide, x, bottom.axis.kind, (text) => measure(text, font).width, 10);
      if (tall) ease(chart, tall, y, left.axis.kind, () => ink, 5);
    }
    chart.scale(bottom.id + suffix, wide ? scaleKind(bottom) : bottom.kind, x, { axis: "bottom" });
    chart.scale(left.id + suffix, tall ? scaleKind(left) : left.kind, y, { axis: "left" });
    if (chart.style.panel) {
      const rect = chart.layers.ground
        .append("rect")
        .attr("x", plot.x0)
        .attr("y", plot.y0)
        .attr("fill", chart.style.panel);
      rect.attr("width", Math.max(0, across)).attr("height", Math.max(0, up));
    }
    if (bottom.grid !== false) drawGrid(chart, wide, x, (tick) => [x(tick), plot.y0, x(tick), plot.y1]);
    if (!left.bare) drawGrid(chart, tall, y, (tick) => [plot.x0, y(tick), plot.x1, y(tick)]);
    printLeft(chart, { left, tall, rows, y, plot, suffix });
    printBottom(chart, { bottom, wide, below, x, plot, suffix });
    drawFoot(plot);
    drawLines(chart, { bottom, left, wide, tall, below, x, y, plot });
    chart.plots[suffix] = { x, y, plot, values: tall ? "y" : "x" };
    return { x, y, plot };
  };

  docassay.captionOf = captionOf;

  const scaleKind = (desc) => (desc.axis.kind === "log" ? "log" : "linear");

  const drawGrid = (chart, found, scale, ends) => {
    const { style, spec } = chart;
    if (!found) return;
    const isCut = scale.domain()[0] > 0; // heights above a foot that isn't zero mislead where nothing shows its level
    if (style.grid === "none" && spec.exact === "labels" && !isCut) return;
    const dash = { dotted: "1 3", dashed: "4 3" }[style.grid] ?? null;
    for (const tick of found.ticks) {
      chart.line("grid", ...ends(tick), style.grid_colour, dash ? 1.2 : 1).attr("stroke-dasharray", dash);
    }
    if (spec.exact !== "labels") {
      for (const tick of found.minor) chart.line("grid", ...ends(tick), style.grid_colour, 0.5).attr("stroke-opacity", 0.65);
    }
  };

  /** The lines of the axes: of names, at zero where the numbers hold it, and short strokes at ticks. */
  const drawLines = (chart, { bottom, left, wide, tall, below, x, y, plot }) => {
    const { style } = chart;
    const zero = (scale) => {
      const [low, high] = scale.domain();
      return low <= 0 && high >= 0;
    };
    const stroke = [style.axis_colour, 1];
    if (tall && !left.bare) {
      const base = zero(y) && left.zero ? y(0) : plot.y1;
      if (style.axis_line || left.zero) chart.line("over", plot.x0, base, plot.x1, base, ...stroke);
      if (style.axis_ticks) {
        for (const tick of tall.ticks) chart.line("grid", plot.x0 - 4, y(tick), plot.x0, y(tick), ...stroke);
      }
    }
    if (wide) {
      const base = zero(x) && bottom.zero ? x(0) : plot.x0;
      if (!tall && (style.axis_line || bottom.zero)) chart.line("over", base, plot.y0, base, plot.y1, ...stroke);
      if (style.axis_ticks) {
        for (const tick of wide.ticks) chart.line("grid", x(tick), plot.y1, x(tick), plot.y1 + 4, ...stroke);
      }
    }
    if (below && style.axis_ticks) {
      const half = x.bandwidth ? x.bandwidth() / 2 : 0;
      for (const name of bottom.names) {
        chart.line("grid", x(name) + half, plot.y1, x(name) + half, plot.y1 + 4, ...stroke);
      }
    }
  };
}
