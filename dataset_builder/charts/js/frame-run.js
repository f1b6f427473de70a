"use strict";
// Draws all figures of a page. `docassay.ready` is settled when every chart is drawn; then `docassay.trace` and
// `docassay.problems` hold, by viz_id, what stands where and what can't be read.

{
  const SHRINKS = [1, 0.9];
  const GROWTHS = [1, 1.15, 1.3, 1.5];

  /** Draw one figure: as asked if that can be read, else with other variants, smaller text, or a taller figure. */
  const drawFigure = (figure) => {
    const spec = JSON.parse(figure.querySelector("script.chart-spec").textContent);
    const width = Number(figure.dataset.width);
    const wanted = Number(figure.dataset.height);
    const most = Math.max(wanted, Number(figure.dataset.mostHeight));
    const svg = figure.querySelector("svg");
    const draw = docassay.draw[spec.chart_type];
    const variants = draw.variants ?? [{}];
    let best = null;
    for (const growth of GROWTHS) {
      const height = Math.round(Math.min(wanted * growth, most));
      if (growth > 1 && best.size.height === height) break;
      for (const shrink of SHRINKS) {
        for (const variant of variants) {
          const size = { width, height, shrink, variant };
          const attempt = { size, ...drawOnce(draw, spec, svg, size) };
          if (!best || cost(attempt) < cost(best)) best = attempt;
          if (cost(attempt) === 0) return finish(figure, spec, attempt);
        }
      }
      if (!best.problems.length && !best.cramped) break;
    }
    finish(figure, spec, drawOnce(draw, spec, svg, best.size));
  };

  const cost = ({ problems, compromises, cramped }) => problems.length + compromises.length / 100 + (cramped ? 0.005 : 0);

  const drawOnce = (draw, spec, svg, size) => {
    svg.replaceChildren();
    svg.setAttribute("width", size.width);
    svg.setAttribute("height", size.height);
    svg.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
    const chart = new docassay.Chart(spec, svg, size);
    draw(chart);
    docassay.annotate(chart);
    return docassay.inspect(chart);
  };

  const finish = (figure, spec, { trace, problems }) => {
    figure.querySelector("script.chart-spec").remove();
    docassay.trace[spec.viz_id] = trace;
    docassay.problems[spec.viz_id] = problems;
  };

  const families = (figures) => {
    const specs = figures.map((figure) => JSON.parse(figure.querySelector("script.chart-spec").textContent));
    const names = specs.flatMap(({ style }) => [style.font, style.title_font]);
    return [...new Set(names)];
  };

  /** Load the fonts that the page's figures name, draw the figures, and return {trace, problems}, each by viz_id. */
  docassay.drawAll = async () => {
    docassay.trace = {};
    docassay.problems = {};
    const figures = [...document.querySelectorAll("figure.chart")].filter((f) => f.querySelector("script.chart-spec"));
    const faces = families(figures).flatMap((family) => [400, 600, 700].map((weight) => `${weight} 12px "${family}"`));
    await Promise.all(faces.map((face) => document.fonts.load(face, "AaĀā")));
    figures.forEach(drawFigure);
    return { trace: docassay.trace, problems: docassay.problems };
  };

  docassay.ready = new Promise((resolve, reject) => {
    const start = () => docassay.drawAll().then(resolve, reject);
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
    else start();
  });
}
