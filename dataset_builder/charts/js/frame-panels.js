"use strict";
// Small multiples: the same drawing once for each category.

{
  const { wrap, widest, lineHeight } = docassay;

  const GAP_X = 16;
  const GAP_Y = 10;
  const NARROWEST = 64;

  /** How many columns panels stand in: as near to a pleasing shape of panel, `least` px wide, as the area allows. */
  const columnsFor = (count, { width, height }, least) => {
    const shape = (columns) => width / columns / (height / Math.ceil(count / columns));
    const empty = (columns) => columns * Math.ceil(count / columns) - count;
    const cost = (columns) => Math.abs(Math.log(shape(columns) / 1.25)) + empty(columns) * 0.4;
    const most = Math.max(1, Math.min(count, Math.floor((width + GAP_X) / (least + GAP_X))));
    return d3.least(d3.range(1, most + 1), cost);
  };

  /** The panels' areas in a grid, all of one size. */
  const gridOf = (count, whole, least) => {
    const columns = columnsFor(count, whole, least);
    const rows = Math.ceil(count / columns);
    const width = (whole.width - (columns - 1) * GAP_X) / columns;
    const height = (whole.height - (rows - 1) * GAP_Y) / rows;
    return d3.range(count).map((k) => {
      const [column, row] = [k % columns, Math.floor(k / columns)];
      return { x: whole.x + column * (width + GAP_X), y: whole.y + row * (height + GAP_Y), width, height, indent: 0 };
    });
  };

  /** The panels' areas side by side where lying marks share one list of names at the left, or null if too narrow. */
  const rowOf = (chart, count, whole, names, head) => {
    const rows = docassay.rowNames(chart, names, whole.width * 0.8, whole.height - head - 24);
    if (!rows) return null;
    const indent = Math.max(...rows.map((lines) => widest(lines, chart.font()))) + 7;
    const width = (whole.width - indent - (count - 1) * GAP_X) / count;
    if (width < NARROWEST) return null;
    return d3.range(count).map((k) => {
      const x = whole.x + (k ? indent + k * (width + GAP_X) : 0);
      return { x, y: whole.y, width: width + (k ? 0 : indent), height: whole.height, indent: k ? 0 : indent, rows };
    });
  };

  /**
   * Call `drawPanel(data, suffix, names)` with the chart's area set to each panel in turn; data are pairs of a datum
   * and its index, `names` what the axis of names needs to know: {hidden, rows}. Without categories there is one panel, the
   * whole area, and the suffix is "". `least` is the width that a panel needs.
   */
  docassay.panels = (chart, drawPanel, { lying = false, least = 0 } = {}) => {
    const { spec, style } = chart;
    const all = spec.data.map((datum, i) => [datum, i]);
    const { categories } = spec;
    if (categories.length < 2) {
      drawPanel(all, "", {});
      return;
    }
    const caption = docassay.captionOf(chart, { axis: spec.y, id: "y" });
    if (caption) {
      chart.cut("top", 4);
      const lines = wrap(caption, chart.font(), chart.area.width, 2) ?? [caption];
      const options = {
        valign: "top",
        fill: style.ink_soft,
        kind: "axis",
        names: { axis: "y" },
        ground: style.background,
      };
      const middle = style.title_align === "center";
      const x = chart.area.x + (middle ? chart.area.width / 2 : 0);
      chart.text(lines, x, chart.area.y, { ...options, anchor: middle ? "middle" : "start" });
      chart.cut("top", lines.length * lineHeight(chart.font()) + 5);
    }
    chart.captioned = true;
    const whole = { ...chart.area };
    const font = chart.font({ weight: 600 });
    const row = lying ? rowOf(chart, categories.length, whole, spec.labels, lineHeight(font) + 5) : null;
    const areas = row ?? gridOf(categories.length, whole, least);
    const titles = categories.map(
      (category, k) => wrap(category, font, areas[k].width - areas[k].indent, 2) ?? [category],
    );
    const head = Math.max(...titles.map((lines) => lines.length)) * lineHeight(font) + 5;
    categories.forEach((category, k) => {
      const { x, y, width, height, indent, rows } = areas[k];
      const options = { valign: "top", weight: 600, kind: "panel", names: { category }, ground: style.background };
      chart.text(titles[k], x + indent, y, options);
      chart.area = { x, y: y + head, width, height: height - head };
      const names = row ? { hidden: k > 0, rows } : {};
      drawPanel(
        all.filter(([datum]) => datum.category === category),
        `/${category}`,
        names,
      );
    });
    chart.area = whole;
    chart.captioned = false;
  };
}
