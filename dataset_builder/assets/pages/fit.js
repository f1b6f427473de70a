"use strict";
// Fits one sheet: the largest text that leaves the charts the room they need, and the arrangement of charts that uses it best.
//
// The sheet (`.sheet`) lists the text sizes it may have in `data-sizes` (CSS px, the largest first; the CSS reads
// `--size` and `--tight`, which goes from 0 to 1). Its `.charts` region holds `.slot`s, each with a figure and in
// `data-need` the height that the chart needs by width, [[width, height], ...]. Charts are set in rows, in their order if
// that fits. A `.number` in a slot bears the number of its chart.

{
  const NARROWEST = 225;
  const MOST_DRAWINGS = 9;
  const BEST_ASPECT = 1.55;
  const EASE = 1.06;
  const COMFORTS = [[1.12, 1.35], [1.06, 1.15], [1, 1], [1, 0.88]]; // least text, in smallest texts, with such room
  const SPLITS = { 1: [[1]], 2: [[1 / 2, 1 / 2], [3 / 5, 2 / 5], [2 / 5, 3 / 5]], 3: [[1 / 3, 1 / 3, 1 / 3]] };

  /** The height that a slot's chart needs at a width; infinite where it can't be that narrow. */
  const needAt = (slot, width) => {
    const { table } = slot;
    if (width < Math.max(slot.narrowest, table[0][0] - 3)) return Infinity;
    const i = table.findIndex(([w]) => w > width);
    if (i <= 0) return (i === 0 ? table[0] : table.at(-1))[1] * slot.growth;
    const [[w0, h0], [w1, h1]] = [table[i - 1], table[i]];
    return (h0 + ((h1 - h0) * (width - w0)) / (w1 - w0)) * slot.growth;
  };

  /** The height past which a chart of some width, that needs `need`, looks drawn out. */
  const tallest = (width, need) => Math.max(need * 1.6, width * (width < 300 ? 1.1 : width < 400 ? 0.85 : 0.62));

  /** All ways to set slots in rows: each row a list of {slot, width}. */
  const arrangements = function* (slots, width, gap) {
    if (!slots.length) {
      yield [];
      return;
    }
    for (const count of [1, 2, 3].filter((n) => n <= slots.length)) {
      for (const split of SPLITS[count]) {
        const room = width - gap * (count - 1);
        const row = slots.slice(0, count).map((slot, i) => ({ slot, width: Math.floor(room * split[i]) }));
        if (row.some((cell) => cell.width < NARROWEST)) continue;
        for (const rest of arrangements(slots.slice(count), width, gap)) yield [row, ...rest];
      }
    }
  };

  /** Orders that are tried: the given one, and those that bring charts of like needs together. */
  const ordersOf = (slots) => {
    const narrow = (slot) => (slot.table[0][0] > 300 ? 1e4 : 0) + slot.table[0][1] * slot.growth;
    const rising = d3.sort(slots, narrow);
    return [slots, rising, rising.toReversed()];
  };

  const lazily = (make) => {
    let made;
    return () => (made ??= make());
  };

  /** What there is to choose from for a region's width: arrangements with the least height of each row, order by order. */
  const candidatesFor = (slots, { width, gap, frame, head }) =>
    ordersOf(slots).map((order) =>
      lazily(() =>
        [...arrangements(order, width, gap)].flatMap((rows) => {
          const inner = rows.map((row) => row.map((cell) => cell.width - 2 * frame));
          const needs = rows.map((row, i) => Math.max(...row.map((cell, j) => needAt(cell.slot, inner[i][j]))) + 2 * frame + head);
          const least = d3.sum(needs);
          return least < Infinity ? [{ rows, inner, needs, least, gaps: gap * (rows.length - 1) }] : [];
        }),
      ),
    );

  /** The candidate that suits a region's height best, of the first order in which one has `comfort` times its need. */
  const choose = (candidates, height, comfort) => {
    for (const order of candidates) {
      const within = (times) => order().filter(({ least, gaps }) => least * times + gaps <= height);
      const fitting = within(comfort).length ? within(Math.min(comfort, EASE)) : [];
      if (fitting.length) return d3.least(fitting.map((candidate) => stretched(candidate, height)), (plan) => plan.cost);
    }
    return null;
  };

  /** A candidate with the heights of its rows and its cost, which grows with odd shapes and with unused room. */
  const stretched = ({ rows, inner, needs, least, gaps }, height) => {
    const room = height - gaps;
    const heights = needs.map((need, i) =>
      Math.floor(Math.min((need * room) / least, tallest(Math.min(...inner[i]), need))),
    );
    const shapes = inner.flatMap((widths, i) => widths.map((width) => Math.abs(Math.log(width / heights[i] / BEST_ASPECT))));
    return { rows, heights, cost: d3.mean(shapes) + 1.2 * (1 - d3.sum(heights) / room) };
  };

  /** Put the figures where an arrangement has them, undrawn and numbered, the first at a whole pixel. */
  const place = (region, { rows, heights }, { gap, frame, head }) => {
    region.replaceChildren(
      ...rows.map((row, i) => {
        const box = document.createElement("div");
        box.style.cssText = `display:flex;gap:${gap}px;height:${heights[i]}px;flex:none`;
        for (const { slot, width } of row) {
          slot.element.style.cssText = `width:${width}px;height:${heights[i]}px;flex:none;padding:${frame}px`;
          const holder = document.createElement("template");
          holder.innerHTML = slot.figure;
          const figure = holder.content.firstElementChild;
          Object.assign(figure.dataset, { width: width - 2 * frame, height: heights[i] - 2 * frame - head, mostHeight: 0 });
          slot.element.querySelector("figure").replaceWith(figure);
          box.append(slot.element);
        }
        return box;
      }),
    );
    region.querySelectorAll(".number").forEach((number, i) => (number.textContent = i + 1));
    region.style.cssText = "flex:none";
    const figure = region.querySelector("figure").getBoundingClientRect();
    region.style.translate = `${Math.round(figure.left) - figure.left}px ${Math.round(figure.top) - figure.top}px`;
  };

  const overflows = (element) =>
    element.scrollHeight > element.clientHeight + 1 || element.scrollWidth > element.clientWidth + 1;

  const inside = (region) => {
    const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(region);
    const [left, right, top, bottom] = [paddingLeft, paddingRight, paddingTop, paddingBottom].map(parseFloat);
    return { width: Math.floor(region.clientWidth - left - right) - 1, height: Math.floor(region.clientHeight - top - bottom) - 1 };
  };

  const problemsOf = (slot) => docassay.problems[slot.element.querySelector("figure").dataset.viz];

  /** Fit and draw the sheet; the report has `trace` and `problems` by viz_id. Where nothing fits, `problems.page` says so on an empty sheet. */
  docassay.fitSheet = async () => {
    docassay.problems = {};
    const sheet = document.querySelector(".sheet");
    const region = sheet.querySelector(".charts");
    const slots = [...region.querySelectorAll(".slot")].map((element) => ({
      element,
      figure: element.querySelector("figure").outerHTML,
      table: JSON.parse(element.dataset.need),
      growth: 1,
      narrowest: NARROWEST,
    }));
    const style = getComputedStyle(region);
    const [gap, frame, head] = ["--gap", "--frame", "--head"].map((name) => parseFloat(style.getPropertyValue(name)) || 0);
    const sizes = JSON.parse(sheet.dataset.sizes);

    const setSize = (i) => {
      sheet.style.setProperty("--size", `${sizes[i]}px`);
      sheet.style.setProperty("--tight", i / (sizes.length - 1));
      region.replaceChildren();
      region.style.cssText = "";
    };
    const rooms = sizes.map((_, i) =>
      lazily(() => {
        setSize(i);
        return [sheet, ...sheet.querySelectorAll(".text")].some(overflows) ? { width: 0, height: -1 } : inside(region);
      }),
    );

    let drawings = 0;
    let candidates = null;
    for (const [least, comfort] of COMFORTS) {
      for (let i = 0; i < sizes.length && sizes[i] >= sizes.at(-1) * least; i += 1) {
        const { width, height } = rooms[i]();
        while (height > 0 && drawings < MOST_DRAWINGS) {
          candidates ??= candidatesFor(slots, { width, gap, frame, head });
          const plan = choose(candidates, height, comfort);
          if (!plan) break;
          setSize(i);
          place(region, plan, { gap, frame, head });
          docassay.trace = {};
          docassay.problems = {};
          await docassay.drawAll();
          drawings += 1;
          const bad = slots.filter((slot) => problemsOf(slot).length);
          if (!bad.length) return { trace: docassay.trace, problems: {}, size: sizes[i], drawings };
          for (const slot of bad) {
            if (slot.growth > 1.3) slot.narrowest = slot.element.clientWidth * 1.15;
            else slot.growth *= 1.14;
          }
          candidates = null;
        }
      }
    }
    sheet.replaceChildren();
    return { trace: {}, problems: { ...docassay.problems, page: ["text and charts do not fit on one page"] }, drawings };
  };
}
