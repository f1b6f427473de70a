"use strict";
// Fits the whole pages of a document that hold lists, such as its contents: a list that is too long is set closer, or goes
// on on another page; one that is short is set wider. What is `data-optional` is left out where there is no room for it.

{
  const { HEIGHT, all } = docassay.flowing;
  const FOOT = 44; // px that are left free under a list
  const WANTED = 0.84; // of the page's height, that a short list is spread over
  const MOST_GAP = 15; // px by which the rows of a short list are set apart at most
  const LISTS = ".toc, .grid";

  const isPlaced = (element) => getComputedStyle(element).position === "absolute";
  const topOf = (plate) => plate.getBoundingClientRect().top;

  /** How far down a plate what stands in it may reach: not into what is placed at its foot. */
  const footOf = (plate) => {
    const placed = [...plate.children].filter(isPlaced).map((child) => child.getBoundingClientRect().top - topOf(plate) - 14);
    return Math.min(HEIGHT - FOOT, ...placed.filter((top) => top > HEIGHT / 2));
  };

  const endOf = (plate) =>
    d3.max(all(`${LISTS}, p, .list-of, .lead`, plate).filter((part) => !part.closest(".imprint, .foot-art")), (part) => part.getBoundingClientRect().bottom) - topOf(plate);

  const isFull = (plate) => endOf(plate) > footOf(plate);

  const cellsOfRow = (list) => (list.matches(".toc") ? 3 : 1);

  /** Move what is too much to another plate behind: the lists of exhibits, else the second half of the contents. */
  const split = (plate) => {
    const next = plate.cloneNode(false);
    const lists = all(".list-of", plate);
    const list = plate.querySelector(LISTS);
    if (lists.length && all(LISTS, plate).length > lists.length) next.append(...lists);
    else if (list.parentElement === plate) {
      const cells = [...list.children];
      const rows = Math.ceil(cells.length / cellsOfRow(list) / 2);
      const rest = list.cloneNode(false);
      rest.append(...cells.slice(rows * cellsOfRow(list)));
      next.append(rest);
    } else return null;
    plate.after(next);
    return next;
  };

  /** Set the rows of a plate's lists further apart where it is far from full. */
  const widen = (plate) => {
    const lists = all(LISTS, plate);
    const spare = Math.min(footOf(plate), HEIGHT * WANTED) - endOf(plate);
    const rows = d3.sum(lists, (list) => new Set([...list.children].map((cell) => Math.round(cell.getBoundingClientRect().top))).size);
    const gap = Math.min(MOST_GAP, spare / rows);
    if (gap < 1) return;
    for (const list of lists) list.style.setProperty("row-gap", `${(parseFloat(getComputedStyle(list).rowGap) || 0) + gap}px`, "important");
  };

  /** Fit a plate; gives the plates that it became. */
  const fit = (plate) => {
    if (isFull(plate)) plate.classList.add("snug");
    if (isFull(plate) && plate.querySelector("[data-optional]")) {
      for (const part of all("[data-optional]", plate)) part.remove();
      plate.classList.remove("snug");
      if (isFull(plate)) plate.classList.add("snug");
    }
    const next = isFull(plate) ? split(plate) : null;
    if (next) plate.classList.remove("snug");
    widen(plate);
    if (next) fit(next);
  };

  /** Fit the plates that hold lists, in the form that the document is dressed in. */
  const fitPlates = (source) => {
    for (const plate of source.plates) if (plate.querySelector(LISTS)) fit(plate);
    source.plates = all(".plate", source.root);
  };

  /** The names of plates that hold more than there is room for. */
  const fullPlates = (plates) => {
    const runsOver = (plate) => all(`p, ${LISTS}, .list-of`, plate).some((part) => part.getBoundingClientRect().bottom > topOf(plate) + HEIGHT);
    return plates.filter((plate) => (plate.querySelector(LISTS) ? isFull(plate) : runsOver(plate))).map(({ dataset }) => dataset.plate);
  };

  Object.assign(docassay.flowing, { fitPlates, fullPlates });
}
