import { expect, test } from 'vitest';
import { BARRIER_SCREENS } from '../support/barrier-screens.ts';
import { projectFiles, textOf } from './project-text.ts';

const journeys = projectFiles('tests/e2e').map((path) => textOf(path) ?? '');
/** Checked in a loop over their paths. */
const byName = /for \(const screen of \[([^\]]+)\] as const\)/g;

test.each(BARRIER_SCREENS)('a journey checks %s for barriers', (screen) => {
  const checks = journeys.filter(
    (text) =>
      text.includes(`checkBarriers(page, '${screen}')`) ||
      new RegExp(`checkBarriers\\([\\w.]+, '${screen}'\\)`).test(text) ||
      [...text.matchAll(byName)].some(([, names]) => names?.includes(`'${screen}'`)),
  );
  expect(checks).not.toHaveLength(0);
});
