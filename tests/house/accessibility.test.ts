import { expect, test } from 'vitest';
import { ACCESSIBILITY_SCREENS } from '../support/accessibility-screens.ts';
import { projectFiles, readText } from './project-text.ts';

const journeys = projectFiles('tests/e2e')
  .map((path) => readText(path) ?? '')
  .filter((text) => text.includes('checkAccessibility('));

test.each(ACCESSIBILITY_SCREENS)('a journey checks the accessibility of %s', (screen) => {
  expect(journeys.some((text) => text.includes(`'${screen}'`))).toBe(true);
});
