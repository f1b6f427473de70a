"use strict";
// Annotations: remarks at marks, and reference lines across the plot.

{
  const { wrap, bounds, overlap, textPolygon } = docassay;

  const WIDEST = 130;

  /** Draw the spec's annotations where they touch nothing; one that finds no place is a problem. */
  docassay.annotate = (chart) => {
    for (const note of chart.spec.annotations) {
      if (note.value === null && chart.variant.notesBelow) continue;
      const done = note.value === null ? atMark(chart, note) : atLevel(chart, note);
      if (!done) chart.problems.push(`annotation '${note.text}' has no place`);
    }
  };

  const options = (chart) => ({ size: chart.noteSize, fill: chart.style.ink, kind: "annotation" });

  /** The mark of a note: its box, and the boxes that the note may point at: the mark's, else its printed value's. */
  const markOf = (chart, { label, category }) => {
    const index = chart.index(label, category);
    const mark = chart.marks.find((found) => found.index === index);
    if (!mark) return null;
    const [x0, y0, x1, y1] = docassay.boxOf(mark);
    const values = chart.texts.filter((text) => text.kind === "value" && text.index === index);
    const targets = [[x0, y0, x1, y1], ...values.map((text) => grown(bounds(text.polygon), 1.5))];
    return { x: (x0 + x1) / 2, box: [x0, y0, x1, y1], targets };
  };

  const grown = ([x0, y0, x1, y1], by) => [x0 - by, y0 - by, x1 + by, y1 + by];

  /** Places around a mark, the near ones first, above before below. */
  const placesAround = ({ x, box }) => {
    const [x0, y0, x1, y1] = box;
    const places = [];
    for (const away of [16, 26, 38, 52, 68, 86, 106]) {
      for (const side of [0, 14, -14, 30, -30, 50, -50]) {
        const anchor = side > 0 ? "start" : side < 0 ? "end" : "middle";
        places.push({ x: x + side, y: y0 - away, anchor, valign: "bottom" });
        places.push({ x: x + side, y: y1 + away, anchor, valign: "top" });
      }
      places.push({ x: x1 + away, y: (y0 + y1) / 2, anchor: "start", valign: "middle" });
      places.push({ x: x0 - away, y: (y0 + y1) / 2, anchor: "end", valign: "middle" });
    }
    return places;
  };

  const atMark = (chart, note) => {
    const mark = markOf(chart, note);
    if (!mark) return false;
    const font = chart.font({ size: chart.noteSize });
    const { area } = chart;
    const within = [area.x, area.y, area.x + area.width, area.y + area.height];
    for (const [width, crossing] of [
      [WIDEST, false],
      [WIDEST * 0.7, false],
      [WIDEST, true],
    ]) {
      const lines = wrap(note.text, font, width, 4);
      if (!lines) continue;
      for (const place of placesAround(mark)) {
        const polygon = textPolygon(lines, place.x, place.y, { ...place, font });
        if (!chart.isFree(polygon, { gap: 4, within, crossing })) continue;
        const clear = (leader) => !chart.texts.some((text) => overlap(text.polygon, strip(leader)));
        const leader = mark.targets.map((box) => leaderBetween(bounds(polygon), box)).find(clear);
        if (!leader) continue;
        chart.text(lines, place.x, place.y, { ...options(chart), ...place, halo: true, names: note });
        drawLeader(chart, leader);
        return true;
      }
    }
    return false;
  };

  /** From near a note's box to near the edge of a mark's: two points. */
  const leaderBetween = (note, mark) => {
    const near = (value, low, high) => (low > high ? (low + high) / 2 : Math.max(low, Math.min(high, value)));
    const end = [0, 1].map((i) => near((note[i] + note[i + 2]) / 2, mark[i] + 1, mark[i + 2] - 1));
    const start = [0, 1].map((i) => near(end[i], note[i], note[i + 2]));
    const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
    const step = [(3 * (end[0] - start[0])) / length, (3 * (end[1] - start[1])) / length];
    return [
      [start[0] + step[0], start[1] + step[1]],
      [end[0] - step[0], end[1] - step[1]],
    ];
  };

  const strip = ([[ax, ay], [bx, by]]) => [
    [ax - 1, ay - 1],
    [ax + 1, ay + 1],
    [bx + 1, by + 1],
    [bx - 1, by - 1],
  ];

  const drawLeader = (chart, [from, to]) => {
    const { ink_soft: colour, annotation } = chart.style;
    chart.line("over", ...from, ...to, colour, 0.9);
    if (annotation === "arrow") {
      const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
      const corners = [0.4, -0.4].map((turn) => [
        to[0] - 6 * Math.cos(angle + turn),
        to[1] - 6 * Math.sin(angle + turn),
      ]);
      chart.layers.over.append("path").attr("d", `M${to}L${corners[0]}L${corners[1]}Z`).attr("fill", colour);
    }
    if (annotation === "callout") {
      chart.layers.over.append("circle").attr("cx", to[0]).attr("cy", to[1]).attr("r", 1.8).attr("fill", colour);
    }
  };

  /** A dashed line across the plot at a value, with its remark where there is room along it. */
  const atLevel = (chart, note) => {
    const font = chart.font({ size: chart.noteSize });
    return Object.values(chart.plots).every(({ x, y, plot, values }) => {
      const upright = values === "y";
      const at = (upright ? y : x)(note.value);
      const ends = upright ? [plot.x0, at, plot.x1, at] : [at, plot.y0, at, plot.y1];
      chart.line("data", ...ends, chart.style.ink, 1).attr("stroke-dasharray", "5 3");
      const lines = wrap(note.text, font, upright ? plot.x1 - plot.x0 : WIDEST, 3) ?? [note.text];
      const places = d3.range(0, 1.01, 0.1).flatMap((share) =>
        upright
          ? [
              [-4, "bottom"],
              [4, "top"],
            ].map(([dy, valign]) => {
              return {
                x: plot.x1 - share * (plot.x1 - plot.x0),
                y: at + dy,
                anchor: share < 0.5 ? "end" : "start",
                valign,
              };
            })
          : [
              [4, "start"],
              [-4, "end"],
            ].map(([dx, anchor]) => {
              return {
                x: at + dx,
                y: plot.y1 - 2 - share * (plot.y1 - plot.y0),
                anchor,
                valign: share < 0.5 ? "bottom" : "top",
              };
            }),
      );
      const free = (crossing) => chart.freePlace(lines, places, { ...options(chart), gap: 1.5, crossing });
      const place = free(false) ?? free(true);
      if (place) chart.text(lines, place.x, place.y, { ...options(chart), ...place, halo: true, names: note });
      return Boolean(place);
    });
  };
}
