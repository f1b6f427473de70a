"use strict";
// Parts of a whole as areas: sankey and treemap.

{
  const { measure, wrap, widest, lineHeight, overlap, bounds, textPolygon } = docassay;

  const NODE_WIDTH = 11;
  const LEAST_HEIGHT = 70;
  const APART = 5; // px between a value beside its ribbon and other ribbons

  /** A ribbon from one node to the next, as wide at every place as its flow. */
  const ribbonPath = ({ x0, y0, x1, y1, thickness }) => {
    const [half, middle] = [thickness / 2, (x0 + x1) / 2];
    const upper = `M${x0},${y0 - half}C${middle},${y0 - half} ${middle},${y1 - half} ${x1},${y1 - half}`;
    return `${upper}V${y1 + half}C${middle},${y1 + half} ${middle},${y0 + half} ${x0},${y0 + half}Z`;
  };

  docassay.draw.sankey = (chart) => {
    const { spec, style, area } = chart;
    const font = chart.font({ weight: 600 });
    const nodes = [...new Set(spec.data.flatMap(({ extra }) => [extra.source, extra.target]))].map((name) => ({ name }));
    const links = spec.data.map(({ extra, value }, index) => ({ source: extra.source, target: extra.target, value, index }));
    const [sources, targets] = [new Set(links.map((link) => link.source)), new Set(links.map((link) => link.target))];
    const inner = chart.variant.narrow ? 0.2 : 0.32; // a name above a node may reach the values of the ribbons into it
    const share = (name) => (sources.has(name) && targets.has(name) ? inner : 0.19);
    const linesOf = new Map(nodes.map(({ name }) => [name, wrap(name, font, area.width * share(name), 3) ?? [name]]));
    const widthOf = (has, lacks) => {
      return Math.max(0, ...nodes.filter(({ name }) => has.has(name) && !lacks.has(name)).map(({ name }) => widest(linesOf.get(name), font)));
    };
    const [left, right] = [widthOf(sources, targets) + 7, widthOf(targets, sources) + 7];
    const between = nodes.filter(({ name }) => sources.has(name) && targets.has(name));
    const head = Math.max(0, ...between.map(({ name }) => linesOf.get(name).length)) * lineHeight(font) + (between.length ? 4 : 0);
    const padding = Math.max(14, head);
    if (area.height - head < LEAST_HEIGHT) return chart.giveUp("the flows are squeezed");
    const extent = [[area.x + left, area.y + head], [area.x + area.width - right, area.y + area.height - 2]];
    const layout = d3.sankey().nodeId((node) => node.name).nodeWidth(NODE_WIDTH).nodePadding(padding).extent(extent);
    const graph = layout({ nodes, links });
    const total = d3.sum(graph.nodes.filter((node) => !node.targetLinks.length), (node) => node.value);
    const perUnit = graph.links[0].width / graph.links[0].value;
    chart.scale("flow", "linear", d3.scaleLinear().domain([0, total]).range([0, total * perUnit]));
    if (!(total * perUnit >= area.height * 0.35)) return chart.giveUp("the flows are squeezed between the nodes' names");

    const gap = measure("0", chart.font()).up + 2.5;
    chart.want(d3.min(graph.links, (link) => link.width), gap);
    for (const link of [...graph.links].sort((a, b) => b.width - a.width)) {
      const fill = d3.color(d3.interpolateRgb(chart.colour(link.source.name), style.background)(0.58)).formatHex();
      const geometry = { x0: link.source.x1, y0: link.y0, x1: link.target.x0, y1: link.y1, thickness: link.width };
      const node = chart.layers.data.append("path").attr("d", ribbonPath(geometry)).attr("fill", fill);
      node.attr("stroke", style.background).attr("stroke-width", 0.8);
      const read = { value: ["flow", "thickness"] };
      chart.mark(node.node(), link.index, { shape: "ribbon", read, geometry, solid: false });
      Object.assign(link, { fill, slices: slicesOf(geometry) });
    }
    for (const node of graph.nodes) {
      const rect = chart.layers.over.append("rect").attr("x", node.x0).attr("y", node.y0).attr("width", NODE_WIDTH);
      rect.attr("height", node.y1 - node.y0).attr("fill", chart.colour(node.name));
      chart.occupy(node.x0, node.y0, node.x1, node.y1);
    }
    for (const node of graph.nodes) nameNode(chart, node, linesOf.get(node.name), graph);
    const shown = d3.sort(graph.links.filter((link) => chart.showsValue(link.index)), (link) => -link.width);
    for (const link of shown) {
      if (!printWithin(chart, link)) printAtThin(chart, link, graph.links.filter((other) => other !== link));
    }
  };

  docassay.draw.sankey.variants = [{}, { narrow: true }];

  /** Where a ribbon's middle runs: its height at a share of its way. */
  const middleAt = ({ x0, y0, x1, y1 }, share) => {
    const rest = 1 - share;
    const [x, y] = [[x0, (x0 + x1) / 2, (x0 + x1) / 2, x1], [y0, y0, y1, y1]].map(
      ([a, b, c, d]) => a * rest ** 3 + 3 * b * rest ** 2 * share + 3 * c * rest * share ** 2 + d * share ** 3,
    );
    return [x, y];
  };

  /** A ribbon cut into convex polygons, from its start to its end. */
  const slicesOf = (geometry) => {
    const half = geometry.thickness / 2;
    const points = d3.range(25).map((k) => middleAt(geometry, k / 24));
    return d3.pairs(points, ([ax, ay], [bx, by]) => [[ax, ay - half], [bx, by - half], [bx, by + half], [ax, ay + half]]);
  };

  /** How many slices of ribbons a polygon comes nearer than `gap` px. */
  const crossings = (links, polygon, gap = 1) =>
    d3.sum(links, ({ slices }) => slices.filter((slice) => overlap(polygon, slice, -gap)).length);

  /** Whether a polygon lies within a ribbon. */
  const liesWithin = ({ slices }, polygon) => {
    const [x0, y0, x1, y1] = bounds(polygon);
    const under = slices.filter((slice) => slice[0][0] < x1 + 2 && slice[1][0] > x0 - 2);
    return under.every(([a, b, c, d]) => Math.max(a[1], b[1]) < y0 - 2 && Math.min(c[1], d[1]) > y1 + 2);
  };

  /** A node's name: outside where it begins or ends the flow, else above or below it, off the ribbons where it can be. */
  const nameNode = (chart, node, lines, { nodes, links }) => {
    const { name, x0, x1, y0, y1, sourceLinks, targetLinks } = node;
    const isLowest = !nodes.some((other) => other.x0 === x0 && other.y0 > y1);
    const options = { weight: 600, kind: "category", names: { node: name }, ground: chart.style.background };
    const middle = { valign: "middle" };
    if (!targetLinks.length) chart.text(lines, x0 - 6, (y0 + y1) / 2, { ...options, ...middle, anchor: "end" });
    else if (!sourceLinks.length) chart.text(lines, x1 + 6, (y0 + y1) / 2, { ...options, ...middle, anchor: "start" });
    else {
      const font = chart.font({ weight: 600 });
      const rise = 4 + measure(lines.at(-1), font).down;
      const stands = [["middle", (x0 + x1) / 2], ["start", x0], ["end", x1]].map(([anchor, x]) => ({ x, anchor }));
      const above = stands.map((stand) => ({ ...stand, y: y0 - rise, valign: "bottom" }));
      const below = stands.map((stand) => ({ ...stand, y: y1 + 4, valign: "top" }));
      const places = isLowest ? [...above, ...below] : above; // below another it would be taken for the next one's name
      const polygonAt = (place) => textPolygon(lines, place.x, place.y, { ...place, font });
      const free = places.filter((place) => chart.isFree(polygonAt(place)));
      const place = d3.least(free, (found) => crossings(links, polygonAt(found))) ?? places[0];
      chart.text(lines, place.x, place.y, { ...options, ...place });
    }
  };

  /** Print a flow's value within its ribbon, near its start, and near its end too where both are far apart; whether it could. */
  const printWithin = (chart, link) => {
    const { fill, index, source, target } = link;
    const text = chart.valueText(link.value);
    const { width } = measure(text, chart.font());
    const geometry = { x0: source.x1, y0: link.y0, x1: target.x0, y1: link.y1 };
    const inner = d3.range(0.1, 0.91, 0.05).map((share) => [...middleAt(geometry, share), "middle"]);
    const places = [[source.x1 + 6, link.y0, "start"], ...inner].map(([x, y, anchor]) => ({ x, y, anchor, valign: "middle" }));
    const polygonAt = (place) => textPolygon([text], place.x, place.y, { ...place, font: chart.font() });
    const fits = (place) => liesWithin(link, polygonAt(place)) && chart.isFree(polygonAt(place), { gap: 2.5 });
    const options = { kind: "value", index, ground: fill, fill: chart.inkOn(fill) };
    const first = places.find(fits);
    if (!first) return false;
    chart.text(text, first.x, first.y, { ...options, ...first });
    const last = { x: target.x0 - 6, y: link.y1, anchor: "end", valign: "middle" };
    if (last.x - first.x > 3 * width + 60 && fits(last)) chart.text(text, last.x, last.y, { ...options, ...last });
    return true;
  };

  /** Print a thin flow's value: close above or below its ribbon and far from others, else on a small ground upon it. */
  const printAtThin = (chart, link, others) => {
    const text = chart.valueText(link.value);
    const spots = link.slices.slice(2, -2).map(([[ax, top], [bx], , [, base]]) => [(ax + bx) / 2, top, base]);
    const centred = (places) => places.map(([at, level, valign]) => ({ x: at, y: level, anchor: "middle", valign }));
    const beside = centred(spots.flatMap(([at, top, base]) => [[at, top - 3, "bottom"], [at, base + 3, "top"]]));
    const upon = centred(spots.map(([at, top, base]) => [at, (top + base) / 2, "middle"]));
    const polygonAt = (place) => textPolygon([text], place.x, place.y, { ...place, font: chart.font() });
    const isOff = (place) => !crossings([link], polygonAt(place)) && !crossings(others, polygonAt(place), APART);
    const { x, y, width, height } = chart.area;
    const isFree = (place) => chart.isFree(polygonAt(place), { gap: 2.5, within: [x, y, x + width, y + height] });
    const options = { kind: "value", index: link.index, ground: chart.style.background };
    const aside = beside.find((place) => isFree(place) && isOff(place));
    if (aside) chart.text(text, aside.x, aside.y, { ...options, ...aside });
    if (aside) return;
    const place = d3.least(upon.filter(isFree), (found) => crossings(others, polygonAt(found))) ?? upon[0];
    chart.text(text, place.x, place.y, { ...options, ...place, halo: 2 });
  };

  /** Tiles of a treemap in the area: exact areas, no room lost between them. */
  const tilesOf = (chart) => {
    const { spec, area } = chart;
    const leaves = spec.data.map((datum, index) => ({ datum, index }));
    const parents = spec.categories.map((category) => ({ category, children: leaves.filter(({ datum }) => datum.category === category) }));
    const root = d3.hierarchy({ children: [...parents, ...leaves.filter(({ datum }) => !datum.category)] });
    root.sum((node) => node.datum?.value ?? 0).sort((a, b) => b.value - a.value);
    return d3.treemap().size([area.width, area.height]).tile(d3.treemapSquarify.ratio(1.3))(root);
  };

  /** How a tile's name and value fit into it: lines and whether one line holds both; null where they don't. */
  const fitTile = (chart, leaf) => {
    const { datum } = leaf.data;
    const [width, height] = [leaf.x1 - leaf.x0 - 11, leaf.y1 - leaf.y0 - 9];
    const font = chart.font();
    const bold = chart.font({ weight: 600 });
    const value = chart.showsValue(leaf.data.index) ? chart.valueText(datum.value) : "";
    const most = Math.floor(height / lineHeight(font)) - (value ? 1 : 0);
    const lines = most >= 1 ? wrap(datum.label, bold, width, Math.min(3, most)) : null;
    return lines && measure(value, font).width <= width ? { lines, value } : null;
  };

  docassay.draw.treemap = (chart) => {
    const { spec, style } = chart;
    const { categories } = spec;
    const entry = (text) => ({ text, colour: chart.colour(text), names: { category: text } });
    if (categories.length) chart.legend(categories.map(entry));
    const whole = { ...chart.area };
    let small = [];
    for (let tries = 0; tries < 7; tries++) {
      chart.area = { ...whole, height: whole.height - (small.length ? listHeight(chart, small) : 0) };
      const unfit = tilesOf(chart).leaves().filter((leaf) => !fitTile(chart, leaf)).map((leaf) => leaf.data.index);
      const settled = unfit.every((index) => small.includes(index));
      if (settled && (unfit.length === small.length || tries > 3)) break;
      small = (tries < 4 ? unfit : [...new Set([...small, ...unfit])]).sort((a, b) => a - b);
      chart.area = { ...whole };
    }
    chart.area = { ...whole };
    const short = new Map(small.map((index, i) => [index, String.fromCharCode(65 + i)]));
    if (small.length) docassay.listing(chart, small.map((index) => rowOf(chart, index, short.get(index))), []);
    const root = tilesOf(chart);
    if (small.length > 3) chart.want(3, small.length);

    const { area } = chart;
    const perUnit = (area.width * area.height) / root.value;
    chart.scale("area", "linear", d3.scaleLinear().domain([0, root.value]).range([0, root.value * perUnit]));
    for (const leaf of root.leaves()) drawTile(chart, leaf, short.get(leaf.data.index));
    for (const parent of categories.length ? root.children : []) {
      const frame = chart.layers.over.append("rect").attr("x", area.x + parent.x0).attr("y", area.y + parent.y0);
      frame.attr("width", parent.x1 - parent.x0).attr("height", parent.y1 - parent.y0).attr("fill", "none");
      frame.attr("stroke", style.background).attr("stroke-width", 3);
    }
  };

  const rowOf = (chart, index, short) => {
    const { label, value } = chart.spec.data[index];
    const values = chart.showsValue(index) ? [{ text: chart.valueText(value), names: {} }] : [];
    return { short, text: label, names: { label }, index, values };
  };

  /** Height that the listing of small tiles takes, found by listing them on a chart of no consequence. */
  const listHeight = (chart, small) => {
    const trial = Object.create(chart);
    trial.area = { ...chart.area };
    trial.text = () => [];
    trial.line = () => null;
    docassay.listing(trial, small.map((index, i) => rowOf(chart, index, String.fromCharCode(65 + i))), []);
    return chart.area.height - trial.area.height;
  };

  const drawTile = (chart, leaf, short) => {
    const { spec, style, area } = chart;
    const { datum, index } = leaf.data;
    const [x, y, width, height] = [area.x + leaf.x0, area.y + leaf.y0, leaf.x1 - leaf.x0, leaf.y1 - leaf.y0];
    const fill = chart.colour(spec.categories.length ? datum.category : datum.label);
    const rect = chart.layers.data.append("rect").attr("x", x).attr("y", y).attr("width", width).attr("height", height);
    rect.attr("fill", fill).attr("stroke", style.background).attr("stroke-width", 1.2);
    chart.mark(rect.node(), index, { shape: "rect", read: { value: ["area", "area"] }, geometry: { area: width * height } });
    const options = { fill: chart.inkOn(fill), ground: fill, on: [index] };
    const names = { label: datum.label };
    if (short) {
      const place = { anchor: "middle", valign: "middle", weight: 600, kind: "key", names };
      chart.text(short, x + width / 2, y + height / 2, { ...options, ...place });
      return;
    }
    const { lines, value } = fitTile(chart, leaf) ?? { lines: [datum.label], value: chart.valueText(datum.value) };
    const font = chart.font({ weight: 600 });
    chart.text(lines, x + 6, y + 6, { ...options, valign: "top", weight: 600, kind: "category", names });
    const below = y + 6 + lines.length * lineHeight(font);
    if (value) chart.text(value, x + 6, below, { ...options, valign: "top", kind: "value", index });
  };
}
