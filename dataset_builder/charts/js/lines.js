"use strict";
// Lines over ordered labels: line, multi_line, area, stacked_area.

{
  const { measure, widest, wrap, lineHeight, spread, readable } = docassay;

  const CURVES = { linear: () => d3.curveLinear, monotone: () => d3.curveMonotoneX, step: () => d3.curveLinear };

  docassay.draw.multi_line = (chart) => {
    const { spec, style } = chart;
    const { labels, categories } = spec;
    const font = chart.font();
    const series = categories.map((category, i) => ({
      category,
      colour: chart.colour(category),
      symbol: i,
      points: labels.map((label) => chart.index(label, category)),
    }));
    const shows = spec.exact === "labels";
    const valueWidth = shows ? widest(spec.data.map((d) => chart.valueText(d.value)), font) : 0;
    const direct = namesAtEnds(chart, categories, valueWidth);
    if (!direct) {
      const shape = "line";
      chart.legend(series.map(({ category: text, colour, symbol }) => ({ text, colour, shape, symbol, names: { category: text } })));
    }
    const values = spec.data.map((datum) => datum.value);
    const lead = 10;
    const right = shows ? valueWidth + lead + 4 + (direct ? direct.width + 6 : 0) : direct ? direct.width + lead : 8;
    const bottom = { id: "x", kind: "point", axis: spec.x, names: labels, padding: 0.12 };
    const gap = Math.max(measure("0", font).up + 3, direct ? direct.tall : 0);
    const left = { id: "y", kind: "number", axis: spec.y, values, zero: false };
    const { x, y, plot } = docassay.axes(chart, { bottom, left, right });

    for (const { colour, symbol, points } of series) {
      const path = d3.line((i) => x(spec.data[i].label), (i) => y(spec.data[i].value)).curve(CURVES[style.curve]());
      const node = chart.layers.data.append("path").attr("d", path(points)).attr("fill", "none");
      node.attr("stroke", colour).attr("stroke-width", style.line_width).attr("stroke-linejoin", "round");
      for (const i of points) {
        const [px, py] = [x(spec.data[i].label), y(spec.data[i].value)];
        const point = chart.point(chart.layers.over, px, py, colour, symbol);
        chart.mark(point.node(), i, { shape: "point", read: { value: ["y", "cy"] } });
      }
    }
    labels.forEach((label, column) => {
      const last = column === labels.length - 1;
      const own = series.map(({ points }) => points[column]);
      const wanted = own.map((i) => y(spec.data[i].value));
      const at = spread(wanted, last ? gap : measure("0", font).up + 3, plot.y0 - 4, plot.y1 - 1);
      series.forEach(({ category, colour }, s) => {
        const fill = readable(colour, chart.ground);
        const px = x(label);
        const moved = Math.abs(at[s] - wanted[s]) > 3;
        const options = { valign: "middle", fill, halo: true };
        if (moved && (shows || (last && direct))) {
          chart.line("data", px + style.marker_size / 2, wanted[s], px + lead - 1, at[s], fill, 0.7);
        }
        if (shows) {
          const text = chart.valueText(spec.data[own[s]].value);
          chart.text(text, px + lead, at[s], { ...options, kind: "value", index: own[s] });
        }
        if (last && direct) {
          const start = px + lead + (shows ? valueWidth + 6 : 0);
          const more = { kind: "series", names: { category }, weight: 600 };
          chart.text(direct.lines[s], start, at[s], { ...options, ...more });
        }
      });
    });
  };
  docassay.draw.multi_line.variants = [{}, { direct: false }];

  /** The series' names as they stand at the ends of their lines, or null where a legend is due. */
  const namesAtEnds = (chart, names, taken) => {
    const { style, area, variant } = chart;
    if (variant.direct === false || style.legend !== "direct") return null;
    const font = chart.font({ weight: 600 });
    const lines = names.map((name) => wrap(name, font, area.width * 0.32 - taken / 2, 2));
    if (!lines.every(Boolean)) return null;
    const tall = Math.max(...lines.map((l) => l.length)) * lineHeight(font);
    return tall * names.length < area.height * 0.9 ? { lines, width: widest(lines.flat(), font), tall } : null;
  };
}
