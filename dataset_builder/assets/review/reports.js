"use strict";
// A review of questions on reports: three ratings of each, by one named reviewer.
const HOLDS = [["yes", true], ["no", false]];

const rated = held => sheet.ratings.filter(rating => rating.name in held.ratings);

function rate(name, value) {
  change(current(), held => {
    if (held.ratings[name] === value) delete held.ratings[name];
    else held.ratings[name] = value;
  });
  refresh();
}

function turn(number) {
  const name = sheet.ratings[number].name;
  const value = decided(current()).ratings[name];
  change(current(), held => {
    if (value === undefined) held.ratings[name] = true;
    else if (value) held.ratings[name] = false;
    else delete held.ratings[name];
  });
  refresh();
}

function acceptRest() {
  const open = sheet.ratings.filter(rating => !(rating.name in decided(current()).ratings));
  if (open.length) change(current(), held => { for (const rating of open) held.ratings[rating.name] = true; });
}

function look(part) {
  for (const box of document.querySelectorAll(".box")) box.classList.toggle("current", box.dataset.part === String(part));
  document.querySelector(".box.current")?.scrollIntoView({block: "center"});
}

function showQuestion(item) {
  byId("about").replaceChildren(
    element("h2", {}, item.id),
    element("div", {class: "tags"}, ...[item.split, item.category, item.level].map(text =>
      element("span", {class: "tag"}, text.replaceAll("_", " ")))));
  const part = (title, ...content) => element("section", {}, element("h3", {}, title), ...content);
  const evidence = item.evidence.map((one, index) => element("button", {
    class: "evidence", "data-part": index, onclick: () => look(index),
    onmouseenter: () => hover(index, true), onmouseleave: () => hover(index, false),
  }, one.name));
  const note = element("textarea", {
    id: "note", rows: 2, "aria-label": "What is wrong", placeholder: "What is wrong, if anything (optional)",
    onchange: event => { change(item, held => { held.note = event.target.value.trim(); }); },
  });
  note.value = decided(item).note;
  byId("panel").replaceChildren(
    part("Question", element("p", {class: "question"}, item.question)),
    part("Reference answer", element("p", {class: "answer"}, item.answer)),
    part("How it is reached", element("p", {}, item.reasoning)),
    part("Evidence, marked on the pages", ...evidence,
      element("p", {class: "more"}, "The rest of the document: ",
        element("a", {href: item.pdf, target: "_blank", rel: "noopener"}, `PDF, ${item.length} pages`))),
    part("Your ratings", ...sheet.ratings.map((rating, number) => element("div", {class: "rating"},
      element("div", {}, element("b", {}, rating.title), element("kbd", {}, number + 1), element("br"), rating.asks),
      element("div", {class: "choices"}, ...HOLDS.map(([label, value]) => element("button", {
        class: value ? "ok" : "wrong", "data-rating": rating.name, "data-value": String(value), tabindex: -1,
        "aria-label": `${rating.title}: ${label}`, onclick: () => rate(rating.name, value),
      }, label)))))),
    note,
    element("div", {class: "verdicts"},
      element("button", {id: "accept", onclick: () => { acceptRest(); next(); }}, "Rest: yes, next", element("kbd", {}, "↵")),
      element("button", {onclick: () => move(-1), "aria-label": "previous question", style: "flex:none"}, "←"),
      element("button", {onclick: () => move(1), "aria-label": "next question", style: "flex:none"}, "→")));
}

function refreshQuestion(item, held) {
  for (const button of document.querySelectorAll("[data-rating]")) {
    const chosen = String(held.ratings[button.dataset.rating]) === button.dataset.value;
    button.classList.toggle("chosen", chosen);
    button.setAttribute("aria-pressed", chosen);
  }
}

function next() {
  at + 1 < items.length ? move(1) : refresh();
}

function decisions() {
  const questions = {};
  for (const item of items) {
    const held = decided(item);
    if (!rated(held).length && !held.note) continue;
    questions[item.id] = {fingerprint: item.fingerprint, ratings: held.ratings, note: held.note};
  }
  return {
    format: sheet.format, name: sheet.name, sample: sheet.sample, seed: sheet.seed,
    reviewer: byId("reviewer").value.trim(), questions,
  };
}

function hasReviewer() {
  const named = byId("reviewer").value.trim() !== "";
  byId("reviewer").classList.toggle("missing", !named);
  if (!named) byId("reviewer").focus();
  return named;
}

function take(held) {
  let taken = 0;
  byId("reviewer").value = held.reviewer;
  restore();
  for (const item of items) {
    const one = held.questions[item.id];
    if (!one || one.fingerprint !== item.fingerprint) continue;
    state[item.id] = {ratings: one.ratings, note: one.note};
    taken += 1;
  }
  return taken;
}

Object.assign(family, {
  blank: () => ({ratings: {}, note: ""}),
  done: held => rated(held).length === sheet.ratings.length,
  heading: item => item.split.replaceAll("_", " "),
  count: (item, held) => `${item.level} ${rated(held).length}/${sheet.ratings.length}`,
  marks: (item, held) => ({
    begun: rated(held).length > 0,
    keep: rated(held).length === sheet.ratings.length && rated(held).every(rating => held.ratings[rating.name]),
    faults: rated(held).some(rating => !held.ratings[rating.name]),
  }),
  boxes: (item, page) => item.evidence.flatMap((one, index) =>
    one.page === page ? [{part: index, box: one.box, title: one.name}] : []),
  pick: look,
  show: showQuestion,
  refresh: refreshQuestion,
  progress: done => `${done} of ${items.length} questions`,
  decisions,
  file: () => `decisions-${byId("reviewer").value.trim().replace(/\W+/g, "-")}.json`,
  ready: hasReviewer,
  take,
  owner: () => byId("reviewer").value.trim(),
  keys: {
    Enter: () => { acceptRest(); next(); },
    1: () => turn(0), 2: () => turn(1), 3: () => turn(2),
  },
});

const WHO = `docassay-reviewer:${sheet.name}`;
byId("who").hidden = false;
try { byId("reviewer").value = localStorage.getItem(WHO) || ""; } catch { /* private windows keep nothing */ }
byId("reviewer").onchange = () => {
  const done = state;
  const named = byId("reviewer").value.trim();
  try { localStorage.setItem(WHO, named); } catch { /* as above */ }
  restore();
  if (!Object.keys(state).length && unnamed) state = done;  // what was done before a name was given is theirs
  unnamed = named === "";
  hasReviewer();
  save();
  show(at);
};
let unnamed = byId("reviewer").value === "";
begin();
