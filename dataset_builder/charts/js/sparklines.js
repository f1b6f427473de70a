"use strict";
// A grid of small lines, one a category, on one scale.

{
  const { measure, wrap, widest, lineHeight, formatNumber } = docassay;

  const LEAST = { width: 50, height: 18 };

  const APART = 2.5; // px between values, lest two be read as one

  /** Columns for `count` panels: as many as give panels of a pleasing shape. */
  const columnsFor = (count, { width, height }) => {
    const shape = (columns) => width / columns / (height / Math.ceil(count / columns));
    const empty = (columns) => columns * Math.ceil(count / columns) - count;
    return d3.least(d3.range(1, Math.min(count, 5) + 1), (k) => Math.abs(Math.log(shape(k) / 1.9)) + empty(k) * 0.15);
  };

  docassay.draw.sparkline_grid = (chart) => {
    const { spec, style, area } = chart;
    const { labels, categories } = spec;
    const font = chart.font({ size: chart.noteSize });
    const all = spec.exact === "labels";
    const values = spec.data.map((datum) => datum.value);
    const low = spec.y.low ?? Math.min(...values);
    const high = spec.y.high ?? (Math.max(...values) > low ? Math.max(...values) : low + 1);
    const rings = all ? [] : ticksOf(spec.y, low, high);
    const margin = all ? 0 : widest(rings.map((tick) => tickText(chart, tick)), font) + 5;
    const columns = columnsFor(categories.length, area) + (chart.variant.more ?? 0);
    const rows = Math.ceil(categories.length / columns);
    const [gapX, gapY] = [18, 8];
    const width = (area.width - gapX * (columns - 1)) / columns;
    const height = (area.height - gapY * (rows - 1)) / rows;
    const head = chart.font({ weight: 600 });

    categories.forEach((category, k) => {
      const left = area.x + (k % columns) * (width + gapX);
      const top = area.y + Math.floor(k / columns) * (height + gapY);
      const name = wrap(category, head, width, 2) ?? [category];
      const options = { valign: "top", weight: 600, kind: "panel", names: { category }, ground: style.background };
      chart.text(name, left, top + 2, options);
      const half = widest([labels[0], labels.at(-1)], font) / 2;
      const plot = {
        x0: left + Math.max(margin, half),
        x1: left + width - half,
        y0: top + name.length * lineHeight(head) + (all ? measure("0", font).up + 7 : 9),
        y1: top + height - lineHeight(font) - (all ? measure("0", font).up + 9 : 9),
      };
      if (plot.x1 - plot.x0 < LEAST.width || plot.y1 - plot.y0 < LEAST.height) {
        chart.problems.push(`the panel of '${category}' is too small`);
      }
      const x = chart.scale(`x/${category}`, "point", d3.scalePoint().domain(labels).range([plot.x0, plot.x1]));
      const y = chart.scale(`y/${category}`, "linear", d3.scaleLinear().domain([low, high]).range([plot.y1, plot.y0]));
      drawPanel(chart, { category, x, y, plot, rings, font });
    });
  };
  docassay.draw.sparkline_grid.variants = [{}, { more: -1 }, { more: 1 }];

  const ticksOf = ({ step }, low, high) => {
    const by = step ?? d3.tickStep(low, high, 3);
    const count = Math.floor((high - low) / by + 1e-6);
    return d3.range(count + 1).map((i) => Number((low + i * by).toPrecision(12)));
  };

  const tickText = (chart, tick) => formatNumber(tick, Number.isInteger(tick) ? 0 : Math.max(1, chart.spec.decimals), chart.style);

  const drawPanel = (chart, { category, x, y, plot, rings, font }) => {
    const { spec, style } = chart;
    const { labels } = spec;
    const note = { size: font.size, fill: style.ink_soft, ground: style.background };
    for (const tick of rings) {
      chart.line("grid", plot.x0, y(tick), plot.x1, y(tick), style.grid_colour === style.background ? style.muted : style.grid_colour);
      const text = tickText(chart, tick);
      const polygon = docassay.textPolygon([text], plot.x0 - 5, y(tick), { anchor: "end", valign: "middle", font });
      if (!chart.isFree(polygon, { gap: 0.5 })) continue;
      chart.text(text, plot.x0 - 5, y(tick), { ...note, anchor: "end", valign: "middle", kind: "tick", names: { tick } });
      chart.ticks.push({ scale: `y/${category}`, text, value: tick, position: y(tick), names: {} });
    }
    const base = plot.y1 + (spec.exact === "labels" ? measure("0", font).up + 7 : 2);
    chart.line("over", plot.x0, base, plot.x1, base, style.axis_colour, 0.8);
    const shown = shownLabels(labels, x, font);
    for (const label of shown) {
      chart.text(label, x(label), base + (spec.exact === "labels" ? 4 : 7), { ...note, anchor: "middle", valign: "top", kind: "category", names: { label } });
      chart.ticks.push({ scale: `x/${category}`, text: label, value: label, position: x(label), names: { label } });
    }
    const points = labels.map((label) => chart.index(label, category));
    const colour = spec.highlighted.length && !spec.highlighted.includes(category) ? style.muted : style.accent;
    const line = d3.line((i) => x(spec.data[i].label), (i) => y(spec.data[i].value));
    const path = chart.layers.data.append("path").attr("d", line(points)).attr("fill", "none").attr("stroke", colour);
    path.attr("stroke-width", Math.min(2, style.line_width)).attr("stroke-linejoin", "round");
    const size = labels.length > 12 ? 3 : 4.5;
    points.forEach((index, i) => {
      const [px, py] = [x(labels[i]), y(spec.data[index].value)];
      const last = i === points.length - 1;
      const dot = chart.layers.over.append("circle").attr("cx", px).attr("cy", py).attr("r", last ? size / 2 + 0.8 : size / 2);
      dot.attr("fill", colour);
      chart.mark(dot.node(), index, { shape: "point", read: { value: [`y/${category}`, "cy"] }, scaleOf: `/${category}` });
      chart.occupy(px - size / 2, py - size / 2, px + size / 2, py + size / 2);
    });
    points.forEach((index, i) => {
      if (spec.exact !== "labels") return;
      const own = (k) => spec.data[points[k]].value;
      const around = [i - 1, i + 1].filter((k) => k in points).map(own);
      const below = d3.mean(around) > own(i);
      const text = chart.valueText(own(i));
      const [px, py] = [x(labels[i]), y(own(i))];
      const places = [0, -5, 5, -10, 10].flatMap((aside) =>
        [below, !below].map((under) => {
          return { x: px + aside, y: py + (under ? 6 : -6), anchor: "middle", valign: under ? "top" : "bottom" };
        }),
      );
      const place = chart.freePlace(text, places, { size: font.size, gap: APART });
      if (!place) chart.problems.push(`'${text}' of '${category}' has no place of its own`);
      const options = { size: font.size, kind: "value", index, halo: true, weight: i === points.length - 1 ? 600 : 400 };
      const at = place ?? places[0];
      chart.text(text, at.x, at.y, { ...options, ...at });
    });
  };

  /** The labels that fit under a panel: all, or the first and the last with those evenly between. */
  const shownLabels = (labels, x, font) => {
    const step = x(labels.at(-1)) - x(labels[0]);
    const room = widest(labels, font) + 8;
    for (let every = 1; every < labels.length; every++) {
      if ((labels.length - 1) % every === 0 && (step * every) / (labels.length - 1) >= room) {
        return labels.filter((_, i) => i % every === 0);
      }
    }
    return [labels[0], labels.at(-1)];
  };
}
