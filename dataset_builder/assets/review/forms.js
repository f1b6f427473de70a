"use strict";
// A review of forms: every field of a document is right, wrong or ambiguous; a document is kept or removed.
const FIELD_VERDICTS = [["ok", "✓"], ["wrong", "✗"], ["ambiguous", "?"]];
let field = 0;

const scored = item => item.fields.filter(one => !one.excluded);

function judge(index, verdict, advance) {
  const item = current();
  const one = item.fields[index];
  if (!one || one.excluded) return;
  change(item, held => {
    if (held.fields[one.path] === verdict) delete held.fields[one.path];
    else held.fields[one.path] = verdict;
    if (held.verdict !== "remove") {
      held.verdict = scored(item).every(other => held.fields[other.path]) ? "keep" : null;
    }
  });
  field = index;
  if (advance) step(1);
  refresh();
}

function keepRest() {
  const item = current();
  change(item, held => {
    for (const one of scored(item)) held.fields[one.path] = held.fields[one.path] || "ok";
    held.verdict = "keep";
  });
}

function decide(verdict) {
  if (verdict === "keep") keepRest();
  else change(current(), held => { held.verdict = held.verdict === "remove" ? null : "remove"; });
  refresh();
}

function step(by) {
  const fields = current().fields;
  for (let next = field + by; next >= 0 && next < fields.length; next += by) {
    if (!fields[next].excluded) { field = next; return; }
  }
}

function choose(index) {
  if (current().fields[index].excluded) return;
  field = index;
  refresh();
}

function fieldRow(one, index) {
  const blank = one.value === null;
  const text = element("div", {},
    element("div", {class: "path"}, ...one.path.split(/(?<=[._\]])/).flatMap(part => [part, element("wbr")])),
    element("div", {class: blank ? "value blank" : "value"}, blank ? "blank" : String(one.value)),
    element("div", {class: "description"}, one.description),
    ...one.reasons.map(reason => element("div", {class: "reason"}, reason)));
  const choices = element("div", {class: "choices"}, ...FIELD_VERDICTS.map(([verdict, sign], number) => element("button", {
    class: verdict, title: `${verdict} (${number + 1})`, "aria-label": `${verdict}: ${one.path}`, tabindex: -1,
    onclick: event => { event.stopPropagation(); judge(index, verdict, false); },
  }, sign)));
  return element("li", {
    class: "field", "data-part": index, onclick: () => choose(index),
    onmouseenter: () => hover(index, true), onmouseleave: () => hover(index, false),
  }, element("div", {class: "row"}, text, one.excluded ? element("span", {class: "tag"}, "not scored") : choices));
}

function showFields(item) {
  field = -1;
  step(1);
  byId("panel").replaceChildren(element("ol", {id: "fields", "aria-label": "Fields"}, ...item.fields.map(fieldRow)));
}

function refreshFields(item, held) {
  for (const part of document.querySelectorAll("[data-part]")) {
    const index = Number(part.dataset.part);
    const one = item.fields[index];
    const verdict = held.fields[one.path];
    for (const [name] of FIELD_VERDICTS) part.classList.toggle(name, verdict === name);
    part.classList.toggle("excluded", one.excluded);
    part.classList.toggle("current", index === field);
    for (const button of part.querySelectorAll(".choices button")) {
      const chosen = button.classList.contains(verdict || "none");
      button.classList.toggle("chosen", chosen);
      button.setAttribute("aria-pressed", chosen);
    }
  }
  byId("about").replaceChildren(
    element("h2", {}, item.id, element("span", {class: "tag"}, item.split),
      element("span", {class: `tag ${item.group}`}, item.group === "flagged" ? "flagged" : "random sample")),
    ...item.reasons.map(reason => element("div", {class: "reason"}, reason)),
    element("div", {class: "verdicts"},
      element("button", {class: held.verdict === "keep" ? "keep chosen" : "keep", id: "keep",
        onclick: () => decide("keep")}, "Rest is right", element("kbd", {}, "↵")),
      element("button", {class: held.verdict === "remove" ? "remove chosen" : "remove", id: "remove",
        onclick: () => decide("remove")}, "Remove", element("kbd", {}, "X")),
      element("button", {onclick: () => move(-1), "aria-label": "previous document", style: "flex:none"}, "←"),
      element("button", {onclick: () => move(1), "aria-label": "next document", style: "flex:none"}, "→")));
  byId("fields").children[field]?.scrollIntoView({block: "nearest"});
  if (byId("pages").classList.contains("wide")) document.querySelector(".box.current")?.scrollIntoView({block: "nearest"});
}

function decisions() {
  const documents = {};
  for (const item of items) {
    const held = decided(item);
    if (held.verdict === null && !Object.keys(held.fields).length) continue;
    const fields = {};
    for (const one of item.fields) if (held.fields[one.path]) fields[one.path] = held.fields[one.path];
    documents[item.id] = {group: item.group, fingerprint: item.fingerprint, verdict: held.verdict, fields};
  }
  return {format: sheet.format, name: sheet.name, sample: sheet.sample, seed: sheet.seed, documents};
}

function take(held) {
  let taken = 0;
  for (const item of items) {
    const one = held.documents[item.id];
    if (!one || one.fingerprint !== item.fingerprint) continue;
    state[item.id] = {verdict: one.verdict, fields: one.fields};
    taken += 1;
  }
  return taken;
}

Object.assign(family, {
  blank: () => ({verdict: null, fields: {}}),
  done: held => held.verdict !== null,
  heading: item => item.group === "flagged" ? "Flagged" : "Random, unflagged",
  count: (item, held) => `${Object.keys(held.fields).length}/${scored(item).length}`,
  marks: (item, held) => ({
    begun: Object.keys(held.fields).length > 0,
    keep: held.verdict === "keep",
    remove: held.verdict === "remove",
    faults: held.verdict === "keep" && Object.values(held.fields).some(verdict => verdict !== "ok"),
  }),
  boxes: (item, page) => item.fields.flatMap((one, index) =>
    one.page === page ? [{part: index, box: one.box, title: one.path}] : []),
  pick: choose,
  show: showFields,
  refresh: refreshFields,
  progress: done => `${done} of ${items.length} documents, ` +
    `${items.reduce((sum, item) => sum + Object.keys(decided(item).fields).length, 0)} fields`,
  decisions,
  take,
  place: () => field,
  goto: choose,
  keys: {
    Enter: () => {
      if (decided(current()).verdict !== "remove") keepRest();
      at + 1 < items.length ? move(1) : refresh();
    },
    j: () => { step(1); refresh(); }, ArrowDown: () => { step(1); refresh(); },
    k: () => { step(-1); refresh(); }, ArrowUp: () => { step(-1); refresh(); },
    1: () => judge(field, "ok", true), 2: () => judge(field, "wrong", true), 3: () => judge(field, "ambiguous", true),
    x: () => decide("remove"),
  },
});
begin();
