import { expect, test } from 'vitest';
import { projectFiles, textOf } from './project-text.ts';

const journeys = projectFiles('tests/e2e')
  .filter((path) => path.endsWith('.ts'))
  // A page's own script may use a timer: it stands in a string that the page runs.
  .map((path) => ({ path, text: (textOf(path) ?? '').replaceAll(/`[^`]*`/g, '``') }));

/** Files that may wait for a time to pass: what shows only after a minute, and `settled` itself. */
const WAITS = ['tests/e2e/idle.test.ts', 'tests/e2e/support/settled.ts'];

test.each([
  ['waitForTimeout', /waitForTimeout/],
  ['networkidle', /networkidle/],
  ['a timer', /(?<!\.)\bset(?:Timeout|Interval)\(|timers\/promises/],
  ['chance', /Math\.random|randomUUID|randomInt/],
])('no journey relies on %s', (_, pattern) => {
  const found = journeys.filter(({ path, text }) => !WAITS.includes(path) && pattern.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
});
