"use strict";
// Lines over ordered labels: line, multi_line, area.

{
  const { measure, widest, wrap, lineHeight, spread, readable, overlap, bounds, textPolygon } = docassay;

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

  const single = (filled) => (chart) =>
    docassay.panels(chart, (data, suffix) => {
      const { spec, style } = chart;
      const font = chart.font();
      const values = spec.data.map((datum) => datum.value);
      const texts = data.map(([datum]) => chart.valueText(datum.value));
      const shown = data.filter(([, i]) => chart.showsValue(i));
      const turn = widest(texts, font) > chart.area.width / data.length - 3;
      const px = (turn ? widest(texts, font) : measure("0", font).up) + style.marker_size + 5;
      const beyond = shown.map(([datum]) => [datum.value, px]);
      const padding = 0.25;
      const right = Math.max(
        6,
        (turn ? 0 : widest(texts, font) / 2) - (padding * chart.area.width) / (data.length + 0.5),
      );
      const bottom = { id: "x", kind: "point", axis: spec.x, names: data.map(([datum]) => datum.label), padding };
      const left = {
        id: "y",
        kind: "number",
        axis: spec.y,
        values,
        zero: filled,
        beyond,
        before: filled ? [] : beyond,
      };
      const { x, y, plot } = docassay.axes(chart, { bottom, left, right, suffix });
      const colour = style.accent;
      if (filled) {
        const shape = d3
          .area(
            ([datum]) => x(datum.label),
            () => y(0),
            ([datum]) => y(datum.value),
          )
          .curve(docassay.curve(style));
        chart.layers.data
          .append("path")
          .attr("d", shape(data))
          .attr("fill", colour)
          .attr("fill-opacity", style.fill_opacity * 0.3);
      }
      const points = drawLine(
        chart,
        data.map(([, i]) => i),
        { x, y, colour, symbol: 0, suffix },
      );
      data.forEach(([datum, index], k) => {
        if (!chart.showsValue(index)) return;
        const [cx, cy] = points[k];
        const [before, after] = [points[k - 1]?.[1] ?? cy, points[k + 1]?.[1] ?? cy];
        const options = {
          kind: "value",
          index,
          pill: filled,
          halo: !filled,
          rotate: turn ? -90 : 0,
          anchor: turn ? "start" : "middle",
        };
        const away = style.marker_size / 2 + 4;
        const places = [];
        for (const step of [0, 7, 14, 22, 30]) {
          const above = { x: cx, y: cy - away - step, valign: turn ? "middle" : "bottom", moved: step };
          const under = {
            x: cx,
            y: cy + away + step,
            valign: turn ? "middle" : "top",
            moved: step,
            anchor: turn ? "end" : "middle",
          };
          places.push(
            ...(before < cy && after < cy && !(filled && datum.value >= 0) ? [under, above] : [above, under]),
          );
        }
        const within = [plot.x0 - 20, plot.y0 - 8, chart.width - 1, plot.y1 - 2];
        const place = chart.freePlace(texts[k], places, { ...options, within }) ?? places[0];
        if (place.moved) chart.leader(cx, cy, cx, place.y);
        chart.text(texts[k], place.x, place.y, { ...options, ...place });
      });
    });

  docassay.draw.line = single(false);
  docassay.draw.area = single(true);

  docassay.draw.multi_line = (chart) => {
    const { spec, style } = chart;
    const { labels, categories } = spec;
    const font = chart.font();
    const series = categories.map((category, symbol) => {
      return {
        category,
        symbol,
        colour: chart.colour(category),
        indexes: labels.map((label) => chart.index(label, category)),
      };
    });
    const shows = spec.exact === "labels";
    const valueWidth = shows
      ? widest(
          spec.data.map((d) => chart.valueText(d.value)),
          font,
        )
      : 0;
    const direct = docassay.namesAtEnds(chart, categories, valueWidth);
    if (!direct) chart.legend(docassay.seriesLegend(chart, (symbol) => ({ shape: "line", symbol })));
    const values = spec.data.map((datum) => datum.value);
    const lead = style.marker_size / 2 + 6;
    const right = (shows ? valueWidth + lead : 4) + (direct ? direct.width + 8 : 0);
    const bottom = { id: "x", kind: "point", axis: spec.x, names: labels, padding: 0.12 };
    const left = { id: "y", kind: "number", axis: spec.y, values };
    const { x, y, plot } = docassay.axes(chart, { bottom, left, right });

    for (const { category, colour, symbol, indexes } of series) {
      const strong = spec.highlighted.includes(category) ? 1.6 : 1;
      drawLine(chart, indexes, { x, y, colour, symbol, strong });
    }
    labels.forEach((label, column) => {
      const last = column === labels.length - 1;
      const px = x(label);
      const own = series.map(({ indexes }) => indexes[column]);
      const wanted = own.map((i) => y(spec.data[i].value));
      const ground = last ? style.background : chart.ground;
      // A line that ends at a number would be read as its minus: hence the margin, and values off their own lines.
      const options = { valign: "middle", halo: last ? false : 4, ground };
      const print = (s, place) => {
        const fill = readable(series[s].colour, ground);
        const text = chart.valueText(spec.data[own[s]].value);
        chart.text(text, place.x, place.y, { ...options, ...place, fill, kind: "value", index: own[s] });
      };
      const free = shows && !last ? freePlaces(chart, own, px, wanted) : null;
      if (free) {
        free.forEach((place, s) => print(s, place));
        return;
      }
      const gap = Math.max(measure("0", font).up + 3.5, last && direct ? direct.tall : 0);
      const off = own.map((_, s) =>
        last ? 0 : bend(chart, series[s].indexes, column, y) * (measure("0", font).up / 2 + 3),
      );
      const at = spread(
        wanted.map((cy, s) => cy + off[s]),
        gap,
        plot.y0 - 2,
        plot.y1 - 5,
        wanted,
      );
      series.forEach(({ category, colour }, s) => {
        const fill = readable(colour, ground);
        if (Math.abs(at[s] - wanted[s]) > Math.abs(off[s]) + 3 && (shows || (last && direct))) {
          chart.leader(px + style.marker_size / 2, wanted[s], px + lead, at[s], 2);
        }
        if (shows) print(s, { x: px + lead, y: at[s] });
        if (last && direct) {
          const start = px + lead + (shows ? valueWidth + 6 : 0);
          chart.text(direct.lines[s], start, at[s], {
            ...options,
            fill,
            kind: "series",
            names: { category },
            weight: 600,
          });
        }
      });
    });
  };
  docassay.draw.multi_line.variants = [{}, { direct: false }];

  /** Which side of a line is free after a point: -1 above it where it falls, 1 below where it rises. */
  const bend = (chart, indexes, column, y) => {
    const [here, next] = [column, column + 1].map((k) => y(chart.spec.data[indexes[k]].value));
    return next > here ? -1 : 1;
  };

  /** A place around each point of a column that no line or other label touches; null if they can't all have one. */
  const freePlaces = (chart, own, px, wanted) => {
    const { spec, style } = chart;
    const font = chart.font();
    const away = style.marker_size / 2 + 3.5;
    const options = wanted.map((cy, s) => {
      const lines = [chart.valueText(spec.data[own[s]].value)];
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
        return wanted.every((other, k) => k === s || far(cy) + 1 <= far(other));
      };
      return places.filter(({ polygon }) => isOwn(polygon) && chart.isFree(polygon, { gap: 1 }));
    });
    const order = d3.sort(d3.range(own.length), (s) => options[s].length);
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
    return found && own.map((_, s) => found[order.indexOf(s)].place);
  };

  /** The series' names as they stand at the ends of their lines, or null where a legend is due. */
  docassay.namesAtEnds = (chart, names, taken) => {
    const { style, area, variant } = chart;
    if (variant.direct === false || style.legend !== "direct") return null;
    const font = chart.font({ weight: 600 });
    const lines = names.map((name) => wrap(name, font, area.width * 0.32 - taken / 2, 2));
    if (!lines.every(Boolean)) return null;
    const tall = Math.max(...lines.map((found) => found.length)) * lineHeight(font);
    return tall * names.length < area.height * 0.75 ? { lines, width: widest(lines.flat(), font), tall } : null;
  };
}
