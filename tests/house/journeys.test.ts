import { expect, test } from 'vitest';
import { projectFiles, readText } from './project-text.ts';

const journeys = projectFiles('tests/e2e')
  .filter((path) => path.endsWith('.ts'))
  // Removes template literals, because scripts for the page may use timers.
  .map((path) => ({ path, text: (readText(path) ?? '').replaceAll(/`[^`]*`/g, '``') }));

/** Only these tests may wait for time to pass. */
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
