"use strict";
// Finds the form, the looseness and the fit of every chapter that fill a number of pages, or that look best.
//
// Where all chapters begin on new pages each is fitted for itself: so that none ends in a few lines on a page of their own,
// and so that the sum is what is wanted. Where they run on, a fit is shared, or by the first chapters only.

{
  const { FITS, compose, startsInPages, joins } = docassay.flowing;
  const TRIALS = 9;
  const SPILL = 5; // penalty of a chapter that was found to run over into a page that was not foretold
  const EMPTY = 12; // penalty of pages, by the share of them that is empty
  const HOLE = 0.1; // of any other page, that may be empty
  const FILLED = 0.82; // of a last page that looks full
  const CLEARLY = 2; // penalty by which a setting in another form must be better
  const NEIGHBOURS = [-0.09, -0.06, -0.03, 0.03, 0.06, 0.09]; // of a looseness, among which the best is taken
  const CLOSE = 0.004; // looseness below which two settings look the same
  const STEPS = d3.range(-FITS, FITS + 1, 2);

  /** How bad a chapter looks in some fit: pages that are nearly empty, holes, and that it differs from others. */
  const penaltyOf = ({ pages }, form, fit) => {
    const last = pages.at(-1);
    const fill = (last.written - form.top) / (last.end - form.top);
    const stub = pages.length > 1 ? EMPTY * Math.max(0, FILLED - fill) ** 2 : 0;
    const holes = d3.sum(pages, ({ hole = 0 }) => EMPTY * Math.max(0, hole - HOLE) ** 1.5);
    return stub + holes + (0.4 * Math.abs(fit)) / FITS;
  };

  /** The ways to set a document at one looseness: fewest, most and best numbers of pages, and how to get one. */
  const waysAt = (source, form, looseness) => {
    const measures = source.at(form, looseness);
    const front = source.platesOf(form).length;
    const ways = startsInPages(measures.form) ? waysTogether(source, measures, `${form} ${looseness}`) : waysApart(source, measures, `${form} ${looseness}`);
    return {
      fewest: ways.fewest + front,
      most: ways.most + front,
      best: ways.best + front,
      settle: (pages) => {
        const found = ways.settle(pages - front);
        return found && { form, looseness, ...found, pages };
      },
    };
  };

  /** Chapters with those that run on behind them. */
  const unitsOf = (chapters, form) => {
    const units = [];
    for (const chapter of chapters) {
      if (joins(chapter, form) && units.length) units.at(-1).push(chapter);
      else units.push([chapter]);
    }
    return units;
  };

  /** Note how many pages the chapters took when they were set, which measures between two fits foretell but nearly. */
  const learn = (source, { form, looseness, fits }, { pages }) => {
    if (startsInPages(source.forms[form])) source.known.set(`${form} ${looseness} ${fits.join()}`, pages.length);
    const taken = d3.rollup(pages, (set) => set.length, ({ index }) => index);
    for (const unit of unitsOf(source.chapters, source.forms[form])) {
      const sum = d3.sum(unit, ({ index }) => taken.get(index) ?? 0);
      source.known.set(`${form} ${looseness} ${unit[0].index} ${fits[unit[0].index]}`, sum);
    }
  };

  /** Of chapters that begin on pages of their own: by number of pages, the fit of each that looks best. */
  const waysApart = (source, measures, setting) => {
    const units = unitsOf(source.chapters, measures.form);
    const options = units.map((unit) => {
      const byPages = new Map();
      for (const fit of STEPS) {
        const composed = compose(unit.map(({ index }) => measures.fitted(index, fit)), measures);
        const pages = source.known.get(`${setting} ${unit[0].index} ${fit}`) ?? composed.pages.length;
        const penalty = penaltyOf(composed, measures.form, fit) + (pages > composed.pages.length ? SPILL : 0);
        const option = { fit, pages, penalty };
        if (!(byPages.get(option.pages)?.penalty <= option.penalty)) byPages.set(option.pages, option);
      }
      return [...byPages.values()];
    });
    const best = options.map((found) => d3.least(found, ({ penalty }) => penalty));
    const settle = (pages) => {
      const chosen = [...best];
      for (;;) {
        const short = pages - d3.sum(chosen, (option) => option.pages);
        if (!short) return { fits: units.flatMap((unit, i) => unit.map(() => chosen[i].fit)), penalty: d3.mean(chosen, ({ penalty }) => penalty) };
        const changes = options.flatMap((found, i) =>
          found
            .filter((option) => (option.pages - chosen[i].pages) * Math.sign(short) > 0 && Math.abs(option.pages - chosen[i].pages) <= Math.abs(short))
            .map((option) => ({ i, option, cost: option.penalty - chosen[i].penalty })),
        );
        if (!changes.length) return null;
        const { i, option } = d3.least(changes, ({ cost }) => cost);
        chosen[i] = option;
      }
    };
    const sum = (pick) => d3.sum(options, (found) => pick(found, (option) => option.pages));
    return { fewest: sum(d3.min), most: sum(d3.max), best: d3.sum(best, (option) => option.pages), settle };
  };

  /** Of chapters that run on. */
  const waysTogether = (source, measures, setting) => {
    const composed = new Map();
    const composeAt = (fits) => {
      const key = fits.join();
      if (!composed.has(key)) composed.set(key, compose(fits.map((fit, index) => measures.fitted(index, fit)), measures));
      return composed.get(key);
    };
    const count = (fits) => source.known.get(`${setting} ${fits.join()}`) ?? composeAt(fits).pages.length;
    const even = (fit) => source.chapters.map(() => fit);
    const settle = (pages) => {
      const judged = (fits) => ({ fits, penalty: penaltyOf(composeAt(fits), measures.form, d3.mean(fits)) });
      const exact = STEPS.filter((fit) => count(even(fit)) === pages).map((fit) => judged(even(fit)));
      if (exact.length) return d3.least(exact, ({ penalty }) => penalty);
      for (const [low, high] of d3.pairs(STEPS)) {
        if ((count(even(low)) - pages) * (count(even(high)) - pages) > 0) continue;
        const mixes = source.chapters.flatMap((_, i) => [
          source.chapters.map((_, j) => (j <= i ? high : low)),
          source.chapters.map((_, j) => (j >= i ? high : low)),
          source.chapters.map((_, j) => (j === i ? high : low)),
        ]);
        const mixed = d3.least(mixes.filter((fits) => count(fits) === pages).map(judged), ({ penalty }) => penalty);
        if (mixed) return mixed;
      }
      return null;
    };
    return { fewest: count(even(-FITS)), most: count(even(FITS)), best: count(even(0)), settle };
  };

  /** The best of a setting and its neighbours in looseness, each with the number of pages that `pagesOf` its ways wants. */
  const polished = (source, found, pagesOf) => {
    const others = NEIGHBOURS.map((step) => +(found.looseness + step).toFixed(4))
      .filter((share) => share >= 0 && share <= 1)
      .map((share) => {
        const ways = waysAt(source, found.form, share);
        return ways.settle(pagesOf(ways));
      });
    return d3.least([found, ...others.filter((other) => other)], ({ penalty }) => penalty);
  };

  /** A setting, or one of the next denser form where that leaves clearly less empty than chapters on new pages do. */
  const denser = (source, found, target) => {
    const { start } = source.forms[found.form];
    if (start !== "page" || !startsInPages(source.forms[found.form]) || !found.form || found.penalty <= CLEARLY) return found;
    let [low, high] = [0, 1];
    for (let trial = 0; trial < TRIALS && high - low > CLOSE; trial += 1) {
      const share = +((low + high) / 2).toFixed(4);
      const ways = waysAt(source, found.form - 1, share);
      const other = ways.settle(target);
      if (other) return d3.least([found, polished(source, other, () => target)], ({ form, penalty }) => penalty - (form === found.form ? CLEARLY : 0));
      if (ways.best < target) low = share;
      else high = share;
    }
    return found;
  };

  /** The setting {form, looseness, fits, pages} that fills `target` pages, or comes nearest; the best where that is null. */
  const search = (source, { target, form: first, looseness }) => {
    const start = waysAt(source, first, looseness);
    if (!target) return polished(source, start.settle(start.best), (ways) => ways.best);
    const near = Math.max(1, source.chapters.length / 5); // pages by which fits may change the best number
    const seen = [];
    const look = (form, share) => {
      const ways = waysAt(source, form, share);
      seen.push({ ways, far: Math.abs(ways.best - target), found: ways.settle(target) });
      return ways;
    };
    const done = () => seen.some(({ found, far }) => found && far <= near);
    const upwards = look(first, looseness).best < target;
    const [begin, end] = upwards ? [0, 1] : [1, 0];
    let from = { share: looseness, ways: seen[0].ways };
    for (let form = first; source.forms[form] && !done(); form += upwards ? 1 : -1) {
      if (form !== first) from = { share: begin, ways: look(form, begin) };
      const to = { share: end, ways: look(form, end) };
      if (upwards ? to.ways.most < target : to.ways.fewest > target) continue;
      let [low, high] = upwards ? [from, to] : [to, from];
      for (let trial = 0; trial < TRIALS && high.share - low.share > CLOSE && !done(); trial += 1) {
        const guess = (target - low.ways.best + 0.5) / (high.ways.best - low.ways.best + 1);
        const share = +(low.share + (high.share - low.share) * Math.min(0.85, Math.max(0.15, guess))).toFixed(4);
        const ways = look(form, share);
        if (ways.best < target) low = { share, ways };
        else high = { share, ways };
      }
      if (seen.some(({ found }) => found)) break;
    }
    const exact = seen.filter(({ found }) => found);
    if (exact.length) return denser(source, polished(source, d3.least(exact, ({ far }) => far).found, () => target), target);
    const { ways } = d3.least(seen, ({ ways: { fewest, most } }) => Math.max(fewest - target, target - most, 0));
    return ways.settle(Math.min(ways.most, Math.max(ways.fewest, target))) ?? ways.settle(ways.best);
  };

  /** The fewest and the most pages that there can be. */
  const rangeOf = (source) => [waysAt(source, 0, 0).fewest, waysAt(source, source.forms.length - 1, 1).most];

  Object.assign(docassay.flowing, { search, learn, rangeOf });
}
