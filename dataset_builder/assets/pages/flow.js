"use strict";
// Sets a long document in pages. `docassay.flow()` moves what stands in `#source` on to `.sheet`s in `#pages`, draws the
// charts at their final size, and reports {pages, words_per_page, form, looseness, fits, trace, problems, holes, places};
// `holes` are the shares of pages left empty where that is much, for whom another arrangement may look better.
//
// In `#source` stand `.plate`s (whole pages: cover, contents), `.chapter`s whose children with `data-flow` are set in
// their order, `.note`s (footnotes, by `data-note`) and `.furniture` (heads and feet of pages). Kinds of `data-flow`:
// `opener`, `plain-opener` (in its stead where a chapter begins on a page with another), `text` (split at line ends),
// `block` (kept whole; with `data-keep` not parted from what follows), `float` (set where there is room, while the text
// runs on), and `margin` (beside the text).
// Plates are fitted first (see flow-plates.js).
// `data-span` names the width of what is not as wide as a column: `wide` or `bleed`; `data-fit=column` marks charts that
// fit a column if it is not too narrow. The body's `data-flow` holds {target, form, looseness, forms}; a form is one way to
// set the document, from the densest to the loosest, and what in it goes from tight (0) to loose (1).

{
  const { Source, compose, search, learn, rangeOf, fitPlates, fullPlates, all, fitClass } = docassay.flowing;
  const DRAWINGS = 8;
  const MOST_GROWTH = 1.6;
  const MOST_HOLE = 0.4;

  /** Draw every figure that is not drawn at its size; tells whether one needs more room than it has. */
  const draw = async (source, report, growing) => {
    for (const figure of source.figures) {
      if (figure.drawn === `${figure.width} ${figure.height}`) continue;
      if (figure.drawn) figure.element.insertAdjacentHTML("afterbegin", figure.spec);
      const mostHeight = growing ? Math.round(figure.height * MOST_GROWTH) : 0;
      Object.assign(figure.element.dataset, { width: figure.width, height: figure.height, mostHeight });
    }
    const { trace, problems } = await docassay.drawAll();
    let wanting = false;
    for (const figure of source.figures) {
      const { viz } = figure.element.dataset;
      if (!(viz in trace)) continue;
      report.trace[viz] = trace[viz];
      report.problems[viz] = problems[viz];
      const height = Number(figure.element.querySelector("svg").getAttribute("height"));
      figure.drawn = `${figure.width} ${height}`;
      if (problems[viz].length && source.widen(figure)) wanting = true;
      else if (height > figure.height) {
        figure.grown = { width: figure.width, height };
        wanting = true;
      }
    }
    return wanting;
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
    element.style.setProperty("margin", "0", "important");
    element.classList.add("set");
    return element;
  };

  /** Put the pages into `#pages`. */
  const build = (source, { pages }, found) => {
    const form = source.forms[found.form];
    const target = document.querySelector("#pages");
    const pieceOf = cut(pages);
    const notes = new Map(source.notes.map((note) => [note.dataset.note, [note, note.getBoundingClientRect().height]]));
    const furniture = document.querySelector("#source .furniture");
    const sheets = source.platesOf(found.form);
    const total = sheets.length + pages.length;
    const starts = new Map();
    const fitOf = new Map(source.chapters.flatMap(({ opener, plain, elements, fit }) => [opener, ...(plain ? [plain] : []), ...elements].map((element) => [element, fit])));
    const homes = new Map();
    const laid = pages.map((page, n) => {
      const number = sheets.length + n + 1;
      const sheet = document.createElement("section");
      sheet.className = `sheet ${number % 2 ? "recto" : "verso"}${page.opens.length ? " opens" : ""}`;
      sheet.style.setProperty("--progress", (number / total).toFixed(4));
      const run = furniture.cloneNode(true);
      run.classList.add(...(page.opens.length && page.put[0].item.kind === "opener" ? ["opening"] : []));
      for (const mark of all("[data-chapter]", run)) mark.classList.toggle("now", mark.dataset.chapter === page.id);
      for (const slot of all("[data-slot]", run)) slot.textContent = { page: number, chapter: page.title }[slot.dataset.slot];
      sheet.append(run);
      for (const { item, x, y, from } of page.put) {
        const piece = setAt(pieceOf(item, from), x, y);
        piece.classList.add(fitClass(fitOf.get(item.element)));
        sheet.append(piece);
        const named = [piece, ...all("[data-ref]", piece)].map(({ dataset }) => dataset.ref);
        for (const ref of named) if (ref && !homes.has(ref)) homes.set(ref, number);
      }
      for (const index of page.opens) starts.set(source.chapters[index].element.id, number);
      if (page.notes.length) sheet.append(footnotes(page, notes, form));
      return sheet;
    });
    target.append(...sheets, ...laid);
    for (const plate of sheets) plate.classList.add("sheet");
    for (const slot of all("[data-page-of]", target)) slot.textContent = starts.get(slot.dataset.pageOf) ?? homes.get(slot.dataset.pageOf) ?? "";
    document.querySelector("#source").remove();
    for (const svg of all(".sheet figure.chart svg")) align(svg);
    return Object.fromEntries([...starts, ...homes]);
  };

  const footnotes = (page, notes, form) => {
    const list = document.createElement("div");
    list.className = "footnotes set";
    const height = d3.sum(page.notes, (id) => notes.get(id)[1]);
    for (const id of page.notes) list.append(notes.get(id)[0]);
    list.style.cssText = `left:${form.left}px;top:${+(page.end - height - 7).toFixed(2)}px`;
    return list;
  };

  /** Move a drawing to whole pixels; not by a transform, which is added to the rounding that print does of itself. */
  const align = (svg) => {
    const { left, top } = svg.getBoundingClientRect();
    const sheet = svg.closest(".sheet").getBoundingClientRect();
    const [x, y] = [left - sheet.left, top - sheet.top].map((at) => Math.round(at) - at);
    if (Math.abs(x) > 0.001 || Math.abs(y) > 0.001) Object.assign(svg.parentElement.style, { position: "relative", left: `${x}px`, top: `${y}px` });
  };

  docassay.flow = async () => {
    const wish = JSON.parse(document.body.dataset.flow);
    document.body.removeAttribute("data-flow");
    const source = new Source(document.querySelector("#source"), wish.forms);
    const report = { trace: {}, problems: {} };
    source.dress(wish.form, wish.looseness, source.chapters.map(() => 0));
    fitPlates(source);
    let [found, composed, pages] = [null, null, 0];
    for (let drawing = 1; drawing <= DRAWINGS; drawing += 1) {
      found = search(source, found && wish.target ? { ...wish, form: found.form, looseness: found.looseness } : wish);
      source.dress(found.form, found.looseness, found.fits);
      if ((await draw(source, report, drawing < 3)) && drawing < DRAWINGS) {
        source.forget();
        continue;
      }
      const measures = source.measure(found.form);
      composed = compose(measures.chapters, measures);
      pages = composed.pages.length + source.platesOf(found.form).length;
      if (pages === (wish.target ?? found.pages) || (wish.target && found.pages !== wish.target)) break;
      learn(source, found, composed);
    }
    const layout = [...composed.problems, ...fullPlates(source.platesOf(found.form)).map((name) => `page ${name} holds too much`)];
    report.holes = composed.pages.filter(({ hole, last }) => hole > MOST_HOLE && !last).map(({ hole }) => +hole.toFixed(3));
    if (wish.target && pages !== wish.target) {
      const [fewest, most] = rangeOf(source);
      source.dress(found.form, found.looseness, found.fits);
      layout.push(`it can fill ${fewest} to ${most} pages, but not ${wish.target}`);
    }
    if (layout.length) report.problems.layout = layout;
    const places = build(source, composed, found);
    const words = d3.sum(all("#pages [data-flow=text], #pages .item[data-flow=block]"), ({ textContent }) => textContent.trim().split(/\s+/).length);
    const { looseness, fits } = found;
    return { ...report, pages, words_per_page: Math.round(words / pages), form: wish.forms[found.form].name, looseness, fits, places };
  };
}
