"use strict";
// Text of charts: measured, wrapped, formatted, and its boxes compared. Lengths are CSS px of the figure.

globalThis.docassay ??= { draw: {}, trace: {}, problems: {} };

{
  const CLEAR_BLACK = 6; // contrast at which black text looks as clear as white text does at 4.5
  const PILL_ROOM = 9; // px that a small ground and the fill in sight around it take

  const pen = document.createElement("canvas").getContext("2d");
  const measures = new Map();
  const glyphs = new Map();

  const css = (font, fallback = "") => `${font.weight} ${font.size}px "${font.family}"${fallback}`;
  let penFont = "";

  const setPen = (font) => {
    if (font === penFont) return;
    pen.font = font;
    penFont = font;
  };

  /** Width of one line, and how far its ink reaches up and down from the baseline. */
  const measure = (text, font) => {
    const key = `${css(font)}|${text}`;
    let found = measures.get(key);
    if (!found) {
      setPen(css(font));
      const metrics = pen.measureText(text);
      found = {
        width: metrics.width,
        up: metrics.actualBoundingBoxAscent,
        down: Math.max(0, metrics.actualBoundingBoxDescent),
        before: Math.max(0, metrics.actualBoundingBoxLeft), // px that ink reaches left of the start, as some a J does
      };
      measures.set(key, found);
    }
    return found;
  };

  /** The characters of a text that its font lacks: they change width with the font that stands in. */
  const missingGlyphs = (text, font) =>
    [...new Set(text)].filter((character) => {
      const key = `${font.weight}|${font.family}|${character}`;
      if (!glyphs.has(key)) {
        const widths = [", monospace", ", serif"].map((fallback) => {
          setPen(css({ ...font, size: 40 }, fallback));
          return pen.measureText(character).width;
        });
        glyphs.set(key, character.trim() !== "" && widths[0] !== widths[1]);
      }
      return glyphs.get(key);
    });

  /** Lines of even length no wider than `width`, or null where that takes more than `most` lines. */
  const wrap = (text, font, width, most = 3, words = text.split(" ")) => {
    const fill = (limit) => {
      const lines = [words[0]];
      for (const word of words.slice(1)) {
        const longer = `${lines.at(-1)} ${word}`;
        if (measure(longer, font).width <= limit) lines[lines.length - 1] = longer;
        else lines.push(word);
      }
      return lines.every((line) => measure(line, font).width <= limit) ? lines : null;
    };
    let lines = fill(width);
    if (!lines || lines.length > most) return null;
    for (;;) {
      const tighter = fill(widest(lines, font) - 0.5);
      if (!tighter || tighter.length > lines.length) return lines;
      lines = tighter;
    }
  };

  /** Lines of a title: where it needs two, parted at a comma if that leaves them of like length, and never within a time. */
  const wrapTitle = (text, font, width) => {
    if (measure(text, font).width <= width) return [text];
    const words = text.split(/ (?<!\b(?:[A-Z][a-z]+|Q\d) (?=\d{4}\b))/);
    const pairs = d3.range(1, words.length).map((i) => [words.slice(0, i).join(" "), words.slice(i).join(" ")]);
    const fitting = pairs.filter((lines) => widest(lines, font) <= width);
    const isJoint = ([first, second]) => first.endsWith(",") || /^(and|by) /.test(second);
    const cost = (lines) =>
      Math.abs(measure(lines[0], font).width - measure(lines[1], font).width) / width + (isJoint(lines) ? 0 : 0.5);
    return d3.least(fitting, cost) ?? wrap(text, font, width, 4, words) ?? wrap(text, font, width, 4);
  };

  const widest = (lines, font) => Math.max(0, ...lines.map((line) => measure(line, font).width));

  const separators = { comma: ",", space: "\u00a0", plain: "" };

  /** A number as the style prints it. */
  const formatNumber = (value, decimals, style) => {
    const [whole, part] = Math.abs(value).toFixed(decimals).split(".");
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separators[style.number_format]);
    const digits = part ? `${grouped}.${part}` : grouped;
    return value < 0 && /[1-9]/.test(digits) ? style.minus + digits : digits;
  };

  /** A number with its unit where that is one sign. */
  const formatValue = (value, decimals, unit, style) => {
    const digits = formatNumber(value, decimals, style);
    if (unit === "%") return `${digits}%`;
    if (!/^[$€£¥]$/.test(unit)) return digits;
    return digits.startsWith(style.minus) ? `${style.minus}${unit}${digits.slice(1)}` : `${unit}${digits}`;
  };

  const lineHeight = (font) => font.size * 1.18;

  /**
   * Baselines of a block of lines at (x, y). `valign` says what of the block stands at y: the top of its first
   * capitals, the middle, the last baseline (`bottom`), or the first one (`baseline`).
   */
  const baselines = (lines, y, valign, font) => {
    const cap = measure("H", font).up;
    const rest = (lines.length - 1) * lineHeight(font);
    const first = { top: y + cap, middle: y + (cap - rest) / 2, bottom: y - rest, baseline: y }[valign];
    return lines.map((_, i) => first + i * lineHeight(font));
  };

  const rectangle = (x0, y0, x1, y1) => [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];

  const turned = (polygon, degrees, x, y) => {
    if (!degrees) return polygon;
    const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    return polygon.map(([px, py]) => [x + (px - x) * cos - (py - y) * sin, y + (px - x) * sin + (py - y) * cos]);
  };

  /** The polygon that the ink of a block will fill, before it is drawn. */
  const textPolygon = (lines, x, y, { anchor = "start", valign = "baseline", rotate = 0, font }) => {
    const at = baselines(lines, y, valign, font);
    const width = widest(lines, font);
    const left = x - { start: 0, middle: width / 2, end: width }[anchor];
    const top = at[0] - measure(lines[0], font).up;
    const bottom = at.at(-1) + measure(lines.at(-1), font).down;
    return turned(rectangle(left, top, left + width, bottom), rotate, x, y);
  };

  /** Whether two convex polygons share more than `slack` px in every direction; a negative slack asks for a gap. */
  const overlap = (p, q, slack = 0) => {
    for (const polygon of [p, q]) {
      for (let i = 0; i < polygon.length; i++) {
        const [[ax, ay], [bx, by]] = [polygon[i], polygon[(i + 1) % polygon.length]];
        const length = Math.hypot(bx - ax, by - ay);
        if (!length) continue;
        const [nx, ny] = [(ay - by) / length, (bx - ax) / length];
        const ends = [p, q].map((points) => {
          const along = points.map(([x, y]) => x * nx + y * ny);
          return [Math.min(...along), Math.max(...along)];
        });
        if (ends[0][1] - slack <= ends[1][0] || ends[1][1] - slack <= ends[0][0]) return false;
      }
    }
    return true;
  };

  const bounds = (polygon) => {
    const [xs, ys] = [polygon.map((point) => point[0]), polygon.map((point) => point[1])];
    return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  };

  /**
   * Positions at least `gap` apart and within [low, high], as near to the wanted ones as that allows; in the order of
   * `ranks`, which is that of the wanted ones unless given.
   */
  const spread = (wanted, gap, low, high, ranks = wanted) => {
    const order = wanted.map((_, i) => i).sort((a, b) => ranks[a] - ranks[b] || a - b);
    let clusters = [];
    for (const i of order) {
      clusters.push({ members: [i], sum: wanted[i] });
      for (;;) {
        const [before, last] = clusters.slice(-2);
        if (!last) break;
        const centre = ({ members, sum }) => clamp(sum / members.length, members.length);
        const needed = ((before.members.length + last.members.length) * gap) / 2;
        if (centre(last) - centre(before) >= needed - 1e-9) break;
        clusters.splice(-2, 2, { members: [...before.members, ...last.members], sum: before.sum + last.sum });
      }
    }
    function clamp(centre, count) {
      const half = ((count - 1) * gap) / 2;
      return Math.max(low + half, Math.min(high - half, centre));
    }
    const placed = [];
    for (const { members, sum } of clusters) {
      const start = clamp(sum / members.length, members.length) - ((members.length - 1) * gap) / 2;
      members.forEach((i, k) => (placed[i] = start + k * gap));
    }
    return placed;
  };

  const luminance = (colour) => {
    const { r, g, b } = d3.rgb(colour);
    const [red, green, blue] = [r, g, b].map((c) => (c <= 10.31 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  /** Contrast ratio of WCAG 2, 1 to 21. */
  const contrast = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };

  /** The colour, darkened (or on a dark ground lightened) until text in it can be read on the ground. */
  const readable = (colour, ground) => {
    const end = luminance(ground) > 0.18 ? "#000000" : "#ffffff";
    for (let share = 0; share < 1; share += 0.08) {
      const mixed = d3.interpolateRgb(colour, end)(share);
      if (contrast(mixed, ground) >= 4.6) return d3.color(mixed).formatHex();
    }
    return end;
  };

  /** White on a fill where that can be read, else the ink if it stands out well, else black. */
  const inkOn = (fill, ink) => {
    if (contrast("#ffffff", fill) >= 4.5) return "#ffffff";
    return contrast(ink, fill) >= 7 ? ink : "#000000";
  };

  /**
   * How text of a polygon stands in a tile of `width` by `height` px: {fill, ground, pill}. On tones between light and
   * dark neither white nor black looks clear: there it gets a small light ground that leaves the tile's edge in sight.
   */
  const lookOn = (fill, ink, polygon, { width, height }) => {
    const [x0, y0, x1, y1] = bounds(polygon);
    const [own, fits] = [inkOn(fill, ink), x1 - x0 + PILL_ROOM <= width && y1 - y0 + PILL_ROOM <= height];
    if (own === "#ffffff" || contrast(own, fill) >= CLEAR_BLACK || !fits) return { fill: own, ground: fill };
    const ground = d3.color(d3.interpolateRgb(fill, "#ffffff")(0.55)).formatHex();
    return { fill: inkOn(ground, ink), ground, pill: true };
  };

  Object.assign(docassay, {
    measure,
    missingGlyphs,
    wrap,
    wrapTitle,
    widest,
    formatNumber,
    formatValue,
    lineHeight,
    baselines,
    rectangle,
    turned,
    textPolygon,
    overlap,
    bounds,
    spread,
    contrast,
    readable,
    inkOn,
    lookOn,
  });
}
