"use strict";
// Sets a long document in pages. `docassay.flow()` moves what stands in `#source` on to `.sheet`s in `#pages`, draws the
// charts at their final size, and reports {pages, words_per_page, form, looseness, trace, problems, places}.
//
// In `#source` stand `.plate`s (whole pages: cover, contents), `.chapter`s whose children with `data-flow` are set in their
// order, `.note`s (footnotes, by `data-note`) and `.furniture` (heads and feet of pages). Kinds of `data-flow`: `opener`,
// `text` (split at line ends), `block` (kept whole; with `data-keep` not parted from what follows), `float` (set where there
// is room, while the text runs on) and `margin` (beside the text). `data-span` names the width of what is not as wide as a
// column: `wide` or `bleed`. The body's `data-flow` holds {target, form, looseness, forms}; a form is one way to set the
// document, from the densest to the loosest, and what in it goes from tight (0) to loose (1).

{
  const WIDTH = 793;
  const HEIGHT = 1122;
  const LINES = 2; // least lines of a paragraph at the foot and at the head of a column
  const LEAST_TEXT = 90; // px of text for which columns are begun
  const MOST_SPANS = 0.8; // of a page that floats may take beside text
  const DRAWINGS = 4;
  const TRIALS = 9;
  const CLOSE = 0.003; // looseness below which two settings look the same

  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const between = ([low, high], share) => low + (high - low) * share;

  /** The height that a chart of `table`, [[width, height], ...], needs at a width. */
  const needAt = (table, width) => {
    const i = table.findIndex(([w]) => w >= width);
    if (i <= 0) return table.at(i)[1];
    const [[w0, h0], [w1, h1]] = [table[i - 1], table[i]];
    return h0 + ((h1 - h0) * (width - w0)) / (w1 - w0);
  };

  // ---- Measuring -----------------------------------------------------------------------------------------------------

  /** The document's parts, and what was found out about them under a form and a looseness. */
  class Source {
    constructor(root, forms) {
      this.root = root;
      this.forms = forms;
      this.chapters = all(".chapter", root).map((element) => ({
        element,
        title: element.dataset.title,
        opener: element.querySelector("[data-flow=opener]"),
        elements: all("[data-flow]:not([data-flow=opener])", element),
      }));
      this.figures = all("figure.chart", root).map((element) => ({
        element,
        spec: element.querySelector("script.chart-spec").outerHTML,
        row: element.closest("[data-row]"),
        show: element.closest("[data-flow]"),
        table: JSON.parse(element.dataset.need),
        most: 0, // height to which it had to grow, by its width
        drawn: "",
      }));
      this.notes = all(".note", root);
      this.measured = new Map();
    }

    /** Give the document a form and a looseness; `loose` are the chapters that get those of `other`. */
    dress(form, looseness, other = looseness, loose = 0) {
      const { columns, gutter, left, right, wide, aside, name } = this.forms[form];
      const column = (WIDTH - left - right - gutter * (columns - 1)) / columns;
      const spans = wide ?? { x: left, width: WIDTH - left - right };
      document.body.className = name;
      const widths = { "--column": column, "--wide": spans.width, "--bleed": WIDTH, "--aside": aside?.width ?? column };
      const opener = { bleed: WIDTH, wide: spans.width, column }[this.forms[form].opener];
      const lines = Object.entries({ ...widths, "--opener": opener }).map(([key, value]) => `${key}:${value}px`);
      const steps = (share) => Object.entries(this.forms[form].vars).map(([key, [low, high, unit]]) => `${key}:${+between([low, high], share).toFixed(4)}${unit}`);
      let sheet = document.querySelector("style#dress");
      if (!sheet) document.head.append((sheet = Object.assign(document.createElement("style"), { id: "dress" })));
      sheet.textContent = `body{${[...lines, ...steps(looseness)].join(";")}}.looser{${steps(other).join(";")}}`;
      this.chapters.forEach(({ element }, i) => element.classList.toggle("looser", i < loose));
      const scales = this.forms[form].figure;
      this.sizeFigures(form, (figure) => between(scales, figure.element.closest(".looser") ? other : looseness));
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
        figure.height = Math.max(grown, Math.round(needAt(figure.table, figure.width) * scaleOf(figure)));
        const row = figure.row ?? figure;
        rows.set(row, Math.max(rows.get(row) ?? 0, figure.height));
      }
      const limit = HEIGHT - this.forms[form].top - this.forms[form].bottom;
      for (const show of new Set(this.figures.map(({ show }) => show))) {
        const inside = [...new Set(this.figures.filter((figure) => figure.show === show).map((figure) => figure.row ?? figure))];
        const room = limit - 110 * inside.length;
        const sum = d3.sum(inside, (row) => rows.get(row));
        if (sum > room) for (const row of inside) rows.set(row, Math.floor((rows.get(row) * room) / sum));
      }
      for (const figure of this.figures) {
        figure.height = rows.get(figure.row ?? figure);
        const svg = figure.element.querySelector("svg");
        if (svg.getAttribute("width") === String(figure.width) && svg.getAttribute("height") === String(figure.height)) continue;
        svg.setAttribute("width", figure.width);
        svg.setAttribute("height", figure.height);
      }
    }

    /** What composing needs to know of every chapter, as the document is dressed. */
    measure(form) {
      const { columns, gutter, left, right, top, bottom } = this.forms[form];
      const notes = new Map(this.notes.map((note) => [note.dataset.note, note.getBoundingClientRect().height]));
      return {
        chapters: this.chapters.map((chapter) => ({
          title: chapter.title,
          id: chapter.element.id,
          opener: itemOf(chapter.opener, this.forms[form]),
          items: chapter.elements.map((element) => itemOf(element, this.forms[form])),
        })),
        notes,
        form: this.forms[form],
        column: (WIDTH - left - right - gutter * (columns - 1)) / columns,
        top,
        bottom,
      };
    }

    /** The measures at a looseness; each is taken once for a form. */
    at(form, looseness) {
      const key = `${form} ${looseness}`;
      if (!this.measured.has(key)) {
        this.dress(form, looseness);
        this.measured.set(key, this.measure(form));
      }
      return this.measured.get(key);
    }
  }

  const itemOf = (element, form) => {
    const { flow, span, keep } = element.dataset;
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const item = {
      element,
      kind: flow === "margin" && !form.aside ? "block" : flow,
      span: span ?? "",
      keep: keep !== undefined,
      height: box.height,
      before: parseFloat(style.marginTop),
      after: parseFloat(style.marginBottom),
      notes: [],
    };
    if (flow === "text") {
      item.line = parseFloat(style.lineHeight);
      item.lines = Math.max(1, Math.round(box.height / item.line));
      item.least = Number(element.dataset.least ?? LINES);
    }
    item.notes = all("[data-mark]", element).map((mark) => {
      const middle = mark.getBoundingClientRect();
      const line = flow === "text" ? Math.floor(((middle.top + middle.bottom) / 2 + 2 - box.top) / item.line) : 0;
      return { id: mark.dataset.mark, line: Math.min(Math.max(0, line), (item.lines ?? 1) - 1) };
    });
    return item;
  };

  // ---- Composing -----------------------------------------------------------------------------------------------------

  /** The room that a heading needs below itself: two lines of what follows. */
  const keptRoom = (items, i) => {
    const next = items.slice(i + 1).find(({ kind }) => kind !== "float" && kind !== "margin");
    if (!next) return 0;
    const gap = Math.max(items[i].after, next.before);
    if (next.kind === "text") return gap + Math.min(next.lines, Math.max(next.least, LINES)) * next.line;
    return gap + next.height + (next.keep ? keptRoom(items, items.indexOf(next)) : 0);
  };

  /**
   * Set items in columns of one height.
   *
   * @param start {i, line}: the item and its line to begin with
   * @param waiting floats of a column's width that found no room so far
   * @param spans whether an item goes across all columns: those are only noted as `met`
   */
  const fill = (items, start, count, height, waiting, spans) => {
    const columns = [];
    const met = [];
    const notes = [];
    const queue = [...waiting];
    const asides = [];
    let { i, line } = start;
    for (let c = 0; c < count; c += 1) {
      const placed = [];
      let y = 0;
      let after = 0;
      let beside = 0;
      const gapTo = (item) => (placed.length ? Math.max(after, item.before) : 0);
      const clear = (item) => (item.span ? Math.max(0, beside - y) : 0);
      const put = (item, gap, from = 0, to = item.lines ?? 0) => {
        const used = item.kind === "text" ? (to - from) * item.line : item.height;
        placed.push({ item, y: y + gap, from, to, height: used, gap });
        y += gap + used;
        after = to === (item.lines ?? 0) ? item.after : 0;
        notes.push(...item.notes.filter((mark) => item.kind !== "text" || (mark.line >= from && mark.line < to)).map(({ id }) => id));
      };
      const putFloat = (item) => {
        const gap = Math.max(gapTo(item), clear(item));
        if (y + gap + item.height > height) return false;
        put(item, gap);
        return true;
      };
      const putAside = (item) => {
        const at = Math.max(beside && beside + 18, Math.min(y + (placed.length ? after : 0), height - item.height));
        if (at + item.height > height || at < wideEnd(placed)) return false;
        placed.push({ item, y: at, from: 0, to: 0, height: item.height, gap: 0, aside: true });
        beside = at + item.height;
        return true;
      };
      while (queue.length && putFloat(queue[0])) queue.shift();
      while (asides.length && putAside(asides[0])) asides.shift();
      while (i < items.length) {
        const item = items[i];
        if (item.kind === "float") {
          if (spans(item)) met.push({ item, column: c });
          else if (queue.length || !putFloat(item)) queue.push(item);
          i += 1;
          continue;
        }
        if (item.kind === "margin") {
          if (asides.length || !putAside(item)) asides.push(item);
          i += 1;
          continue;
        }
        const gap = line ? (placed.length ? after : 0) : gapTo(item);
        const room = height - y - gap + 0.01;
        if (item.kind !== "text") {
          if (item.height + (item.keep ? keptRoom(items, i) : 0) > room) break;
          put(item, gap);
          i += 1;
          continue;
        }
        const left = item.lines - line;
        let lines = Math.min(left, Math.floor(room / item.line));
        if (lines < left) lines = Math.min(lines, left - LINES);
        if (lines < Math.min(left, line ? LINES : item.least)) break;
        put(item, gap, line, line + lines);
        line += lines;
        if (line < item.lines) break;
        i += 1;
        line = 0;
      }
      columns.push({ placed, used: y });
    }
    return { columns, met, notes, queue, asides, next: { i, line }, done: i >= items.length && !queue.length };
  };

  const wideEnd = (placed) => Math.max(0, ...placed.filter(({ item }) => item.span).map(({ y, height }) => y + height + 12));

  const stack = (spans) => d3.sum(spans, (span) => span.height + Math.max(span.before, span.after));

  /** Compose all chapters of `measures`, chapter by chapter from the measures given for it. */
  const compose = (measures) => {
    const { form } = measures[0];
    const pages = [];
    const problems = [];
    const spans = (item) => form.columns > 1 && item.span !== "";
    const newPage = (chapter) => {
      const page = { title: chapter.title, id: chapter.id, y: measures[0].top, end: HEIGHT - measures[0].bottom, put: [], notes: [], fresh: true, opens: [] };
      pages.push(page);
      return page;
    };
    const notesHeight = (ids, notes) => (ids.length ? form.notes + d3.sum(ids, (id) => notes.get(id)) : 0);

    const open = (page, chapter, index) => {
      const { opener } = chapter;
      const x = form.opener === "bleed" ? 0 : form.opener === "wide" && form.wide ? form.wide.x : form.left;
      const top = !page.fresh ? page.y + opener.before : form.opener === "bleed" ? 0 : page.y;
      page.put.push({ item: opener, x, y: top, from: 0, to: 0 });
      page.y = top + opener.height + opener.after;
      page.fresh = false;
      page.opens.push(index);
    };

    /** Set as much on a page as it holds; `carried` are floats from the page before. */
    const lay = (page, { items }, column, notes, start, carried) => {
      const count = form.columns;
      const room = page.end - notesHeight(page.notes, notes) - page.y;
      const tops = [];
      const bottoms = [];
      let rest = [...carried.spans];
      while (rest.length && stack([...tops, rest[0]]) <= room * (tops.length ? MOST_SPANS : 1)) tops.push(rest.shift());
      const attempt = () => {
        let reserve = 0;
        for (;;) {
          const height = room - stack(tops) - stack(bottoms) - reserve;
          if (height < LEAST_TEXT && start.i < items.length) return { columns: [], met: [], notes: [], queue: carried.queue, next: start, done: false, height: 0, reserve };
          const found = fill(items, start, count, height, carried.queue, spans);
          const extra = notesHeight([...page.notes, ...found.notes], notes) - notesHeight(page.notes, notes);
          if (extra <= reserve) return { ...found, height, reserve };
          reserve = extra;
        }
      };
      let found = attempt();
      const isSet = (item) => tops.includes(item) || bottoms.includes(item);
      while (!rest.length) {
        const next = found.met.find(({ item }) => !isSet(item));
        if (!next || stack([...tops, ...bottoms, next.item]) > room * MOST_SPANS) break;
        const sides = page.fresh && !(next.column && tops.length) ? [tops, bottoms] : [bottoms];
        const kept = sides.some((side) => {
          side.push(next.item);
          const trial = attempt();
          if (trial.met.some(({ item }) => item === next.item)) {
            found = trial;
            return true;
          }
          side.pop();
          return false;
        });
        if (!kept) break;
      }
      rest = [...rest, ...found.met.map(({ item }) => item).filter((item) => !isSet(item))];
      let { height } = found;
      if (found.done && count > 1) {
        const even = balanced(items, start, count, height, carried.queue, spans);
        if (even) [found, height] = [{ ...found, ...even }, even.height];
      }
      let y = page.y;
      const across = (item) => {
        const x = item.span === "bleed" ? 0 : (form.wide?.x ?? form.left);
        page.put.push({ item, x, y, from: 0, to: 0 });
        y += item.height + Math.max(item.before, item.after);
      };
      tops.forEach(across);
      found.columns.forEach(({ placed, used }, c) => {
        if (!found.done) feather(placed, height - used);
        for (const { item, y: at, from, to, aside } of placed) {
          const across = item.span === "bleed" ? 0 : item.span ? (form.wide?.x ?? form.left) : form.left + c * (column + form.gutter);
          page.put.push({ item, x: aside ? form.aside.x : across, y: y + at, from, to });
        }
      });
      const used = d3.max(found.columns, (set) => set.used) ?? 0;
      const foot = y + height;
      page.notes.push(...found.notes);
      if (found.done) {
        y += used;
        const below = [...bottoms, ...rest];
        rest = [];
        if (used) y += below.length ? 14 : 0;
        for (const item of below) {
          if (!rest.length && y + item.height <= page.end - notesHeight(page.notes, notes)) across(item);
          else rest.push(item);
        }
        page.y = y;
      } else {
        y = foot + (bottoms.length ? bottoms[0].before : 0);
        bottoms.forEach(across);
        page.y = page.end;
        page.hole = height ? 1 - d3.mean(found.columns, (set) => set.used) / height : 0;
      }
      page.fresh = false;
      const moved = page.put.length > 0 && (found.next.i !== start.i || found.next.line !== start.line || tops.length || found.queue.length < carried.queue.length);
      return { next: found.next, carried: { spans: rest, queue: found.queue }, done: found.done && !rest.length, moved };
    };

    let page = null;
    measures.forEach(({ chapters, notes, column }, index) => {
      const chapter = chapters[index];
      const { items, opener } = chapter;
      const fresh = () => newPage(chapter);
      if (form.start === "own") {
        open(fresh(), chapter, index);
        page = items.length ? fresh() : page;
      } else {
        const room = page ? page.end - notesHeight(page.notes, notes) - page.y - opener.before - opener.height - opener.after : 0;
        if (!page || form.start === "page" || room < (HEIGHT * 0.16) ) page = fresh();
        open(page, chapter, index);
      }
      let start = { i: 0, line: 0 };
      let carried = { spans: [], queue: [] };
      for (let tries = 0; items.length; tries += 1) {
        const result = lay(page, chapter, column, notes, start, carried);
        if (result.done) break;
        if (!result.moved && tries) {
          const stuck = carried.spans[0] ?? carried.queue[0] ?? items[start.i];
          problems.push(`${stuck.element.className} of chapter ${index + 1} is too tall for a page`);
          break;
        }
        ({ next: start, carried } = result);
        page = fresh();
      }
      page.last = true;
    });
    return { pages, problems };
  };

  /** The least height at which columns still hold what is left, with what they then hold. */
  const balanced = (items, start, count, height, waiting, spans) => {
    let [low, high] = [0, Math.ceil(height)];
    let best = null;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const trial = fill(items, start, count, middle, waiting, spans);
      if (trial.done) [high, best] = [middle, { ...trial, height: middle }];
      else low = middle + 1;
    }
    return best;
  };

  /** Spread what is left of a column's height over its gaps, if it is little. */
  const feather = (placed, left) => {
    const weights = placed.map(({ item, from }, i) => (!i || from ? 0 : item.kind === "text" ? (item.before || item.after ? 1 : 0) : 3));
    const sum = d3.sum(weights);
    if (!sum || left <= 0 || left > sum * 7) return;
    let shift = 0;
    placed.forEach((piece, i) => {
      shift += (left * weights[i]) / sum;
      if (!piece.aside) piece.y += shift;
    });
  };

  // ---- Searching -----------------------------------------------------------------------------------------------------

  /** The setting whose number of pages is `target`, or the nearest that there is. */
  const search = (source, { target, form: first, looseness }) => {
    const count = (form, share) => {
      const measures = source.at(form, share);
      return plates(source.forms[form]).length + compose(source.chapters.map(() => measures)).pages.length;
    };
    if (!target) return { form: first, looseness, pages: count(first, looseness) };
    let nearest = null;
    const note = (found) => {
      if (!nearest || Math.abs(found.pages - target) < Math.abs(nearest.pages - target)) nearest = found;
      return found.pages;
    };
    const start = note({ form: first, looseness, pages: count(first, looseness) });
    if (start === target) return nearest;
    const step = start < target ? 1 : -1;
    const end = step > 0 ? 1 : 0;
    let from = { share: looseness, pages: start };
    for (let form = first; form >= 0 && form < source.forms.length; form += step) {
      if (form !== first) from = { share: 1 - end, pages: note({ form, looseness: 1 - end, pages: count(form, 1 - end) }) };
      const to = { share: end, pages: note({ form, looseness: end, pages: count(form, end) }) };
      if (nearest.pages === target) return nearest;
      if ((to.pages - target) * step < 0) continue; // not even this far
      let [low, high] = step > 0 ? [from, to] : [to, from];
      if (low.pages > target || high.pages < target) continue; // between two forms
      for (let trial = 0; trial < TRIALS && high.share - low.share > CLOSE; trial += 1) {
        const guess = (target - low.pages + 0.5) / (high.pages - low.pages + 1);
        const share = +(low.share + (high.share - low.share) * Math.min(0.85, Math.max(0.15, guess))).toFixed(4);
        const pages = note({ form, looseness: share, pages: count(form, share) });
        if (pages === target) return nearest;
        if (pages < target) low = { share, pages };
        else high = { share, pages };
      }
      const mixed = mix(source, form, low.share, high.share, target);
      if (mixed) return mixed;
    }
    return nearest;
  };

  /** The first chapters as loose as `high`, the others as `low`, so that `target` pages are filled; null if none does. */
  const mix = (source, form, low, high, target) => {
    const [tight, loose] = [source.at(form, low), source.at(form, high)];
    const front = plates(source.forms[form]).length;
    for (let chapters = 1; chapters < source.chapters.length; chapters += 1) {
      const { pages } = compose(source.chapters.map((_, i) => (i < chapters ? loose : tight)));
      if (front + pages.length === target) return { form, looseness: low, other: high, loose: chapters, pages: target };
    }
    return null;
  };

  /** The fewest and the most pages that the forms can give. */
  const rangeOf = (source) =>
    [[0, 0], [source.forms.length - 1, 1]].map(([form, share]) => {
      const measures = source.at(form, share);
      return plates(source.forms[form]).length + compose(source.chapters.map(() => measures)).pages.length;
    });

  const plates = ({ plates: wanted }) => all("#source .plate").filter(({ dataset }) => wanted.includes(dataset.plate));

  // ---- Drawing and building ------------------------------------------------------------------------------------------

  /** Draw every figure that is not drawn at its size; tells whether one had to grow. */
  const draw = async (source, report) => {
    for (const figure of source.figures) {
      const size = `${figure.width} ${figure.height}`;
      if (figure.drawn === size) continue;
      if (figure.drawn) figure.element.insertAdjacentHTML("afterbegin", figure.spec);
      Object.assign(figure.element.dataset, { width: figure.width, height: figure.height, mostHeight: Math.round(figure.height * 1.8) });
    }
    const { trace, problems } = await docassay.drawAll();
    let grew = false;
    for (const figure of source.figures) {
      const { viz } = figure.element.dataset;
      if (!(viz in trace)) continue;
      report.trace[viz] = trace[viz];
      report.problems[viz] = problems[viz];
      const height = Number(figure.element.querySelector("svg").getAttribute("height"));
      figure.drawn = `${figure.width} ${height}`;
      if (height > figure.height) {
        figure.grown = { width: figure.width, height };
        grew = true;
      }
    }
    return grew;
  };

  /** Where in a paragraph a line begins: {node, offset}. */
  const lineStart = (element, line, lineHeight) => {
    const top = element.getBoundingClientRect().top;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, {
      acceptNode: (node) => (node.parentElement.closest("[data-mark]") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
    });
    const range = document.createRange();
    const lineAt = (node, offset) => {
      range.setStart(node, offset);
      range.setEnd(node, offset + 1);
      const boxes = range.getClientRects();
      const box = boxes[boxes.length - 1];
      return box ? Math.floor(((box.top + box.bottom) / 2 - top) / lineHeight) : -1;
    };
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.length || lineAt(node, node.length - 1) < line) continue;
      let [low, high] = [0, node.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (lineAt(node, middle) >= line) high = middle;
        else low = middle + 1;
      }
      return { node, offset: low };
    }
    return null;
  };

  /** Cut the paragraphs that go on in another column; gives their parts by item and first line. */
  const cut = (pages) => {
    const parts = new Map();
    for (const { item, from } of pages.flatMap(({ put }) => put)) if (from) parts.set(item, [...(parts.get(item) ?? []), from]);
    const cuts = [...parts].map(([item, lines]) => ({ item, lines, places: lines.map((line) => lineStart(item.element, line, item.line)) }));
    const pieces = new Map();
    for (const { item, lines, places } of cuts) {
      for (let i = lines.length - 1; i >= 0; i -= 1) {
        if (!places[i]) throw new Error(`no line ${lines[i]} in "${item.element.textContent.slice(0, 40)}"`);
        const range = document.createRange();
        range.setStart(places[i].node, places[i].offset);
        range.setEndAfter(item.element.lastChild);
        const rest = item.element.cloneNode(false);
        rest.append(range.extractContents());
        rest.classList.add("rest");
        if (i < lines.length - 1) rest.classList.add("parted");
        if (!pieces.has(item)) pieces.set(item, new Map());
        pieces.get(item).set(lines[i], rest);
      }
      item.element.classList.add("parted");
    }
    return (item, from) => (from ? pieces.get(item).get(from) : item.element);
  };

  const setAt = (element, x, y) => {
    Object.assign(element.style, { left: `${Math.round(x)}px`, top: `${+y.toFixed(2)}px` });
    element.classList.add("set");
    return element;
  };

  /** Put the pages into `#pages`. */
  const build = (source, { pages }, form) => {
    const target = document.querySelector("#pages");
    const pieceOf = cut(pages);
    const notes = new Map(source.notes.map((note) => [note.dataset.note, [note, note.getBoundingClientRect().height]]));
    const furniture = document.querySelector("#source .furniture");
    const sheets = plates(form).map((plate) => plate);
    const front = sheets.filter(({ dataset }) => !dataset.back);
    const back = sheets.filter(({ dataset }) => dataset.back);
    const total = sheets.length + pages.length;
    const starts = new Map();
    const homes = new Map();
    const laid = pages.map((page, n) => {
      const number = front.length + n + 1;
      const sheet = document.createElement("section");
      sheet.className = `sheet ${number % 2 ? "recto" : "verso"}${page.opens.length ? " opens" : ""}`;
      sheet.style.setProperty("--progress", (number / total).toFixed(4));
      const run = furniture.cloneNode(true);
      run.classList.add(...(page.opens.length && page.put[0].item.kind === "opener" ? ["opening"] : []));
      for (const mark of all("[data-chapter]", run)) mark.classList.toggle("now", mark.dataset.chapter === page.id);
      for (const slot of all("[data-slot]", run)) slot.textContent = { page: number, chapter: page.title, total }[slot.dataset.slot];
      sheet.append(run);
      for (const { item, x, y, from } of page.put) {
        const piece = setAt(pieceOf(item, from), x, y);
        if (item.element.closest(".looser")) piece.classList.add("looser");
        sheet.append(piece);
        for (const { dataset } of all("[data-ref]", piece)) homes.set(dataset.ref, number);
      }
      for (const index of page.opens) starts.set(source.chapters[index].element.id, number);
      if (page.notes.length) sheet.append(footnotes(page, notes, form));
      return sheet;
    });
    target.append(...front, ...laid, ...back);
    for (const plate of sheets) plate.classList.add("sheet");
    for (const slot of all("[data-page-of]", target)) slot.textContent = starts.get(slot.dataset.pageOf) ?? homes.get(slot.dataset.pageOf) ?? "";
    document.querySelector("#source").remove();
    for (const svg of all(".sheet figure.chart svg")) align(svg);
    return Object.fromEntries([...starts, ...homes]);
  };

  const footnotes = (page, notes, form) => {
    const list = document.createElement("div");
    list.className = "footnotes set";
    const x = form.wide && form.columns === 1 ? form.left : (form.wide?.x ?? form.left);
    const height = d3.sum(page.notes, (id) => notes.get(id)[1]);
    for (const id of page.notes) list.append(notes.get(id)[0]);
    list.style.cssText = `left:${x}px;top:${+(page.end - height - 7).toFixed(2)}px`;
    return list;
  };

  /** Move a drawing to whole pixels. */
  const align = (svg) => {
    const { left, top } = svg.getBoundingClientRect();
    const sheet = svg.closest(".sheet").getBoundingClientRect();
    const [x, y] = [left - sheet.left, top - sheet.top].map((at) => Math.round(at) - at);
    if (Math.abs(x) > 0.001 || Math.abs(y) > 0.001) svg.parentElement.style.translate = `${x}px ${y}px`;
  };

  docassay.flow = async () => {
    const wish = JSON.parse(document.body.dataset.flow);
    document.body.removeAttribute("data-flow");
    const source = new Source(document.querySelector("#source"), wish.forms);
    const report = { trace: {}, problems: {} };
    let found;
    for (let drawing = 0; drawing < DRAWINGS; drawing += 1) {
      found = search(source, wish);
      source.dress(found.form, found.looseness, found.other, found.loose);
      if (!(await draw(source, report))) break;
      source.measured.clear();
    }
    const form = source.forms[found.form];
    const measures = source.measure(found.form);
    const composed = compose(source.chapters.map(() => measures));
    const words = source.root.innerText.split(/\s+/).length;
    const layout = [...composed.problems];
    composed.pages.forEach(({ hole, last }, n) => {
      if (hole > 0.4 && !last) layout.push(`page ${n + 1} of the text is ${Math.round((1 - hole) * 100)}% full`);
    });
    const pages = composed.pages.length + plates(form).length;
    if (wish.target && pages !== wish.target) {
      const [fewest, most] = rangeOf(source);
      source.dress(found.form, found.looseness, found.other, found.loose);
      layout.push(`it fills ${fewest} to ${most} pages, not ${wish.target}`);
    }
    if (layout.length) report.problems.layout = layout;
    const places = build(source, composed, form);
    return { ...report, pages, words_per_page: Math.round(words / pages), form: form.name, looseness: found.looseness, places };
  };
}
