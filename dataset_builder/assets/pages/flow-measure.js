"use strict";
// The parts of a document that is to be set in pages (see flow.js), dressed in a form and measured.

docassay.flowing = {};

{
  const WIDTH = 793;
  const HEIGHT = 1122;
  const LEAST_LINES = 2; // of a paragraph at the foot and at the head of a column
  const NARROWEST = 300; // px of a column that holds charts
  const TALLEST = 1.15; // height of a figure by its width, unless it needs more
  const FITS = 8; // steps of fit to each side
  const FIT = { lead: 0.045, space: 0.36, figure: 0.24 }; // by which the fullest step changes line height, space and figures

  const FIGURE = 1.08; // height of figures at an even fit, by what the looseness asks for
  const BRIEF = 700; // words of a chapter that are too few for a page of its title
  const LEAST_FIGURE = 0.85; // height of a figure, by what it needs

  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const between = ([low, high], share) => low + (high - low) * share;
  const fitClass = (fit) => `fit-${fit < 0 ? "m" : ""}${Math.abs(fit)}`;

  /** The height that a chart of `table`, [[width, height], ...], needs at a width. */
  const needAt = (table, width) => {
    const i = table.findIndex(([w]) => w >= width);
    if (i <= 0) return table.at(i)[1];
    const [[w0, h0], [w1, h1]] = [table[i - 1], table[i]];
    return h0 + ((h1 - h0) * (width - w0)) / (w1 - w0);
  };

  /** Elements, floats that follow a heading moved behind the first text, or list, after it: else they might part the two. */
  const behindText = (elements) => {
    const found = [];
    let held = [];
    for (const [i, element] of elements.entries()) {
      const { flow, keep } = element.dataset;
      const headed = held.length || found.at(-1)?.dataset.keep !== undefined;
      if (flow === "float" && headed && elements.slice(i).some((later) => later.dataset.flow === "text")) held.push(element);
      else {
        found.push(element);
        if (held.length && flow !== "margin" && keep === undefined && !elements[i + 1]?.matches(".item")) found.push(...held.splice(0));
      }
    }
    return found;
  };

  /** The document's parts, and what was found out about them under a form and a looseness. */
  class Source {
    constructor(root, forms) {
      this.root = root;
      this.forms = forms;
      this.chapters = all(".chapter", root).map((element, index) => ({
        element,
        index,
        id: element.id,
        title: element.dataset.title,
        fit: 0,
        runs: element.dataset.runs !== undefined,
        brief: d3.sum(all("[data-flow=text]", element), ({ textContent }) => textContent.trim().split(/\s+/).length) < BRIEF,
        opener: element.querySelector("[data-flow=opener]"),
        plain: element.querySelector("[data-flow=plain-opener]"),
        elements: behindText(all("[data-flow]:not([data-flow$=opener])", element)),
      }));
      this.figures = all("figure.chart", root).map((element) => ({
        element,
        spec: element.querySelector("script.chart-spec").outerHTML,
        chapter: this.chapters.find((chapter) => chapter.element.contains(element)),
        row: element.closest("[data-row]"),
        show: element.closest("[data-flow]"),
        table: JSON.parse(element.dataset.need),
        viz: element.dataset.viz,
        drawn: "",
      }));
      this.notes = all(".note", root);
      this.plates = all(".plate", root);
      this.sheet = document.head.appendChild(document.createElement("style"));
      this.measured = new Map();
      this.known = new Map();
    }

    /** The whole pages that a form has around the chapters. */
    platesOf(form) {
      return this.plates.filter(({ dataset }) => this.forms[form].plates.includes(dataset.plate));
    }

    /** Forget all measures: figures have grown. */
    forget() {
      this.measured.clear();
      this.known.clear();
    }

    /** Give the document a form and a looseness, and each chapter its fit. */
    dress(form, looseness, fits) {
      const { columns, gutter, left, right, wide, aside, name, opener, vars, figure } = this.forms[form];
      const column = (WIDTH - left - right - gutter * (columns - 1)) / columns;
      const across = wide?.width ?? WIDTH - left - right;
      document.body.className = name;
      for (const element of all("[data-fit=column]", this.root)) {
        if (column < NARROWEST) element.dataset.span = "wide";
        else delete element.dataset.span;
      }
      const widths = { column, wide: across, bleed: WIDTH, aside: aside?.width ?? column, opener: { bleed: WIDTH, wide: across, column }[opener], plain: columns > 1 ? across : column };
      const [x, end] = wide ? [wide.x, wide.x + wide.width] : [left, WIDTH - right];
      const edges = { "edge-left": Math.min(x, left), "edge-right": WIDTH - Math.max(end, WIDTH - right) };
      const px = Object.entries({ ...widths, ...edges }).map(([key, value]) => `--${key}:${value}px`);
      const steps = Object.entries(vars).map(([key, [low, high, unit]]) => `${key}:${+between([low, high], looseness).toFixed(4)}${unit}`);
      const rules = [...new Set(fits)].map((fit) => {
        const changed = ["lead", "space"].map((key) => `--${key}:${+(between(vars[`--${key}`], looseness) * (1 + (FIT[key] * fit) / FITS)).toFixed(4)}`);
        return `.${fitClass(fit)}{${changed.join(";")}}`;
      });
      this.sheet.textContent = `body{${[...px, ...steps].join(";")}}${rules.join("")}`;
      for (const chapter of this.chapters) {
        chapter.element.classList.remove(fitClass(chapter.fit));
        chapter.fit = fits[chapter.index];
        chapter.element.classList.add(fitClass(chapter.fit));
      }
      this.sizeFigures(form, (chapter) => between(figure, looseness) * (FIGURE + (FIT.figure * chapter.fit) / FITS));
    }

    /** Give every figure the width of its place and the height that it needs, those of a row the same. */
    sizeFigures(form, scaleOf) {
      for (const figure of this.figures) {
        if (figure.form !== form) figure.width = Math.floor(figure.element.getBoundingClientRect().width);
        figure.form = form;
      }
      const rows = new Map();
      for (const figure of this.figures) {
        const grown = figure.grown?.width === figure.width ? figure.grown.height : 0;
        const need = needAt(figure.table, figure.width);
        const wanted = Math.min(need * Math.max(LEAST_FIGURE, scaleOf(figure.chapter)), Math.max(need, figure.width * TALLEST));
        figure.height = Math.max(grown, Math.round(wanted));
        const row = figure.row ?? figure;
        rows.set(row, Math.max(rows.get(row) ?? 0, figure.height));
      }
      for (const figure of this.figures) this.sizeFigure(figure, rows.get(figure.row ?? figure));
      const limit = HEIGHT - this.forms[form].top - this.forms[form].bottom - 8;
      for (const show of new Set(this.figures.map((figure) => figure.show))) {
        const excess = show.getBoundingClientRect().height - limit;
        if (excess <= 0) continue;
        const inside = this.figures.filter((figure) => figure.show === show);
        const sum = d3.sum(d3.group(inside, ({ row, viz }) => row ?? viz).values(), ([{ height }]) => height);
        for (const figure of inside) this.sizeFigure(figure, Math.floor(figure.height * (1 - excess / sum)));
      }
    }

    sizeFigure(figure, height) {
      figure.height = height;
      const svg = figure.element.querySelector("svg");
      for (const [side, length] of [["width", figure.width], ["height", height]])
        if (svg.getAttribute(side) !== String(length)) svg.setAttribute(side, length);
    }

    /** Give a figure that can't be read the width of the page; tells whether it had less. */
    widen(figure) {
      const { show, row } = figure;
      if (show.dataset.fit) {
        delete show.dataset.fit;
        show.dataset.span = "wide";
      } else if (row && row.children.length > 1) {
        row.className = "row of-1";
        for (const other of this.figures) if (other.row === row) Object.assign(other, { row: null });
      } else return false;
      for (const other of this.figures) if (other.show === show) other.form = null;
      return true;
    }

    /** What composing needs to know, as the document is dressed: {chapters, form, column, notes}. */
    measure(form) {
      const { columns, gutter, left, right } = this.forms[form];
      return {
        form: this.forms[form],
        column: (WIDTH - left - right - gutter * (columns - 1)) / columns,
        notes: new Map(this.notes.map((note) => [note.dataset.note, note.getBoundingClientRect().height])),
        chapters: this.chapters.map(({ id, index, title, runs, brief, opener, plain, elements }) => ({
          id,
          index,
          title,
          runs,
          brief,
          opener: itemOf(opener, this.forms[form]),
          plain: itemOf(plain ?? opener, this.forms[form]),
          items: elements.map((element, order) => ({ ...itemOf(element, this.forms[form]), order })),
        })),
      };
    }

    /** Measures at a looseness with the tightest and the loosest fit; each is taken once. */
    at(form, looseness) {
      const key = `${form} ${looseness}`;
      if (!this.measured.has(key)) {
        const [tight, loose] = [-FITS, FITS].map((fit) => {
          this.dress(form, looseness, this.chapters.map(() => fit));
          return this.measure(form);
        });
        this.measured.set(key, { ...tight, fitted: (index, fit) => blend(tight.chapters[index], loose.chapters[index], (fit + FITS) / (2 * FITS)) });
      }
      return this.measured.get(key);
    }
  }

  /** A chapter whose lengths lie between two measures of it. */
  const blend = (tight, loose, share) => {
    const mixed = (low, high) => ({
      ...low,
      height: between([low.height, high.height], share) + (low.kind === "float" ? 1 : 0),
      before: between([low.before, high.before], share),
      after: between([low.after, high.after], share),
      line: low.lines && between([low.line, high.line], share),
    });
    return { ...tight, opener: mixed(tight.opener, loose.opener), plain: mixed(tight.plain, loose.plain), items: tight.items.map((item, i) => mixed(item, loose.items[i])) };
  };

  const itemOf = (element, form) => {
    const { flow, span, keep } = element.dataset;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const item = {
      element,
      kind: flow === "margin" && !form.aside ? "block" : flow,
      span: span ?? "",
      keep: keep !== undefined,
      heads: element.dataset.kind === "heading",
      numbered: element.querySelector("figure") !== null,
      height: box.height,
      before: parseFloat(style.marginTop),
      after: parseFloat(style.marginBottom),
      notes: [],
    };
    if (flow === "text") {
      item.line = parseFloat(style.lineHeight);
      item.lines = Math.max(1, Math.round(box.height / item.line));
      item.least = Number(element.dataset.least ?? LEAST_LINES);
    }
    item.notes = all("[data-mark]", element).map((mark) => {
      const middle = mark.getBoundingClientRect();
      const line = flow === "text" ? Math.floor(((middle.top + middle.bottom) / 2 + 2 - box.top) / item.line) : 0;
      return { id: mark.dataset.mark, line: Math.min(Math.max(0, line), (item.lines ?? 1) - 1) };
    });
    return item;
  };

  Object.assign(docassay.flowing, { Source, FITS, WIDTH, HEIGHT, LEAST_LINES, all, fitClass });
}
