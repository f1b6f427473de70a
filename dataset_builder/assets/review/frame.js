"use strict";
// What all review sheets share: the list of what is to be judged, its pages with boxes, undo, keys, export and import.
// A family's own script fills in `family`, then calls begin().
const sheet = JSON.parse(document.getElementById("sheet").textContent);
const byId = id => document.getElementById(id);
const items = sheet.items;
const history = [];
const family = {
  blank: () => ({}),  // a decision before anything is decided
  done: held => false,
  heading: item => "",  // in the list, above the items that share it
  label: item => item.id,
  count: (item, held) => "",  // beside it
  marks: (item, held) => ({}),  // classes of its line in the list
  boxes: (item, page) => [],  // {part, box, title} on a page, counted from 0
  pick: part => {},  // a box was clicked
  show: item => {},  // fill the panel
  refresh: (item, held) => {},  // show what is decided
  progress: done => `${done} of ${items.length}`,
  decisions: () => ({}),  // what is exported
  file: () => "decisions.json",
  ready: () => true,  // whether it may be exported
  take: held => 0,  // take over an export; returns how many items
  owner: () => "",  // whose decisions are kept in this browser
  place: () => 0,  // within an item, for undo to come back to
  goto: place => {},
  keys: {},
};
let state = {};
let at = 0;

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

const key = () => `docassay-review:${sheet.name}:${family.owner()}:` +
  items.map(item => item.fingerprint).join("").slice(0, 512);

function restore() {
  try { state = JSON.parse(localStorage.getItem(key())) || {}; } catch { state = {}; }
}

function save() {
  try { localStorage.setItem(key(), JSON.stringify(state)); } catch { /* private windows keep nothing */ }
}

const current = () => items[at];
const decided = item => state[item.id] || family.blank();

function change(item, edit) {
  history.push([at, family.place(), item.id, JSON.stringify(decided(item))]);
  const held = JSON.parse(JSON.stringify(decided(item)));
  edit(held);
  state[item.id] = held;
  save();
}

function undo() {
  const last = history.pop();
  if (!last) return;
  state[last[2]] = JSON.parse(last[3]);
  save();
  show(last[0]);
  family.goto(last[1]);
}

function move(by) {
  if (at + by >= 0 && at + by < items.length) show(at + by);
}

function nextOpen() {
  for (let i = 1; i <= items.length; i++) {
    const next = (at + i) % items.length;
    if (!family.done(decided(items[next]))) return show(next);
  }
}

function show(index) {
  at = index;
  const item = current();
  const pages = byId("pages");
  pages.replaceChildren(...item.pages.map((page, number) => {
    const boxes = family.boxes(item, number).map(({part, box, title}) => element("button", {
      class: "box", "data-part": part, title, tabindex: -1,
      style: `left:${box[0]}%;top:${box[1]}%;width:${box[2]}%;height:${box[3]}%`,
      onclick: () => family.pick(part),
      onmouseenter: () => hover(part, true), onmouseleave: () => hover(part, false),
    }));
    const source = page.source ?? sheet.pictures[page.picture];
    const picture = element("img", {
      src: source, alt: page.name ?? `page ${number + 1}`, width: page.width, height: page.height,
    });
    const name = page.name ? [element("div", {class: "name"}, page.name)] : [];
    return element("div", {class: "page"}, ...name, element("div", {class: "sheet"}, picture, ...boxes));
  }));
  pages.scrollTop = 0;
  family.show(item);
  refresh();
  byId("documents").querySelectorAll(".document")[at].scrollIntoView({block: "nearest"});
}

function hover(part, on) {
  for (const shown of document.querySelectorAll(`[data-part="${part}"]`)) shown.classList.toggle("hover", on);
}

function refresh() {
  family.refresh(current(), decided(current()));
  drawList();
}

function drawList() {
  const list = byId("documents");
  if (!list.children.length) {
    let heading = null;
    items.forEach((item, index) => {
      if (family.heading(item) !== heading) {
        heading = family.heading(item);
        const count = items.filter(other => family.heading(other) === heading).length;
        list.append(element("h2", {}, `${heading} (${count})`));
      }
      list.append(element("button", {class: "document", tabindex: -1, onclick: () => show(index)},
        element("i", {class: "dot"}), element("span", {title: item.id}, family.label(item)), element("em")));
    });
  }
  let done = 0;
  list.querySelectorAll(".document").forEach((button, index) => {
    const held = decided(items[index]);
    done += family.done(held);
    button.classList.toggle("current", index === at);
    for (const [name, on] of Object.entries(family.marks(items[index], held))) button.classList.toggle(name, on);
    button.lastChild.textContent = family.count(items[index], held);
  });
  byId("bar").style.width = `${100 * done / items.length}%`;
  byId("progress").textContent = family.progress(done);
}

function exportDecisions() {
  if (!family.ready()) return;
  const file = new Blob([JSON.stringify(family.decisions(), null, 1) + "\n"], {type: "application/json"});
  const link = element("a", {href: URL.createObjectURL(file), download: family.file()});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

async function loadDecisions(event) {
  const [file] = event.target.files;
  event.target.value = "";
  let held = null;
  try { held = JSON.parse(await file.text()); } catch { /* told below */ }
  if (!held || held.format !== sheet.format) return alert(`${file.name} is not an export of a review sheet.`);
  const taken = family.take(held);
  save();
  show(at);
  alert(`Decisions on ${taken} of ${items.length} taken over.`);
}

function zoom() {
  byId("pages").classList.toggle("fit");
  byId("pages").classList.toggle("wide");
  document.querySelector(".box.current, .box")?.scrollIntoView({block: "center"});
}

const KEYS = {
  ArrowRight: () => move(1), ArrowLeft: () => move(-1), n: nextOpen, u: undo, z: zoom, e: exportDecisions,
  "?": () => byId("keys").showModal(),
};

document.addEventListener("keydown", event => {
  if (byId("keys").open || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const action = family.keys[name] || KEYS[name];
  if (!action) return;
  event.preventDefault();
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  action();
});

function begin() {
  byId("zoom").onclick = zoom;
  byId("help").onclick = KEYS["?"];
  byId("export").onclick = exportDecisions;
  byId("load").onclick = () => byId("file").click();
  byId("file").onchange = loadDecisions;
  byId("close").onclick = () => byId("keys").close();
  byId("name").textContent = sheet.name;
  document.title = `Review of ${sheet.name}`;
  restore();
  if (items.length) {
    show(0);
    if (!Object.keys(state).length) byId("keys").showModal();
  }
}
