"use strict";
// Composes measured chapters (see flow-measure.js) in pages by arithmetic alone.

{
  const { HEIGHT, LEAST_LINES } = docassay.flowing;
  const LEAST_TEXT = 90; // px of text for which columns are begun
  const LEAST_AFTER_HEAD = 115; // px of text under the head of a chapter that begins on a page with another
  const LEAST_OF_PAGE = 0.18; // of a page, under the head of a chapter, that begins on a page with another where others begin on pages of their own
  const LEAST_COLUMN = 110; // px of columns of one height: less stands in the first alone
  const SHORT = 0.2; // of a column: a paragraph that is lower is not parted by such a float
  const TALL = 0.55; // of a column: a float that is higher has no room below the rest of a paragraph
  const MOST_EMPTY = 0.66; // of a page of text that is left so when a figure did not fit: then it is set at the top
  const MOST_SPREAD = 4; // px that are added to a gap between paragraphs to fill a column
  const MOST_SPANS = 0.8; // of a page that floats may take beside text

  /** Whether chapters may begin on a page with another: where there is room, or where much of it would be left empty. */
  const startsInPages = ({ start }) => start !== "own";

  /** Whether a chapter begins where the last one ended although others have a page of their title: it is too short for one. */
  const joins = ({ runs, brief }, { start }) => runs || (start === "own" && brief);

  /** Whether a paragraph has lines enough for the foot of one column and the head of the next. */
  const canBeParted = ({ lines, least }) => lines >= Math.max(least, LEAST_LINES) + LEAST_LINES;

  /** The room that a paragraph needs that is not parted. */
  const wholeRoom = (items, item) => item.lines * item.line + (item.keep ? keptRoom(items, items.indexOf(item)) : 0);

  /** The room that a heading, or what leads in a list, needs below itself: two lines of what follows. */
  const keptRoom = (items, i) => {
    const next = items.slice(i + 1).find(({ kind }) => kind !== "float" && kind !== "margin");
    if (!next) return 0;
    const gap = Math.max(items[i].after, next.before);
    if (next.kind === "text") return gap + (canBeParted(next) ? Math.max(next.least, LEAST_LINES) * next.line : wholeRoom(items, next));
    return gap + next.height + (next.keep ? keptRoom(items, items.indexOf(next)) : 0);
  };

  /**
   * Set items in columns of one height.
   *
   * @param start {i, line}: the item and its line to begin with
   * @param waiting floats of a column's width that found no room so far
   * @param spans whether an item goes across all columns: those are only noted as `met`
   * @param after {first, above, early}: order of the first exhibit that is set after these columns (none that follows it
   *   may be set in them), whether one stands above them, and floats that were set before their place
   */
  const fill = (items, start, count, height, waiting, spans, after) => {
    const early = new Set([...waiting, ...after.early]);
    const columns = [];
    const met = [];
    const notes = [];
    const queue = [...waiting];
    const asides = [];
    let held = after.first;
    const isHeld = (item) => item.numbered && item.order > held;
    let { i, line } = start;
    for (let c = 0; c < count; c += 1) {
      const placed = [];
      let y = 0;
      let below = 0;
      let beside = 0;
      const gapTo = (item) => (placed.length ? Math.max(below, item.before) : 0);
      const clear = (item) => (item.span ? Math.max(0, beside - y) : 0);
      const put = (item, gap, from = 0, to = item.lines ?? 0) => {
        const used = item.kind === "text" ? (to - from) * item.line : item.height;
        placed.push({ item, y: y + gap, from, to, height: used, gap });
        y += gap + used;
        below = to === (item.lines ?? 0) ? item.after : 0;
        notes.push(...item.notes.filter((mark) => item.kind !== "text" || (mark.line >= from && mark.line < to)).map(({ id }) => id));
      };
      const putFloat = (item) => {
        const gap = Math.max(gapTo(item), clear(item));
        if (y + gap + item.height > height) return false;
        put(item, gap);
        return true;
      };
      const putAside = (item) => {
        const at = Math.max(beside && beside + 18, Math.min(y + (placed.length ? below : 0), height - item.height));
        if (at + item.height > height || at < wideEnd(placed)) return false;
        placed.push({ item, y: at, from: 0, to: 0, height: item.height, gap: 0, aside: true });
        beside = at + item.height;
        return true;
      };
      const putWaiting = () => {
        while (queue.length && !isHeld(queue[0]) && putFloat(queue[0])) queue.shift();
      };
      if (!line || (queue.length && queue[0].height > TALL * height)) putWaiting();
      while (asides.length && putAside(asides[0])) asides.shift();
      while (i < items.length) {
        const item = items[i];
        if (item.kind === "float" && early.has(item)) {
          i += 1;
          continue;
        }
        if (item.kind === "float") {
          if (spans(item)) {
            met.push({ item, column: c });
            if (item.numbered && !after.above(item)) held = Math.min(held, item.order);
          } else if (queue.length || isHeld(item) || !putFloat(item)) queue.push(item);
          i += 1;
          continue;
        }
        if (item.kind === "margin") {
          if (asides.length || !putAside(item)) asides.push(item);
          i += 1;
          continue;
        }
        const gap = line ? (placed.length ? below : 0) : gapTo(item);
        const room = height - y - gap + 0.01;
        if (item.kind !== "text") {
          if (item.height + (item.keep ? keptRoom(items, i) : 0) > room) break;
          put(item, gap);
          i += 1;
          continue;
        }
        const left = item.lines - line;
        let lines = Math.min(left, Math.floor(room / item.line));
        if (lines === left && item.keep && left * item.line + keptRoom(items, i) > room) lines -= 1;
        if (lines < left) lines = Math.min(lines, left - LEAST_LINES);
        const parted = queue.some((float) => !isHeld(float) && float.height > TALL * height);
        if (lines < left && !line && parted && placed.length && !placed.at(-1).item.keep && item.height < SHORT * height) break;
        if (lines < Math.min(left, line ? LEAST_LINES : item.least)) break;
        put(item, gap, line, line + lines);
        line += lines;
        if (line < item.lines) break;
        i += 1;
        line = 0;
        putWaiting();
      }
      columns.push({ placed, used: y, beside });
    }
    return { columns, met, notes, queue, asides, next: { i, line }, done: i >= items.length && !queue.length };
  };

  const wideEnd = (placed) => Math.max(0, ...placed.filter(({ item }) => item.span).map(({ y, height }) => y + height + 12));

  const stack = (spans) => d3.sum(spans, (span) => span.height + Math.max(span.before, span.after));

  /** Compose chapters in pages; gives {pages, problems}. */
  const compose = (chapters, { form, column, notes }) => {
    const pages = [];
    const problems = [];
    const spans = (item) => form.columns > 1 && item.span !== "";
    const newPage = (chapter) => {
      const page = { title: chapter.title, id: chapter.id, index: chapter.index, y: form.top, end: HEIGHT - form.bottom, put: [], notes: [], fresh: true, opens: [] };
      pages.push(page);
      return page;
    };
    const notesHeight = (ids) => (ids.length ? form.notes + d3.sum(ids, (id) => notes.get(id)) : 0);

    const open = (page, chapter, opener) => {
      const width = opener.span || form.opener;
      const x = width === "bleed" ? 0 : width === "wide" && form.wide && !opener.span ? form.wide.x : form.left;
      const top = !page.fresh ? page.y + opener.before : width === "bleed" ? 0 : page.y;
      page.put.push({ item: opener, x, y: top, from: 0, to: 0 });
      page.y = top + opener.height + opener.after;
      page.fresh = false;
      page.opens.push(chapter.index);
    };

    /** Set as much on a page as it holds; `carried` are floats from the page before. */
    const lay = (page, { items }, start, carried) => {
      const count = form.columns;
      const room = page.end - notesHeight(page.notes) - page.y;
      const already = carried.early.length;
      const tops = [];
      const bottoms = [];
      let rest = [...carried.spans];
      const early = Math.min(Infinity, ...carried.queue.filter((item) => item.numbered).map((item) => item.order));
      while (rest.length && rest[0].order < early && (tops.length ? stack([...tops, rest[0]]) <= room * MOST_SPANS : rest[0].height <= room)) tops.push(rest.shift());
      const after = {
        early: carried.early,
        above: (item) => tops.includes(item),
        get first() {
          return Math.min(Infinity, ...[...bottoms, ...rest].filter((item) => item.numbered).map((item) => item.order));
        },
      };
      const attempt = (waiting = carried.queue) => {
        let reserve = 0;
        for (;;) {
          const height = room - stack(tops) - stack(bottoms) - reserve;
          if (height < LEAST_TEXT && start.i < items.length) return { columns: [], met: [], notes: [], queue: waiting, next: start, done: false, height: 0, reserve };
          const found = fill(items, start, count, height, waiting, spans, after);
          const extra = notesHeight([...page.notes, ...found.notes]) - notesHeight(page.notes);
          if (extra <= reserve) return { ...found, height, reserve };
          reserve = extra;
        }
      };
      let found = attempt();
      const isSet = (item) => tops.includes(item) || bottoms.includes(item);
      while (!rest.length) {
        const next = found.met.find(({ item }) => !isSet(item));
        if (!next || stack([...tops, ...bottoms, next.item]) > room * MOST_SPANS) break;
        const headed = items.slice(start.i, items.indexOf(next.item)).some(({ heads }) => heads);
        const sides = page.fresh && !headed && !(next.column && tops.length) ? [tops, bottoms] : [bottoms];
        const kept = sides.some((side) => {
          side.push(next.item);
          const trial = attempt();
          const isBefore = (item) => item.numbered && item.order < next.item.order;
          const inOrder = !trial.queue.some(isBefore) && (side === bottoms || !trial.columns.some(({ placed }) => placed.some(({ item }) => isBefore(item))));
          if (inOrder && trial.met.some(({ item }) => item === next.item)) {
            found = trial;
            return true;
          }
          side.pop();
          return false;
        });
        if (!kept) break;
      }
      const unset = () => found.met.map(({ item }) => item).filter((item) => !isSet(item));
      const late = [...rest, ...unset()];
      const isEarly = () => ![...found.queue, ...found.columns.flatMap(({ placed }) => placed.map(({ item }) => item))].some((item) => item.numbered && item.order < late[0].order);
      if (found.done && late.length && page.fresh && stack([...tops, late[0]]) <= room * MOST_SPANS && isEarly()) {
        const even = balanced(items, start, count, found.height, carried.queue, spans, after);
        if (even && even.height + stack([...tops, ...late]) > room) {
          tops.push(late[0]); // before its mention rather than on a page without text
          const trial = attempt();
          if (rest.includes(late[0]) || trial.met.some(({ item }) => item === late[0])) {
            found = trial;
            rest = rest.filter((item) => item !== late[0]);
          } else tops.pop();
        }
      }
      rest = [...rest, ...unset()];
      if (count === 1 && page.fresh && found.queue.length && found.next.i >= items.length && found.columns[0]?.used < found.height * MOST_EMPTY) {
        const trial = attempt([...carried.queue, found.queue[0]]);
        if (trial.columns.length && trial.next.i < items.length && !trial.queue.includes(found.queue[0])) {
          carried.early.push(found.queue[0]);
          found = trial;
        }
      }
      let { height } = found;
      if (found.done && count > 1) {
        const even = balanced(items, start, count, height, carried.queue, spans, after);
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
      const used = d3.max(found.columns, (set) => Math.max(set.used, set.beside)) ?? 0;
      const foot = y + height;
      page.notes.push(...found.notes);
      if (found.done) {
        y += used;
        const below = [...bottoms, ...rest];
        rest = [];
        if (used) y += below.length ? 14 : 0;
        for (const item of below) {
          if (!rest.length && y + item.height <= page.end - notesHeight(page.notes)) across(item);
          else rest.push(item);
        }
        page.y = y;
      } else {
        y = foot + (bottoms.length ? bottoms[0].before : 0);
        bottoms.forEach(across);
        page.y = page.end;
        page.hole = found.columns.length ? (height - d3.mean(found.columns, (set) => set.used)) / (page.end - form.top) : 0;
      }
      page.fresh = false;
      const moved = page.put.length > 0 && (found.next.i !== start.i || found.next.line !== start.line || tops.length || found.queue.length < carried.queue.length || carried.early.length > already);
      return { next: found.next, carried: { spans: rest, queue: found.queue, early: carried.early }, done: found.done && !rest.length, moved };
    };

    let page = null;
    for (const chapter of chapters) {
      const { items } = chapter;
      const fresh = () => newPage(chapter);
      if (form.start === "own" && !joins(chapter, form)) {
        open(fresh(), chapter, chapter.opener);
        page = items.length ? fresh() : page;
      } else {
        const wanted = form.start === "run" || chapter.runs ? LEAST_AFTER_HEAD : (HEIGHT - form.top - form.bottom) * LEAST_OF_PAGE;
        const fits = (head) => page && page.end - notesHeight(page.notes) - page.y - head.before - head.height - head.after >= wanted;
        const heads = { run: [chapter.opener], own: [chapter.plain], page: form.opener === "bleed" ? [chapter.plain] : [chapter.opener, chapter.plain] }[form.start];
        const head = heads.find(fits);
        if (!head) page = fresh();
        open(page, chapter, head ?? (form.start === "own" ? chapter.plain : chapter.opener));
      }
      let start = { i: 0, line: 0 };
      let carried = { spans: [], queue: [], early: [] };
      for (let tries = 0; items.length; tries += 1) {
        const result = lay(page, chapter, start, carried);
        if (result.done) break;
        if (!result.moved && tries) {
          const stuck = carried.spans[0] ?? carried.queue[0] ?? items[start.i];
          problems.push(`${stuck.element.className} of chapter ${chapter.index + 1} is too tall for a page`);
          break;
        }
        ({ next: start, carried } = result);
        page = fresh();
      }
      page.last = true;
      page.written = page.y;
    }
    for (const page of pages.slice(0, -1)) page.hole = Math.max(page.hole ?? 0, (page.end - notesHeight(page.notes) - page.y) / (page.end - form.top));
    return { pages, problems };
  };

  /** The least height at which columns still hold what is left, with what they then hold. */
  const balanced = (items, start, count, height, waiting, spans, after) => {
    let [low, high] = [Math.min(LEAST_COLUMN, Math.ceil(height) - 1), Math.ceil(height)];
    let best = null;
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const trial = fill(items, start, count, middle, waiting, spans, after);
      if (trial.done) [high, best] = [middle, { ...trial, height: middle }];
      else low = middle + 1;
    }
    return best;
  };

  /** Spread what is left of a column's height over its gaps, if it is little. */
  const feather = (placed, left) => {
    const weights = placed.map(({ item, from }, i) => (!i || from ? 0 : item.kind === "text" ? (item.before || item.after ? 1 : 0) : 3));
    const sum = d3.sum(weights);
    if (!sum || left <= 0 || left > sum * MOST_SPREAD) return;
    let shift = 0;
    placed.forEach((piece, i) => {
      shift += (left * weights[i]) / sum;
      if (!piece.aside) piece.y += shift;
    });
  };

  Object.assign(docassay.flowing, { compose, startsInPages, joins });
}
