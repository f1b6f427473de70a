"use strict";
// Lines over ordered labels: line, multi_line, area.

{
  const { measure, widest, wrap, lineHeight, spread, readable, overlap, bounds, textPolygon } = docassay;

  const MANY_LINES = 4; // that are told apart more easily by names at their ends than by a legend

  /** How a style joins points: all ways pass through every point. */
  docassay.curve = (style) => (style.curve === "monotone" ? d3.curveMonotoneX : d3.curveLinear);

  /** One line with its points; returns the points in figure px. */
  const drawLine = (chart, indexes, { x, y, colour, symbol, suffix = "", strong = 1 }) => {
    const { spec, style } = chart;
    const points = indexes.map((i) => [x(spec.data[i].label), y(spec.data[i].value)]);
    const path = d3.line().curve(docassay.curve(style))(points);
    const node = chart.layers.data.append("path").attr("d", path).attr("fill", "none").attr("stroke", colour);
    node.attr("stroke-width", style.line_width * strong).attr("stroke-linejoin", "round");
    const size = style.marker === "none" ? style.line_width + 1.5 : style.marker_size;
    points.forEach(([px, py], k) => {
      const point = chart.point(chart.layers.over, px, py, colour, symbol, size);
      chart.mark(point.node(), indexes[k], { shape: "point", read: { value: [`y${suffix}`, "cy"] }, scaleOf: suffix });
      chart.occupy(px - size / 2, py - size / 2, px + size / 2, py + size / 2);
    });
    chart.occupyLine(points, style.line_width);
    return points;
  };

  const single = (filled) => (chart) => {
    const least = (chart.spec.labels.length + 1) * (docassay.valueWidth(chart) + 5);
    const drawPanel = (data, suffix) => {
      const { spec, style } = chart;
      const font = chart.font();
      const values = spec.data.map((datum) => datum.value);
      // Panels are compared: what one of them needs, all have.
      const wide = docassay.valueWidth(chart);
      const turn = wide > chart.area.width / data.length - 3;
      const px = (turn ? wide : measure("0", font).up) + style.marker_size + 5;
      const beyond = values.filter((_, i) => chart.showsValue(i)).map((value) => [value, px]);
      const steps = Math.max(1, data.length - 1);
      const inward = ((wide / 2 - 2) * steps) / Math.max(1, chart.area.width - 2 * wide - 12);
      const padding = turn ? 0.25 : Math.min(1, Math.max(0.25, inward)); // no value reaches over the ticks' texts
      const overhang = (turn ? 0 : wide / 2) - (padding * chart.area.width) / (data.length + 0.5);
      const bottom = { id: "x", kind: "point", axis: spec.x, names: data.map(([datum]) => datum.label), padding };
      const left = { id: "y", kind: "number", axis: spec.y, values, zero: filled, beyond };
      const { x, y, plot } = docassay.axes(chart, { bottom, left, right: Math.max(6, overhang), suffix });
      const colour = style.accent;
      const indexes = data.map(([, i]) => i);
      if (filled) fillBelow(chart, data, { x, y, colour });
      const points = drawLine(chart, indexes, { x, y, colour, symbol: 0, suffix });
      indexes.forEach((index, k) => {
        if (chart.showsValue(index)) printValue(chart, index, points, k, { turn, filled, plot });
      });
    };
    docassay.panels(chart, drawPanel, { least });
  };

  const fillBelow = (chart, data, { x, y, colour }) => {
    const { style, layers } = chart;
    const shape = d3.area().curve(docassay.curve(style));
    const [at, base, level] = [([datum]) => x(datum.label), () => y(0), ([datum]) => y(datum.value)];
    const path = layers.data.append("path").attr("d", shape.x(at).y0(base).y1(level)(data));
    path.attr("fill", colour).attr("fill-opacity", style.fill_opacity * 0.3);
  };

  /** Print the value of point k above or below it, below where the line has a valley, further off where it must be. */
  const printValue = (chart, index, points, k, { turn, filled, plot }) => {
    const { value } = chart.spec.data[index];
    const text = chart.valueText(value);
    const [cx, cy] = points[k];
    const [before, after] = [points[k - 1]?.[1] ?? cy, points[k + 1]?.[1] ?? cy];
    const valley = before < cy && after < cy && !(filled && value >= 0);
    const options = { kind: "value", index, pill: filled, halo: !filled, rotate: turn ? -90 : 0 };
    const tail = turn ? 0 : measure(text, chart.font()).down; // of a comma
    const places = [0, 7, 14, 22, 30].flatMap((moved) => {
      const away = chart.style.marker_size / 2 + 4 + moved;
      const above = {
        x: cx,
        y: cy - away - tail,
        moved,
        valign: turn ? "middle" : "bottom",
        anchor: turn ? "start" : "middle",
      };
      const below = { x: cx, y: cy + away, moved, valign: turn ? "middle" : "top", anchor: turn ? "end" : "middle" };
      return valley ? [below, above] : [above, below];
    });
    const within = [plot.x0 - 20, plot.y0 - 8, chart.width - 1, plot.y1 - 2];
    const place = chart.freePlace(text, places, { ...options, within }) ?? places[0];
    if (place.moved) chart.leader(cx, cy, cx, place.y);
    chart.text(text, place.x, place.y, { ...options, ...place });
  };

  docassay.draw.line = single(false);
  docassay.draw.area = single(true);

  docassay.draw.multi_line = (chart) => {
    const { spec, style } = chart;
    const { labels, categories } = spec;
    const series = categories.map((category, symbol) => {
      const indexes = labels.map((label) => chart.index(label, category));
      return { category, symbol, colour: chart.colour(category), indexes };
    });
    const shows = spec.exact === "labels";
    const wide = shows ? docassay.valueWidth(chart) : 0;
    const direct = docassay.namesAtEnds(chart, categories, wide);
    if (!direct) chart.legend(docassay.seriesLegend(chart, (symbol) => ({ shape: "line", symbol })));
    const lead = style.marker_size / 2 + 6;
    const right = (shows ? wide + lead : 4) + (direct ? direct.width + 8 : 0);
    const bottom = { id: "x", kind: "point", axis: spec.x, names: labels, padding: 0.12 };
    const left = { id: "y", kind: "number", axis: spec.y, values: spec.data.map((datum) => datum.value) };
    const { x, y, plot } = docassay.axes(chart, { bottom, left, right });
    for (const { category, colour, symbol, indexes } of series) {
      const strong = spec.highlighted.includes(category) ? 1.6 : 1;
      drawLine(chart, indexes, { x, y, colour, symbol, strong });
    }
    labels.forEach((label, column) => {
      const last = column === labels.length - 1;
      const levels = series.map(({ indexes }) => y(spec.data[indexes[column]].value));
      const free = shows && !last ? freePlaces(chart, series, column, x(label), levels) : null;
      if (free) free.forEach((place, s) => printOf(chart, series[s], column, place, { halo: 4, ground: chart.ground }));
      else
        printColumn(chart, series, column, { px: x(label), levels, y, plot, lead, wide, direct: last && direct, last });
    });
  };
  docassay.draw.multi_line.variants = [{}, { direct: false }];

  /** Print the value of a series in a column. A line that ends at a number would be read as its minus: hence halos. */
  const printOf = (chart, { colour, indexes }, column, place, options) => {
    const index = indexes[column];
    const more = { fill: readable(colour, options.ground), kind: "value", index };
    chart.text(chart.valueText(chart.spec.data[index].value), place.x, place.y, { ...place, ...options, ...more });
  };

  /** Print the values of a column, and with `direct` the names of the series, right of the points in their order. */
  const printColumn = (chart, series, column, { px, levels, y, plot, lead, wide, direct, last }) => {
    const { style, spec } = chart;
    const shows = spec.exact === "labels";
    const ink = measure("0", chart.font()).up;
    const off = series.map(({ indexes }) => (last ? 0 : bend(chart, indexes, column, y) * (ink / 2 + 3)));
    const gap = Math.max(ink + 3.5, direct ? direct.tall : 0);
    const wanted = levels.map((level, s) => level + off[s]);
    const at = spread(wanted, gap, plot.y0 - 2, plot.y1 - 5, levels);
    const options = { valign: "middle", halo: last ? false : 4, ground: last ? style.background : chart.ground };
    series.forEach((one, s) => {
      const moved = Math.abs(at[s] - levels[s]) > Math.abs(off[s]) + 3;
      if (moved && (shows || direct)) chart.leader(px + style.marker_size / 2, levels[s], px + lead, at[s], 2);
      if (shows) printOf(chart, one, column, { x: px + lead, y: at[s] }, options);
      if (!direct) return;
      const more = { fill: readable(one.colour, options.ground), kind: "series", names: { category: one.category } };
      chart.text(direct.lines[s], px + lead + (shows ? wide + 6 : 0), at[s], { ...options, ...more, weight: 600 });
    });
  };

  /** Which side of a line is free after a point: -1 above it where it falls, 1 below where it rises. */
  const bend = (chart, indexes, column, y) => {
    const [here, next] = [column, column + 1].map((k) => y(chart.spec.data[indexes[k]].value));
    return next > here ? -1 : 1;
  };

  /** A place around each point of a column that no line or other label touches; null if they can't all have one. */
  const freePlaces = (chart, series, column, px, levels) => {
    const { spec, style } = chart;
    const font = chart.font();
    const away = style.marker_size / 2 + 3.5;
    const options = levels.map((cy, s) => {
      const lines = [chart.valueText(spec.data[series[s].indexes[column]].value)];
      const side = widest(lines, font) / 2 + 1;
      const places = [
        { x: px, y: cy - away, anchor: "middle", valign: "bottom" },
        { x: px, y: cy + away, anchor: "middle", valign: "top" },
        { x: px + side, y: cy - away, anchor: "middle", valign: "bottom" },
        { x: px + side, y: cy + away, anchor: "middle", valign: "top" },
        { x: px - side, y: cy - away, anchor: "middle", valign: "bottom" },
        { x: px - side, y: cy + away, anchor: "middle", valign: "top" },
        { x: px + away + 1, y: cy, anchor: "start", valign: "middle" },
        { x: px - away - 1, y: cy, anchor: "end", valign: "middle" },
      ].map((place) => ({ place, polygon: textPolygon(lines, place.x, place.y, { ...place, font }) }));
      // A label nearer to another point of the column would be taken for that one's.
      const isOwn = (polygon) => {
        const [x0, y0, x1, y1] = bounds(polygon);
        const far = (level) => Math.hypot((x0 + x1) / 2 - px, (y0 + y1) / 2 - level);
        return levels.every((other, k) => k === s || far(cy) + 1 <= far(other));
      };
      return places.filter(({ polygon }) => isOwn(polygon) && chart.isFree(polygon, { gap: 1 }));
    });
    const order = d3.sort(d3.range(series.length), (s) => options[s].length);
    let left = 400; // a search that would take longer has no good end
    const search = (k, chosen) => {
      if (k === order.length) return chosen;
      for (const option of options[order[k]]) {
        if (left-- < 0) return null;
        if (chosen.some((other) => overlap(option.polygon, other.polygon, -2))) continue;
        const found = search(k + 1, [...chosen, option]);
        if (found) return found;
      }
      return null;
    };
    const found = search(0, []);
    return found && series.map((_, s) => found[order.indexOf(s)].place);
  };

  /** The series' names as they stand at the ends of their lines, or null where a legend is due; of many lines always. */
  docassay.namesAtEnds = (chart, names, taken) => {
    const { style, area, variant } = chart;
    const isCrowded = chart.spec.chart_type === "multi_line" && names.length >= MANY_LINES;
    if (variant.direct === false || (style.legend !== "direct" && !isCrowded)) return null;
    const font = chart.font({ weight: 600 });
    const lines = names.map((name) => wrap(name, font, area.width * 0.32 - taken / 2, 2));
    if (!lines.every(Boolean)) return null;
    const tall = Math.max(...lines.map((found) => found.length)) * lineHeight(font);
    return tall * names.length < area.height * 0.75 ? { lines, width: widest(lines.flat(), font), tall } : null;
  };
}
