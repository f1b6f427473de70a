"use strict";
// Small tables beside or under a drawing: names for short signs, and values that would not fit at their marks.

{
  const { measure, wrap, widest, lineHeight, readable } = docassay;

  /** A heading in lines as narrow as its longest word allows. */
  const narrow = (text, font) => {
    const longest = Math.max(40, ...text.split(" ").map((word) => measure(word, font).width));
    return wrap(text, font, longest, 4) ?? [text];
  };

  /**
   * Cut a listing from the foot of the area, in as many columns as fit.
   *
   * @param rows [{short, text, names, index, values: [{text, names}]}]: a sign (may be empty), the name that it stands for, and
   *   values of datum `index`
   * @param heads [{text, names}] of the values; none where there are no values or they need no heading
   */
  docassay.listing = (chart, rows, heads) => {
    const { style } = chart;
    const font = chart.font({ size: chart.noteSize });
    const bold = chart.font({ size: chart.noteSize, weight: 600 });
    const titles = heads.map(({ text }) => narrow(text, bold));
    const wide = rows[0].values.map((_, k) => {
      return 10 + Math.max(widest(titles[k] ?? [], bold), widest(rows.map(({ values }) => values[k].text), font));
    });
    const shortWidth = rows[0].short ? widest(rows.map(({ short }) => short), bold) + 6 : 0;
    const nameWidth = widest(rows.map(({ text }) => text), font) + (wide.length ? 6 : 0);
    const block = shortWidth + nameWidth + d3.sum(wide);
    const columns = Math.max(1, Math.min(rows.length, Math.floor((chart.area.width + 16) / (block + 16))));
    const per = Math.ceil(rows.length / columns);
    const step = lineHeight(font);
    const headHeight = titles.length ? Math.max(...titles.map((lines) => lines.length)) * step + 5 : 0;
    const strip = chart.cut("bottom", per * step + headHeight + 8);
    const pitch = Math.min((chart.area.width - block) / Math.max(1, columns - 1), block + 36);
    const options = { size: font.size, ground: style.background };
    const top = strip.y + 8 + headHeight;
    const rights = (column) => {
      const left = strip.x + column * pitch + shortWidth + nameWidth - 10;
      return wide.map((_, k) => left + d3.sum(wide.slice(0, k + 1)));
    };
    for (let column = 0; column * per < rows.length && titles.length; column++) {
      const left = strip.x + column * pitch;
      heads.forEach(({ names }, k) => {
        const place = { anchor: "end", valign: "bottom", weight: 600, kind: "heading", names };
        chart.text(titles[k], rights(column)[k], top - 6, { ...options, ...place });
      });
      chart.line("over", left, top - 2, left + block - 10, top - 2, style.axis_colour, 0.8);
    }
    rows.forEach(({ short, text, names, index, values }, i) => {
      const column = Math.floor(i / per);
      const left = strip.x + column * pitch;
      const y = top + ((i % per) + 0.5) * step;
      const row = { ...options, valign: "middle" };
      if (short) chart.text(short, left, y, { ...row, kind: "key", weight: 600, names });
      chart.text(text, left + shortWidth, y, { ...row, kind: "key", names });
      values.forEach((value, k) => {
        const more = { anchor: "end", kind: "value", index, names: value.names };
        chart.text(value.text, rights(column)[k], y, { ...row, ...more });
      });
    });
  };

  /** Cut a table of all values from the area: at the right where it is wide, else at the foot. */
  docassay.valueTable = (chart) => {
    const { spec, style } = chart;
    const font = chart.font({ size: chart.noteSize });
    const head = chart.font({ size: chart.noteSize, weight: 600 });
    const values = spec.data.map((datum) => chart.valueText(datum.value));
    const heads = spec.categories.map((category) => wrap(category, head, 62, 3) ?? [category]);
    const name = widest(spec.labels, font) + 10;
    const column = Math.max(widest(heads.flat(), head), widest(values, font)) + 10;
    const step = lineHeight(font) + 1;
    const headHeight = Math.max(...heads.map((lines) => lines.length)) * lineHeight(font) + 6;
    const [width, height] = [name + column * spec.categories.length, headHeight + step * spec.labels.length + 2];
    const beside = chart.area.width - width > chart.area.height * 1.05 && height < chart.area.height;
    const strip = chart.cut(beside ? "right" : "bottom", beside ? width + 14 : height + 10);
    const left = beside ? strip.x + 14 : strip.x + Math.max(0, (strip.width - width) / 2);
    const top = (beside ? strip.y + (strip.height - height) / 2 : strip.y + 10) + headHeight;
    const options = { valign: "middle", size: font.size, ground: style.background };
    spec.categories.forEach((category, k) => {
      const right = left + name + (k + 1) * column;
      const more = { valign: "bottom", anchor: "end", weight: 600, kind: "heading", names: { category } };
      chart.text(heads[k], right, top - 5, { ...options, ...more, fill: readable(chart.colour(category), style.background) });
    });
    chart.line("over", left, top - 1, left + width, top - 1, style.axis_colour, 0.8);
    spec.labels.forEach((label, row) => {
      const y = top + (row + 0.5) * step + 1;
      chart.text(label, left, y, { ...options, kind: "heading", names: { label } });
      spec.categories.forEach((category, k) => {
        const index = chart.index(label, category);
        const right = left + name + (k + 1) * column;
        chart.text(values[index], right, y, { ...options, anchor: "end", kind: "value", index });
      });
    });
  };
}
