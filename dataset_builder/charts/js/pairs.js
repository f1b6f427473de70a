"use strict";
// Points on stems and between ends: lollipop, dumbbell, slope.

{
  const { measure, widest, wrap, lineHeight, spread, readable } = docassay;

  docassay.draw.lollipop = (chart) =>
    docassay.panels(chart, (data, suffix) => {
      const { style } = chart;
      const lying = Boolean(chart.variant.lying);
      const radius = Math.max(4, style.marker_size * 0.75);
      const texts = data.map(([datum]) => chart.valueText(datum.value));
      const wide = widest(texts, chart.font());
      const turn = !lying && wide > chart.area.width / data.length - 2;
      const px = (lying || turn ? wide : measure("0", chart.font()).up) + radius + 6;
      const room = (test) => data.filter(([datum, i]) => test(datum.value) && chart.showsValue(i)).map(([d]) => [d.value, px]);
      const names = data.map(([datum]) => datum.label);
      const values = chart.spec.data.map((datum) => datum.value);
      const sides = { beyond: room((v) => v >= 0), before: room((v) => v < 0) };
      const { band, value } = docassay.axesFor(chart, { names, values, room: sides, lying, suffix });
      data.forEach(([datum, index], i) => {
        const colour = chart.single(datum.label);
        const across = band(datum.label) + band.bandwidth() / 2;
        const [zero, end] = [value(0), value(datum.value)];
        const [x, y] = lying ? [end, across] : [across, end];
        if (lying) chart.line("data", zero, across, end, across, colour, style.line_width);
        else chart.line("data", across, zero, across, end, colour, style.line_width);
        const head = chart.layers.over.append("circle").attr("cx", x).attr("cy", y).attr("r", radius).attr("fill", colour);
        chart.mark(head.node(), index, { shape: "circle", read: { value: [`y${suffix}`, lying ? "cx" : "cy"] }, scaleOf: suffix });
        chart.occupy(x - radius, y - radius, x + radius, y + radius);
        chart.occupy(...(lying ? [zero, across - 1, end, across + 1] : [across - 1, zero, across + 1, end]));
        if (!chart.showsValue(index)) return;
        const away = (datum.value < 0 ? -1 : 1) * (radius + 4);
        const options = { kind: "value", index, rotate: turn ? -90 : 0 };
        const start = datum.value < 0 ? "end" : "start";
        if (lying) chart.text(texts[i], x + away, y, { ...options, anchor: start, valign: "middle" });
        else if (turn) chart.text(texts[i], x, y - away, { ...options, anchor: start, valign: "middle" });
        else chart.text(texts[i], x, y - away, { ...options, anchor: "middle", valign: datum.value < 0 ? "top" : "bottom" });
      });
    });
  docassay.draw.lollipop.variants = [{}, { lying: true }];

  docassay.draw.dumbbell = (chart) => {
    const { spec, style } = chart;
    const { labels, categories } = spec;
    const radius = Math.max(4.5, style.marker_size * 0.75);
    chart.legend(docassay.seriesLegend(chart, (symbol) => ({ shape: "dot", symbol })));
    const rows = labels.map((label) => categories.map((category) => chart.index(label, category)));
    const px = widest(spec.data.map((datum) => chart.valueText(datum.value)), chart.font()) + radius + 6;
    const ordered = rows.map((pair) => d3.sort(pair, (i) => spec.data[i].value));
    const shown = ordered.filter(([low, high]) => chart.showsValue(low) || chart.showsValue(high));
    const before = shown.map(([low]) => [spec.data[low].value, px]);
    const beyond = shown.map(([, high]) => [spec.data[high].value, px]);
    const values = spec.data.map((datum) => datum.value);
    const bottom = { id: "y", kind: "number", axis: spec.y, values, before, beyond };
    const left = { id: "x", kind: "band", axis: spec.x, names: labels, padding: 0.3 };
    const { x, y } = docassay.axes(chart, { bottom, left });
    ordered.forEach((pair, row) => {
      const across = y(labels[row]) + y.bandwidth() / 2;
      const [from, to] = pair.map((i) => x(spec.data[i].value));
      chart.line("data", from, across, to, across, style.muted, Math.max(3, style.line_width * 1.4));
      pair.forEach((index, side) => {
        const { value, category } = spec.data[index];
        const symbol = categories.indexOf(category);
        const node = chart.point(chart.layers.over, x(value), across, chart.colour(category), symbol, radius * 2);
        chart.mark(node.node(), index, { shape: "point", solid: from !== to, read: { value: ["y", "cx"] } });
        if (!chart.showsValue(index)) return;
        const away = (side ? 1 : -1) * (radius + 4);
        const options = { kind: "value", index, anchor: side ? "start" : "end", valign: "middle" };
        chart.text(chart.valueText(value), x(value) + away, across, { ...options, fill: readable(chart.colour(category), chart.ground) });
      });
    });
  };

  docassay.draw.slope = (chart) => {
    const { spec, style, area } = chart;
    const { labels, categories } = spec;
    const font = chart.font();
    const value = (i) => spec.data[i].value;
    const rows = categories.map((category) => labels.map((label) => chart.index(label, category)));
    const wide = widest(spec.data.map((datum) => chart.valueText(datum.value)), font) + 8;
    const share = chart.variant.once ? 0.42 : 0.33;
    const names = categories.map((name) => wrap(name, chart.font({ weight: 600 }), area.width * share - wide, 2) ?? [name]);
    const named = widest(names.flat(), chart.font({ weight: 600 })) + 12;
    const tall = Math.max(...names.map((lines) => lines.length)) * lineHeight(font);
    const grid = spec.exact !== "labels";
    const bottom = { id: "x", kind: "point", axis: spec.x, names: labels, padding: 0, ends: true };
    const left = { id: "y", kind: "number", axis: spec.y, values: spec.data.map((d) => d.value), bare: !grid };
    const inset = chart.variant.once || grid ? wide : wide + named;
    const { x, y, plot } = docassay.axes(chart, { bottom, left, right: wide + named, inset });
    for (const label of labels) chart.line("grid", x(label), plot.y0, x(label), plot.y1, style.axis_colour, 1);
    rows.forEach((pair, s) => {
      const strong = !spec.highlighted.length || spec.highlighted.includes(categories[s]);
      const colour = strong ? chart.colour(categories[s]) : style.muted;
      const [start, end] = pair.map((i) => y(value(i)));
      chart.line("data", x(labels[0]), start, x(labels[1]), end, colour, style.line_width);
      pair.forEach((i, k) => {
        const node = chart.point(chart.layers.over, x(labels[k]), y(value(i)), colour, 0);
        chart.mark(node.node(), i, { shape: "point", read: { value: ["y", "cy"] } });
      });
    });
    labels.forEach((label, k) => {
      const wanted = rows.map((pair) => y(value(pair[k])));
      const both = k === 1 || !(chart.variant.once || grid);
      const at = spread(wanted, Math.max(both ? tall : 0, measure("0", font).up + 4), plot.y0, plot.y1);
      const sign = k ? 1 : -1;
      rows.forEach((pair, s) => {
        const fill = readable(chart.colour(categories[s]), chart.ground);
        const options = { anchor: k ? "start" : "end", valign: "middle", fill, ground: style.background };
        const edge = x(label) + sign * 10;
        if (Math.abs(at[s] - wanted[s]) > 2) chart.line("over", x(label) + sign * 4, wanted[s], edge - sign, at[s], fill, 0.7);
        if (chart.showsValue(pair[k])) chart.text(chart.valueText(value(pair[k])), edge, at[s], { ...options, kind: "value", index: pair[k] });
        if (both) {
          const more = { weight: 600, kind: "series", names: { category: categories[s] } };
          chart.text(names[s], edge + sign * (grid ? 2 : wide), at[s], { ...options, ...more });
        }
      });
    });
  };
  docassay.draw.slope.variants = [{}, { once: true }];
}
