"use strict";
// Small multiples: the same drawing once for each category, side by side.

{
  const { measure, wrap, lineHeight } = docassay;

  /** How many columns panels stand in: as near to a pleasing shape of panel as the area allows. */
  const columnsFor = (count, { width, height }) => {
    const options = d3.range(1, count + 1).filter((columns) => count % columns === 0 || columns <= 4);
    const shape = (columns) => width / columns / (height / Math.ceil(count / columns));
    const empty = (columns) => columns * Math.ceil(count / columns) - count;
    return d3.least(options, (columns) => Math.abs(Math.log(shape(columns) / 1.25)) + empty(columns) * 0.4);
  };

  /**
   * Call `drawPanel(data, suffix)` with the chart's area set to each panel in turn; data are pairs of a datum and its
   * index. Without categories there is one panel, the whole area, and the suffix is "".
   */
  docassay.panels = (chart, drawPanel) => {
    const { spec } = chart;
    const all = spec.data.map((datum, i) => [datum, i]);
    if (spec.categories.length < 2) {
      drawPanel(all, "");
      return;
    }
    const whole = { ...chart.area };
    const columns = columnsFor(spec.categories.length, whole);
    const rows = Math.ceil(spec.categories.length / columns);
    const [gapX, gapY] = [16, 10];
    const width = (whole.width - (columns - 1) * gapX) / columns;
    const height = (whole.height - (rows - 1) * gapY) / rows;
    const font = chart.font({ weight: 600 });
    spec.categories.forEach((category, k) => {
      const x = whole.x + (k % columns) * (width + gapX);
      const y = whole.y + Math.floor(k / columns) * (height + gapY);
      const lines = wrap(category, font, width, 2) ?? [category];
      const options = { valign: "top", weight: 600, kind: "panel", names: { category }, ground: chart.style.background };
      chart.text(lines, x, y, options);
      const head = lines.length * lineHeight(font) + 3;
      chart.area = { x, y: y + head, width, height: height - head };
      drawPanel(all.filter(([datum]) => datum.category === category), `/${category}`);
    });
    chart.area = whole;
  };
}
