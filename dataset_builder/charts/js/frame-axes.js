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
    const offset = Math.max(0, all.indexOf(0)) % every;
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

  /** The ticks, fewer where their texts along the bottom would stand too near to each other. */
  const loosened = ({ ticks, text }, scale, font) => {
    for (let every = 1; every < ticks.length; every++) {
      const left = ticks.filter((_, i) => (i - Math.max(0, ticks.indexOf(0))) % every === 0);
      const apart = ([a, b]) => scale(b) - scale(a) - (measure(text(a), font).width + measure(text(b), font).width) / 2;
      if (d3.pairs(left).every((pair) => apart(pair) >= 10)) return left;
    }
    return ticks.slice(-1);
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
    return unit && !axis.label.includes(unit) ? `${axis.label} (${unit})` : axis.label;
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
    const { area, style } = chart;
    const font = chart.font();
    const line = lineHeight(font);
    const half = measure("0", font).up / 2;

    const top = left.kind === "number" ? captionOf(chart, left) : (left.axis.label ?? "");
    if (top) {
      chart.cut("top", 5);
      const lines = wrap(top, font, area.width, 2) ?? [top];
      const options = { fill: style.ink_soft, kind: "axis", names: { axis: left.id }, ground: style.background };
      chart.text(lines, area.x, area.y, { ...options, valign: "top" });
      chart.cut("top", lines.length * line + 2);
    }
    chart.cut("top", half + 2);
    chart.cut("left", inset);
    // Names that would not fit under the axis get letters, explained below; the heights are guesses good enough for that.
    let shown = bottom.kind === "number" ? null : bottom.names;
    let guess = null;
    if (shown && !bottom.hidden) {
      const beside =
        left.kind !== "number"
          ? area.width * 0.25
          : left.bare
            ? 0
            : tickWidth(numbers(chart, left, area.height * 0.6, 34), font);
      const wide = area.width - right - beside;
      const isPoint = bottom.kind === "point";
      const first = isPoint ? (bottom.padding ?? 0.3) : 0.5;
      const step = wide / (shown.length + (isPoint ? 2 * first - 1 : 0));
      guess = under(chart, shown, { step, first, room: area.height * 0.42, thin: bottom.axis.kind === "time" });
      if (!guess) {
        const short = shortened(chart, shown);
        guess = { lines: short.map((s) => [s]), rotate: 0, height: line, size: chart.size };
      }
    }
    const foot = bottom.kind === "number" ? captionOf(chart, bottom) : (bottom.axis.label ?? "");
    const footLines = foot ? (wrap(foot, font, area.width, 2) ?? [foot]) : [];
    if (foot) chart.cut("bottom", footLines.length * line + 3);
    const footTop = area.y + area.height + 5;
    let rows = null;
    if (left.kind !== "number" && !left.hidden) {
      rows = left.rows ?? docassay.rowNames(chart, left.names, area.width, area.height - 2.5 * line);
      rows ??= shortened(chart, left.names).map((letter) => [letter]);
    }
    const below = bottom.hidden ? 2 : (guess ? guess.height : line) + GAP;
    const height = area.height - below;

    const tall = left.kind === "number" ? numbers(chart, left, height, 34) : null;
    let margin = 0;
    if (left.bare) margin = 0;
    else if (tall) margin = tickWidth(tall, font);
    else if (!left.hidden) {
      margin = Math.max(...rows.map((lines) => widest(lines, font))) + GAP + 1;
    }
    if (guess?.reach) margin = Math.max(margin, guess.reach);
    if (guess?.rotate === 0) {
      // The outer names reach half their width past their ticks, which stand this far from the plot's edges.
      const rest = (area.width - margin - right) / shown.length;
      const edge = bottom.kind === "point" ? (bottom.padding ?? 0.3) * rest : rest / 2;
      const [start, end] = [0, -1].map(
        (i) => widest(guess.lines.at(i) ?? [], chart.font({ size: guess.size })) / 2 - edge,
      );
      margin = Math.max(margin, start);
      right = Math.max(right, end);
    }
    const wide =
      bottom.kind === "number" ? numbers(chart, bottom, area.width - margin - right, bottom.room ?? 62) : null;
    const overhang = wide ? measure(wide.text(wide.ticks.at(-1)), font).width / 2 : 0;
    const plot = {
      x0: area.x + margin,
      y0: area.y,
      x1: area.x + area.width - Math.max(right, overhang),
      y1: area.y + height,
    };
    if (wide && !tall) plot.x0 = Math.max(plot.x0, area.x + measure(wide.text(wide.ticks[0]), font).width / 2);

    const [across, up] = [plot.x1 - plot.x0, plot.y1 - plot.y0];
    if (across < 50 || up < 36)
      chart.problems.push(`plot of ${Math.round(across)} x ${Math.round(up)} px is too small`);
    chart.want(up, suffix ? 45 : 72);

    const along = (desc, found, from, to) => {
      if (!found) {
        const scale = desc.kind === "band" ? d3.scaleBand() : d3.scalePoint();
        return scale
          .domain(desc.names)
          .range([Math.min(from, to), Math.max(from, to)])
          .padding(desc.padding ?? 0.3);
      }
      const length = Math.abs(to - from);
      const [past, short] = insets(desc, found.scale, length);
      const sign = Math.sign(to - from);
      return found.scale.range([from + sign * short, to - sign * past]);
    };
    const x = along(bottom, wide, plot.x0, plot.x1);
    const y = along(left, tall, plot.y1, plot.y0);
    if (wide && chart.spec.exact !== "grid") wide.ticks = loosened(wide, x, font);
    if (style.panel) {
      const rect = chart.layers.ground.append("rect").attr("x", plot.x0).attr("y", plot.y0).attr("fill", style.panel);
      rect.attr("width", Math.max(0, plot.x1 - plot.x0)).attr("height", Math.max(0, plot.y1 - plot.y0));
    }

    chart.scale(bottom.id + suffix, wide ? scaleKind(bottom) : bottom.kind, x, { axis: "bottom" });
    chart.scale(left.id + suffix, tall ? scaleKind(left) : left.kind, y, { axis: "left" });
    if (bottom.grid !== false) drawGrid(chart, wide, x, (tick) => [x(tick), plot.y0, x(tick), plot.y1]);
    if (!left.bare) drawGrid(chart, tall, y, (tick) => [plot.x0, y(tick), plot.x1, y(tick)]);

    const tickText = { fill: style.ink_soft, kind: "tick", ground: style.background };
    const enter = (desc, text, value, position, names) =>
      chart.ticks.push({ scale: desc.id + suffix, text, value, position, names });
    if (tall && !left.bare) {
      for (const tick of tall.ticks) {
        const text = tall.text(tick);
        chart.text(text, plot.x0 - GAP, y(tick), { ...tickText, anchor: "end", valign: "middle", names: { tick } });
        enter(left, text, tick, y(tick), {});
      }
    } else if (!tall && !left.hidden) {
      const step = y.bandwidth ? y.bandwidth() / 2 : 0;
      left.names.forEach((name, i) => {
        const at = y(name) + step;
        const options = {
          anchor: "end",
          valign: "middle",
          kind: "category",
          names: { label: name },
          ground: style.background,
        };
        chart.text(rows[i], plot.x0 - GAP, at, { ...options, weight: emphasis(chart, name) });
        enter(left, rows[i].join(" "), name, at, { label: name });
      });
    }
    if (wide) {
      for (const tick of wide.ticks) {
        const text = wide.text(tick);
        chart.text(text, x(tick), plot.y1 + GAP, { ...tickText, anchor: "middle", valign: "top", names: { tick } });
        enter(bottom, text, tick, x(tick), {});
      }
    } else if (!bottom.hidden) {
      const step = x.bandwidth ? x.bandwidth() / 2 : 0;
      bottom.names.forEach((name, i) => {
        const lines = guess.lines[i];
        const at = x(name) + step;
        if (style.axis_ticks) chart.line("grid", at, plot.y1, at, plot.y1 + 4, style.axis_colour);
        if (!lines) return;
        const turned = guess.rotate !== 0;
        const slanted = guess.rotate === -40;
        const drop = slanted ? 1 + (lines.length - 1) * lineHeight(chart.font({ size: guess.size })) * 0.38 : 0;
        const options = { anchor: turned ? "end" : "middle", valign: turned ? "middle" : "top", rotate: guess.rotate };
        const more = {
          size: guess.size,
          kind: "category",
          names: { label: name },
          ground: style.background,
          weight: emphasis(chart, name),
        };
        chart.text(lines, at + (slanted ? 4 : 0), plot.y1 + GAP + drop, { ...options, ...more });
        enter(bottom, lines.join(" "), name, at, { label: name });
      });
    }
    if (foot) {
      const options = { fill: style.ink_soft, kind: "axis", names: { axis: bottom.id }, ground: style.background };
      chart.text(footLines, (plot.x0 + plot.x1) / 2, footTop, { ...options, anchor: "middle", valign: "top" });
    }
    drawLines(chart, { bottom, left, wide, tall, x, y, plot });
    chart.plots[suffix] = { x, y, plot, values: tall ? "y" : "x" };
    return { x, y, plot };
  };

  docassay.captionOf = captionOf;

  const scaleKind = (desc) => (desc.axis.kind === "log" ? "log" : "linear");

  const emphasis = (chart, name) => (chart.spec.highlighted.includes(name) ? 700 : 400);

  const drawGrid = (chart, found, scale, ends) => {
    const { style, spec } = chart;
    if (!found || (style.grid === "none" && spec.exact === "labels")) return;
    const dash = { dotted: "1 3", dashed: "4 3" }[style.grid] ?? null;
    for (const tick of found.ticks) {
      chart.line("grid", ...ends(tick), style.grid_colour, dash ? 1.2 : 1).attr("stroke-dasharray", dash);
    }
    if (spec.exact !== "labels") {
      for (const tick of found.minor) chart.line("grid", ...ends(tick), style.grid_colour, 0.5);
    }
  };

  /** The lines of the axes: of names, at zero where the numbers hold it, and short strokes at ticks. */
  const drawLines = (chart, { bottom, left, wide, tall, x, y, plot }) => {
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
  };
}
