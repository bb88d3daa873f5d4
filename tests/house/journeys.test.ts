import { expect, test } from 'vitest';
import { projectFiles, readText } from './project-text.ts';

const journeys = projectFiles('tests/e2e')
  .filter((path) => path.endsWith('.ts'))
  // A script for the page, in a template literal, may use a timer.
  .map((path) => ({ path, text: (readText(path) ?? '').replaceAll(/`[^`]*`/g, '``') }));

/** Files that may wait for time to pass: a test of a minute's idling, and `settled` itself. */
const WAITS = ['tests/e2e/idle.test.ts', 'tests/e2e/support/settled.ts'];

test.each([
  ['waitForTimeout', /waitForTimeout/],
  ['networkidle', /networkidle/],
  ['a timer', /(?<!\.)\bset(?:Timeout|Interval)\(|timers\/promises/],
  ['randomness', /Math\.random|randomUUID|randomInt/],
])('no journey relies on %s', (_, pattern) => {
  const violations = journeys.filter(
    ({ path, text }) => !WAITS.includes(path) && pattern.test(text),
  );
  expect(violations.map(({ path }) => path)).toEqual([]);
});

test('journeys remove routes with `unroute`, which keeps interception on', () => {
  const violations = journeys.filter(
    ({ path, text }) =>
      path !== 'tests/e2e/support/network.ts' && /\.unroute(All)?\(|\btimes: /.test(text),
  );
  expect(violations.map(({ path }) => path)).toEqual([]);
});
