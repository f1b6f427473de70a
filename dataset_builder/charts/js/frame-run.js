"use strict";
// Draws all figures of a page. `docassay.ready` is settled when every chart is drawn; then `docassay.trace` and
// `docassay.problems` hold, by viz_id, what stands where and what can't be read.

{
  const SHRINKS = [1, 0.9];
  const GROWTHS = [1, 1.15, 1.3, 1.5];

  /** Draw one figure: as asked if that can be read, else with other variants, smaller text, or a taller figure. */
  const drawFigure = (figure) => {
    const spec = JSON.parse(figure.querySelector("script.chart-spec").textContent);
    const svg = figure.querySelector("svg");
    const best = search(spec, svg, figure.dataset);
    finish(figure, spec, best.last && best.trace ? best : drawOnce(spec, svg, best.size, true));
  };

  /** The attempt with the least cost, the first of those with none. */
  const search = (spec, svg, { width, height, mostHeight }) => {
    const wanted = Number(height);
    const variants = variantsOf(spec);
    let best = null;
    for (const growth of GROWTHS) {
      const grown = Math.round(Math.min(wanted * growth, Math.max(wanted, Number(mostHeight))));
      if (growth > 1 && best.size.height === grown) break;
      // Where all can be read and only a taller figure would be better, that alone is tried.
      const legible = growth > 1 && !best.problems.length;
      for (const shrink of legible ? [best.size.shrink] : SHRINKS) {
        for (const variant of legible ? [best.size.variant] : variants) {
          const size = { width: Number(width), height: grown, shrink, variant };
          const attempt = { size, ...drawOnce(spec, svg, size) };
          if (best) best.last = false;
          if (!best || cost(attempt) < cost(best)) best = { ...attempt, last: true };
          if (cost(attempt) === 0) return best;
        }
        if (!best.problems.length && !best.compromises.length) break;
      }
      if (!best.problems.length && !best.shortfall) break;
    }
    return best;
  };

  /** The drawing's own variants, then, where there are remarks, the same with these below the chart. */
  const variantsOf = (spec) => {
    const own = docassay.draw[spec.chart_type].variants ?? [{}];
    return spec.annotations.length ? [...own, ...own.map((variant) => ({ ...variant, notesBelow: true }))] : own;
  };

  const cost = ({ problems, compromises, shortfall }) => problems.length + compromises.length / 100 + shortfall / 110;

  /** Draw once and measure, unless what is foreseen is bad enough to try something else (`always` measures). */
  const drawOnce = (spec, svg, size, always = false) => {
    svg.replaceChildren();
    svg.setAttribute("width", size.width);
    svg.setAttribute("height", size.height);
    svg.setAttribute("viewBox", `0 0 ${size.width} ${size.height}`);
    const chart = new docassay.Chart(spec, svg, size);
    docassay.draw[spec.chart_type](chart);
    docassay.annotate(chart);
    const { compromises, shortfall } = chart;
    const foreseen = always ? [] : docassay.foresee(chart);
    if (foreseen.length) return { problems: foreseen, compromises, shortfall, trace: null };
    return { ...docassay.inspect(chart), compromises, shortfall };
  };

  /** Correct the embedded metadata: only now it is known whether names found room at their marks. */
  const tellLegend = (figure, { legend }) => {
    const script = figure.querySelector("script.chart-metadata");
    if (!script) return;
    const metadata = JSON.parse(script.textContent);
    metadata.visualProperties.hasLegend = legend.length > 0;
    script.textContent = JSON.stringify(metadata).replaceAll("<", "\\u003c");
  };

  const finish = (figure, spec, { trace, problems }) => {
    figure.querySelector("script.chart-spec").remove();
    tellLegend(figure, trace);
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
