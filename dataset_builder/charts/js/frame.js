"use strict";
// The frame of every chart: title, legend, key, source, colours, and the book of what has been drawn.
//
// A drawing is `docassay.draw.<type> = (chart) => {...}`. It works in px of the whole figure (no group is moved),
// within `chart.area`, from which title and source have been cut and `legend`, `key` and `docassay.axes` cut their
// own; it enters all that it draws with `scale`, `mark` and `text`. `docassay.draw.<type>.variants` may list options of
// which the first that leaves no problem is taken; `chart.variant` holds the one being tried.

{
  const { measure, wrap, wrapTitle, widest, lineHeight, baselines, textPolygon, overlap, bounds, rectangle } = docassay;

  const SMALLEST = 10;
  const SYMBOLS = ["symbolCircle", "symbolSquare", "symbolTriangle", "symbolDiamond", "symbolCross", "symbolStar"];

  class Chart {
    /**
     * @param spec what `chart_html` wrote: the fields of ChartSpec, `labels` and `categories`
     * @param svg the figure's svg element
     * @param size {width, height} of the figure, {shrink} of its text (1 leaves it) and the {variant} to try
     */
    constructor(spec, svg, { width, height, shrink = 1, variant = {} }) {
      Object.assign(this, { spec, style: spec.style, width, height, variant });
      this.svg = d3.select(svg);
      this.size = Math.max(SMALLEST, this.style.label_size * shrink);
      this.noteSize = Math.max(SMALLEST, this.style.note_size * shrink);
      this.ground = this.style.panel || this.style.background;
      this.scales = {};
      this.ticks = [];
      this.marks = [];
      this.texts = [];
      this.legendEntries = [];
      this.occupied = []; // polygons that labels keep off
      this.crossable = []; // polygons of lines, which a label with a halo may cross if it must
      this.plots = {};
      this.captioned = false;
      this.compromises = []; // legible, but another variant would be better
      this.shortfall = 0; // legible, but a taller figure would be better: by which share the worst thing is too small
      this.problems = [];
      this.givenUp = false;
      this.layers = Object.fromEntries(
        ["ground", "grid", "data", "over", "patch", "text"].map((name) => [
          name,
          this.svg.append("g").attr("class", name),
        ]),
      );
      this.header();
    }

    font(options = {}) {
      const { size = this.size, weight = 400, family = this.style.font } = options;
      return { size, weight, family };
    }

    /** The index in the data of a mark. */
    index(label, category = "") {
      return this.spec.data.findIndex((datum) => datum.label === label && datum.category === category);
    }

    /** The printed value of a datum; `sign` writes the plus of a change. */
    valueText(value, { sign = false } = {}) {
      const text = docassay.formatValue(value, this.spec.decimals, this.spec.unit, this.style);
      return sign && value > 0 ? `+${text}` : text;
    }

    /** Whether a datum bears its printed value. */
    showsValue(index) {
      if (this.spec.exact !== "labels") {
        if (this.spec.exact === "tolerance" || this.style.value_labels !== "ends") return false;
        const values = this.spec.data.map((datum) => datum.value);
        return [d3.minIndex(values), d3.maxIndex(values)].includes(index);
      }
      return true;
    }

    /** Whether a line is drawn across the marks, so that labels past them need a patch. */
    get crossed() {
      return this.spec.annotations.some((note) => note.value !== null);
    }

    /** Colour of a category, label or other name that colour tells apart (see `colour_map` of the maker). */
    colour(name) {
      return this.spec.colours[name];
    }

    /** Weight of a name: bold where it is highlighted. */
    weight(name) {
      return this.spec.highlighted.includes(name) ? 700 : 400;
    }

    /** Colour of a mark of a single series: accented unless others are highlighted. */
    single(label) {
      const { highlighted } = this.spec;
      return highlighted.length && !highlighted.includes(label) ? this.style.muted : this.style.accent;
    }

    /** Colour of text on a fill (see `docassay.inkOn`). */
    inkOn(fill) {
      return docassay.inkOn(fill, this.style.ink);
    }

    symbol(i) {
      return d3[SYMBOLS[i % SYMBOLS.length]];
    }

    /** Enter a scale in figure px: kind band, point, linear, log, or what the drawing calls its own. */
    scale(id, kind, scale, more = {}) {
      const entry = { kind, domain: scale.domain(), range: scale.range(), ...more };
      if (kind === "band" || kind === "point") {
        const half = kind === "band" ? scale.bandwidth() / 2 : 0;
        entry.positions = Object.fromEntries(scale.domain().map((name) => [name, scale(name) + half]));
      }
      this.scales[id] = entry;
      return scale;
    }

    /**
     * Enter a drawn node as the mark of datum `index`.
     *
     * `read` says how its values are read back: {field: [scale id, edge]}, the value at the edge, or {field: [scale id,
     * edge, base]}, the value at the edge less that at the base. An edge is one of left, right, top, bottom, cx, cy of
     * the mark's box (without stroke), or a key of `geometry`. `solid` is false for what text may cross.
     */
    mark(node, index, { shape, read, solid = true, geometry = {}, polygon = null, scaleOf = "" }) {
      this.marks.push({ node, index, shape, read, solid, geometry, polygon, scaleOf });
      return node;
    }

    /**
     * Draw text: a string, or a list of lines; (x, y) is where `anchor` and `valign` say (see `docassay.baselines`).
     *
     * Options: anchor, valign, rotate (degrees about x, y), size, weight, family, fill, halo (a close patch that parts
     * it from lines behind; a number is its margin at the sides), pill (a wider one that parts it from fills behind),
     * ground (the colour behind, for the contrast), kind (value, category, tick, title, legend, note, ...), index (the
     * datum whose value it prints), names ({label}, {category}, ... that it stands for), on (indexes of marks that it
     * stands upon).
     */
    text(content, x, y, options = {}) {
      const lines = Array.isArray(content) ? content : [content];
      const { anchor = "start", valign = "baseline", rotate = 0, fill = this.style.ink } = options;
      const {
        halo = false,
        pill = false,
        ground = this.ground,
        kind = "note",
        index = null,
        names = {},
        on = [],
      } = options;
      const font = this.font(options);
      const turn = rotate ? `rotate(${rotate},${x},${y})` : null;
      const group = this.layers.text.append("g").attr("transform", turn);
      const at = baselines(lines, y, valign, font);
      const polygon = textPolygon(lines, x, y, { anchor, valign, rotate, font });
      if (pill) this.patch(turn, textPolygon(lines, x, y, { anchor, valign, font }), 2, 2, ground);
      lines.forEach((line, i) => {
        if (halo) this.patch(turn, textPolygon([line], x, at[i], { anchor, font }), Number(halo), 1, ground);
        group
          .append("text")
          .attr("x", x)
          .attr("y", at[i])
          .attr("text-anchor", anchor)
          .attr("fill", fill)
          .attr("font-family", `"${font.family}"`)
          .attr("font-size", font.size)
          .attr("font-weight", font.weight)
          .text(line);
      });
      this.occupied.push(polygon);
      this.texts.push({ group, polygon, lines, at, x, y, rotate, font, fill, ground, kind, index, names, on });
      return polygon;
    }

    /** Hide what lies behind a text. A stroke around its letters would turn them into a nameless font in the print. */
    patch(turn, polygon, wide, high, ground) {
      const [x0, y0, x1, y1] = bounds(polygon);
      const rect = this.layers.patch
        .append("rect")
        .attr("transform", turn)
        .attr("x", x0 - wide)
        .attr("y", y0 - high);
      rect
        .attr("width", x1 - x0 + 2 * wide)
        .attr("height", y1 - y0 + 2 * high)
        .attr("rx", high)
        .attr("fill", ground);
    }

    /** Whether a polygon lies within the figure and `gap` px off everything occupied, lines too unless `crossing`. */
    isFree(polygon, { gap = 1.5, within = [1, 1, this.width - 1, this.height - 1], crossing = false } = {}) {
      const [x0, y0, x1, y1] = bounds(polygon);
      if (x0 < within[0] || y0 < within[1] || x1 > within[2] || y1 > within[3]) return false;
      const others = crossing ? this.occupied : [...this.occupied, ...this.crossable];
      return !others.some((other) => overlap(polygon, other, -gap));
    }

    /** The first of the places ({x, y, anchor, valign, ...}) where the text is free, or null. */
    freePlace(content, places, options = {}) {
      const lines = Array.isArray(content) ? content : [content];
      const font = this.font(options);
      const free = (place) =>
        this.isFree(textPolygon(lines, place.x, place.y, { ...options, ...place, font }), options);
      return places.find(free) ?? null;
    }

    occupy(x0, y0, x1, y1) {
      this.occupied.push(rectangle(Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)));
    }

    /** Have labels keep off the lines between points if they can. */
    occupyLine(points, width) {
      for (const [[ax, ay], [bx, by]] of d3.pairs(points)) {
        const length = Math.hypot(bx - ax, by - ay) || 1;
        const [nx, ny] = [((ay - by) / length) * (width / 2), ((bx - ax) / length) * (width / 2)];
        this.crossable.push([
          [ax + nx, ay + ny],
          [bx + nx, by + ny],
          [bx - nx, by - ny],
          [ax - nx, ay - ny],
        ]);
      }
    }

    /** A thin line from a mark to its label, which ends before the label so that it is not taken for a sign. */
    leader(x1, y1, x2, y2, gap = 3) {
      const length = Math.hypot(x2 - x1, y2 - y1);
      if (length <= gap) return;
      const share = (length - gap) / length;
      this.line("data", x1, y1, x1 + (x2 - x1) * share, y1 + (y2 - y1) * share, this.style.ink_soft, 0.6);
    }

    line(layer, x1, y1, x2, y2, stroke, width = 1) {
      const node = this.layers[layer].append("line").attr("x1", x1).attr("y1", y1).attr("x2", x2).attr("y2", y2);
      return node.attr("stroke", stroke).attr("stroke-width", width);
    }

    header() {
      const { spec, style, width, height, svg } = this;
      const ground = this.layers.ground;
      ground.append("rect").attr("width", width).attr("height", height).attr("fill", style.background);
      const bare = style.frame === "none" && style.background === "#ffffff";
      const side = style.frame === "box" ? 12 : bare ? 1 : 10;
      let top = Math.max(3, side);
      if (style.frame === "box") {
        const box = ground
          .append("rect")
          .attr("x", 0.5)
          .attr("y", 0.5)
          .attr("width", width - 1);
        box
          .attr("height", height - 1)
          .attr("fill", "none")
          .attr("stroke", style.axis_colour);
      }
      if (style.frame === "rule") {
        this.line("ground", 0, 0.75, width, 0.75, style.axis_colour, 1.5);
        top = 10;
      }
      if (style.frame === "bar") {
        ground.append("rect").attr("x", side).attr("width", 36).attr("height", 5).attr("fill", style.accent);
        top = 15;
      }
      const middle = style.title_align === "center";
      const x = middle ? width / 2 : side;
      const anchor = middle ? "middle" : "start";
      const titleSize = Math.max(12, Math.min(style.title_size, 10.5 + width / 100));
      const blocks = [
        [
          spec.title,
          { size: titleSize, weight: Math.min(700, style.title_weight), family: style.title_font, kind: "title" },
        ],
        [spec.subtitle, { size: this.size, fill: style.ink_soft, kind: "subtitle" }],
      ];
      for (const [words, options] of blocks) {
        if (!words) continue;
        const font = this.font(options);
        const lines = wrapTitle(words, font, width - 2 * side) ?? [words];
        const before = middle ? 0 : Math.max(...lines.map((line) => measure(line, font).before));
        const start = x + Math.max(0, Math.ceil(before) - side);
        this.text(lines, start, top, { ...options, anchor, valign: "top", ground: style.background });
        top += lines.length * lineHeight(font) + 1;
      }
      let bottom = height - side;
      if (spec.source) {
        const font = this.font({ size: this.noteSize });
        const lines = wrap(spec.source, font, width - 2 * side, 3) ?? [spec.source];
        const options = { size: this.noteSize, fill: style.ink_soft, kind: "source", ground: style.background };
        this.text(lines, side, bottom - 2, { ...options, valign: "bottom" });
        bottom -= lines.length * lineHeight(font) + 6;
      }
      if (this.variant.notesBelow) bottom -= this.footnotes(side, bottom);
      this.side = side;
      this.area = { x: side, y: top + 6, width: width - 2 * side, height: bottom - top - 8 };
    }

    /** Note that something of `px` should be `wanted` px large, which a taller figure would help. */
    want(px, wanted) {
      this.shortfall = Math.max(this.shortfall, Math.min(1, 1 - px / wanted));
    }

    /** Leave a variant that can't succeed before it is drawn. */
    giveUp(problem) {
      this.problems = [problem];
      this.givenUp = true;
    }

    /** Print remarks above `bottom`, each with the name of its mark; returns their height. */
    footnotes(side, bottom) {
      const font = this.font({ size: this.noteSize });
      const notes = this.spec.annotations.filter((note) => note.value === null).reverse();
      let height = 0;
      for (const note of notes) {
        const text = `${[note.label, note.category].filter(Boolean).join(", ")}: ${note.text}`;
        const lines = wrap(text, font, this.width - 2 * side, 3) ?? [text];
        const options = { size: this.noteSize, kind: "annotation", names: note, ground: this.style.background };
        this.text(lines, side, bottom - height - 3, { ...options, valign: "bottom" });
        height += lines.length * lineHeight(font) + 2;
      }
      this.compromises.push("remarks stand below");
      return height + 4;
    }

    /** Cut `px` from a side of the area and return the strip. */
    cut(side, px) {
      const { area } = this;
      const strip = { ...area, [side === "top" || side === "bottom" ? "height" : "width"]: px };
      if (side === "bottom") strip.y = area.y + area.height - px;
      if (side === "right") strip.x = area.x + area.width - px;
      if (side === "top") area.y += px;
      if (side === "left") area.x += px;
      if (side === "top" || side === "bottom") area.height -= px;
      else area.width -= px;
      return strip;
    }

    /**
     * Draw the legend where the style puts it and cut it from the area.
     *
     * @param entries [{text, colour, shape: square | line | dot, symbol: number, names}]
     * @param place top, bottom or right
     */
    legend(entries, place = this.style.legend) {
      const font = this.font();
      const swatch = entries.some((entry) => entry.shape === "line") ? 20 : 11;
      const step = lineHeight(font);
      const most = this.area.width - swatch - 5;
      const items = entries.map((entry) => {
        const lines = wrap(entry.text, font, most, 3) ?? [entry.text];
        return { ...entry, lines, width: swatch + 5 + widest(lines, font), height: lines.length * step + 3 };
      });
      const widestItem = d3.max(items, (item) => item.width);
      if (
        place === "right" &&
        widestItem + 14 < this.area.width * 0.3 &&
        d3.sum(items, (item) => item.height) < this.area.height
      ) {
        const strip = this.cut("right", widestItem + 14);
        items.forEach((item, i) => this.legendEntry(item, strip.x + 14, strip.y + 14 + i * (step + 3), swatch, font));
        return;
      }
      const rows = [];
      for (const item of items) {
        const row = rows.at(-1);
        if (row && row.width + 14 + item.width <= this.area.width) {
          row.items.push([item, row.width + 14]);
          row.width += 14 + item.width;
          row.height = Math.max(row.height, item.height);
        } else rows.push({ items: [[item, 0]], width: item.width, height: item.height });
      }
      const strip = this.cut(place === "bottom" ? "bottom" : "top", d3.sum(rows, (row) => row.height) + 4);
      let y = strip.y + (place === "bottom" ? 4 : 0);
      for (const row of rows) {
        const left = strip.x + (this.style.title_align === "center" ? (strip.width - row.width) / 2 : 0);
        for (const [item, at] of row.items) this.legendEntry(item, left + at, y + row.height / 2, swatch, font);
        y += row.height;
      }
    }

    legendEntry({ text, lines, colour, shape = "square", symbol = 0, names = {} }, x, y, swatch, font) {
      const layer = this.layers.over;
      if (shape === "line") this.line("over", x, y, x + swatch, y, colour, this.style.line_width);
      if (shape === "square") {
        const rect = layer
          .append("rect")
          .attr("x", x)
          .attr("y", y - 5.5)
          .attr("width", 11)
          .attr("height", 11);
        rect.attr("fill", colour).attr("stroke", this.style.outline || null);
      } else {
        this.point(layer, x + swatch / 2, y, colour, symbol);
      }
      const options = { valign: "middle", size: font.size, kind: "legend", names, ground: this.style.background };
      const box = bounds(this.text(lines, x + swatch + 5, y, options));
      this.occupy(x, y - 6, x + swatch, y + 6);
      this.legendEntries.push({
        text,
        colour,
        symbol,
        names,
        box: [x, Math.min(y - 6, box[1]), box[2], Math.max(y + 6, box[3])],
      });
    }

    /** Draw a data point: a symbol with a thin rim of the ground. */
    point(layer, x, y, colour, symbol = 0, size = this.style.marker_size) {
      const path = d3.symbol(this.symbol(symbol), size * size * 0.8)();
      const node = layer.append("path").attr("d", path).attr("transform", `translate(${x},${y})`).attr("fill", colour);
      return node.attr("stroke", this.ground).attr("stroke-width", 0.8);
    }

    /** Explain short names at the foot of the area: [{short, text, names}]. */
    key(entries) {
      const font = this.font({ size: this.noteSize });
      const gap = measure("W", font).width + 7;
      const items = entries.map((entry) => {
        return { ...entry, lines: wrap(entry.text, font, this.area.width - gap, 3) ?? [entry.text] };
      });
      const wide =
        gap +
        widest(
          items.flatMap((item) => item.lines),
          font,
        ) +
        12;
      const columns = Math.max(1, Math.min(items.length, Math.floor((this.area.width + 12) / wide)));
      const rows = Math.ceil(items.length / columns);
      const step = lineHeight(font) * Math.max(...items.map((item) => item.lines.length));
      const strip = this.cut("bottom", rows * step + 8);
      items.forEach(({ short, lines, names }, i) => {
        const x = strip.x + Math.floor(i / rows) * wide;
        const y = strip.y + 8 + (i % rows) * step;
        const options = { valign: "top", size: font.size, names, kind: "key", ground: this.style.background };
        this.text(short, x, y, { ...options, weight: 700 });
        this.text(lines, x + gap, y, options);
      });
    }
  }

  /** Width of the widest printed value of some data, pairs of a datum and its index; of all where none are given. */
  docassay.valueWidth = (chart, data = chart.spec.data.map((datum) => [datum])) =>
    widest(
      data.map(([datum]) => chart.valueText(datum.value)),
      chart.font(),
    );

  docassay.Chart = Chart;
  docassay.SMALLEST = SMALLEST;
}
