"use strict";
// What was drawn, measured from the nodes themselves: the trace, and all that a reader could not read.

{
  const { measure, overlap, bounds, turned, rectangle, contrast, missingGlyphs } = docassay;

  const APART = 1.9; // px between numbers in one line

  const round = (number) => Math.round(number * 1000) / 1000;

  const shifted = (node) => {
    const found = /translate\(([-\d.e]+)[ ,]+([-\d.e]+)\)/.exec(node.getAttribute("transform") ?? "");
    return found ? [Number(found[1]), Number(found[2])] : [0, 0];
  };

  /** A mark's box in figure px, without its stroke. */
  const boxOf = ({ node, geometry }) => {
    if ("top" in geometry && "x" in geometry) return [geometry.x, geometry.top, geometry.x, geometry.bottom];
    const { x, y, width, height } = node.getBBox();
    const [dx, dy] = shifted(node);
    return [x + dx, y + dy, x + dx + width, y + dy + height];
  };

  /** What a mark's box does not tell: the middle of a symbol is the point that it stands for, not that of its box. */
  const geometryOf = ({ node, shape, geometry }) => {
    if (shape !== "point" || !node.hasAttribute("transform")) return geometry;
    const [cx, cy] = shifted(node).map(round);
    return { ...geometry, cx, cy };
  };

  docassay.boxOf = boxOf;

  /** The corners that a drawn path passes through, in its order. */
  docassay.vertices = (node) =>
    node
      .getAttribute("d")
      .match(/[MLC][^MLCZ]*/g)
      .map((command) => command.slice(1).split(/[ ,]/).map(Number).slice(-2));

  /** The polygon of a drawn text: width as laid out, height as inked. */
  const drawnPolygon = (text) => {
    const nodes = [...text.group.node().querySelectorAll("text")];
    const boxes = nodes.map((node) => node.getBBox());
    const left = Math.min(...boxes.map((box) => box.x));
    const right = Math.max(...boxes.map((box) => box.x + box.width));
    const top = text.at[0] - measure(text.lines[0], text.font).up;
    const bottom = text.at.at(-1) + measure(text.lines.at(-1), text.font).down;
    return turned(rectangle(left, top, right, bottom), text.rotate, text.x, text.y);
  };

  const shrunk = ([x0, y0, x1, y1], by) =>
    rectangle(x0 + by, y0 + by, Math.max(x0 + by, x1 - by), Math.max(y0 + by, y1 - by));

  /** Problems that show before anything is laid out: texts whose expected boxes overlap or leave the figure. */
  docassay.foresee = (chart) => {
    const texts = chart.texts.map((text) => ({ ...text, box: bounds(text.polygon) }));
    return [...chart.problems, ...crowded(chart, texts)];
  };

  /** Texts that leave the figure, overlap, or run together. */
  const crowded = (chart, texts) =>
    texts.flatMap((text, i) => {
      const [x0, y0, x1, y1] = text.box;
      const outside = x0 < 0 || y0 < 0 || x1 > chart.width || y1 > chart.height;
      const later = texts.slice(i + 1);
      const over = later.filter((other) => touch(text.box, other.box) && overlap(text.polygon, other.polygon));
      const near = later.filter((other) => runTogether(text, other));
      const told = [...new Set([...over, ...near])].map((other) => `${nameOf(text)} overlaps ${nameOf(other)}`);
      return outside ? [`${nameOf(text)} leaves the figure`, ...told] : told;
    });

  /** Whether two numbers in one line stand so close that they could be read as one. */
  const runTogether = (text, other) => {
    if (text.kind !== "value" || other.kind !== "value" || text.rotate || other.rotate) return false;
    const [a, b] = [text.box, other.box];
    if (Math.max(a[0], b[0]) - Math.min(a[2], b[2]) >= APART) return false;
    return Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > 0.6 * (a[3] - a[1]);
  };

  const nameOf = (text) => `${text.kind} '${text.lines.join(" ")}'`;

  /** What can't be read: each problem a sentence; none where the list is empty. */
  const findProblems = (chart, texts, marks) => {
    const problems = crowded(chart, texts);
    for (const text of texts) {
      if (text.font.size < docassay.SMALLEST) problems.push(`${nameOf(text)} is smaller than ${docassay.SMALLEST} px`);
      const ratio = contrast(text.fill, text.ground);
      if (ratio < 4.5) problems.push(`${nameOf(text)} has contrast ${ratio.toFixed(2)} on ${text.ground}`);
      const missing = missingGlyphs(text.lines.join(""), text.font);
      if (missing.length)
        problems.push(`${nameOf(text)} has no glyph for '${missing.join("")}' in ${text.font.family}`);
      for (const mark of marks) {
        if (!mark.solid || text.on.includes(mark.index) || !touch(text.box, mark.box)) continue;
        const outline = mark.polygon ?? shrunk(mark.box, 0.5);
        if (overlap(text.polygon, outline, 0.5)) {
          problems.push(`${nameOf(text)} covers the mark of '${chart.spec.data[mark.index].label}'`);
        }
      }
    }
    for (const mark of marks) {
      const [x0, y0, x1, y1] = mark.box;
      if (![x0, y0, x1, y1].every(Number.isFinite)) problems.push(`mark ${mark.index} has no place`);
      else if (x0 < -0.5 || y0 < -0.5 || x1 > chart.width + 0.5 || y1 > chart.height + 0.5) {
        problems.push(`the mark of '${chart.spec.data[mark.index].label}' leaves the figure`);
      }
    }
    return [...chart.problems, ...problems, ...findUnread(chart, texts, marks)];
  };

  /** Data without a mark, or without the printed value that exact reading asks for. */
  const findUnread = (chart, texts, marks) => {
    const marked = new Set(marks.map((mark) => mark.index));
    const printed = new Map(
      texts.filter((text) => text.kind === "value").map((text) => [text.index, text.lines.join(" ")]),
    );
    return chart.spec.data.flatMap((datum, i) => {
      const who = [datum.label, datum.category].filter(Boolean).join(" / ");
      if (!marked.has(i)) return [`'${who}' has no mark`];
      return chart.spec.exact === "labels" && !printed.has(i) ? [`'${who}' has no printed value`] : [];
    });
  };

  const touch = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

  /** Measure a drawn chart and return its trace and its problems. */
  docassay.inspect = (chart) => {
    const texts = chart.texts.map((text) => {
      const polygon = drawnPolygon(text);
      return { ...text, polygon, box: bounds(polygon) };
    });
    const marks = chart.marks.map((mark) => ({ ...mark, box: boxOf(mark), geometry: geometryOf(mark) }));
    const problems = chart.givenUp ? chart.problems : findProblems(chart, texts, marks);
    const { spec, width, height, scales, ticks } = chart;
    const trace = {
      viz_id: spec.viz_id,
      chart_type: spec.chart_type,
      exact: spec.exact,
      width,
      height,
      text_size: chart.size,
      scales,
      ticks: ticks.map((tick) => ({ ...tick, position: round(tick.position) })),
      marks: marks.map(({ node, index, shape, read, geometry, box, scaleOf }) => {
        const { label, category } = spec.data[index];
        const paint = { fill: node.getAttribute("fill"), stroke: node.getAttribute("stroke") };
        return { index, label, category, shape, box: box.map(round), geometry, read, ...paint, scale_of: scaleOf };
      }),
      labels: texts.map(({ lines, box, font, rotate, kind, index, names, fill }) => {
        return { text: lines.join(" "), lines, box: box.map(round), size: font.size, rotate, kind, index, names, fill };
      }),
      legend: chart.legendEntries.map((entry) => ({ ...entry, box: entry.box.map(round) })),
    };
    return { trace, problems };
  };
}
