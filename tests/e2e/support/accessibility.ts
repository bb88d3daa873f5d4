import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { Result, RunOptions } from 'axe-core';
import type { ACCESSIBILITY_SCREENS } from '../../support/accessibility-screens.ts';
import { findRepeatedRows } from '../../support/repeated-rows.ts';

declare global {
  interface Window {
    axe: typeof axe;
    findRepeatedRows: typeof findRepeatedRows;
  }
}

interface Theme {
  colorScheme: 'dark' | 'light';
  /** The viewport width for this theme, unless `AXE_SCREENS=all` checks every width. */
  width: number;
  options: RunOptions & ContrastOptions;
}

/** axe documents these options only for builds with custom rules. */
interface ContrastOptions {
  checks: { 'color-contrast': { options: { ignorePseudo: boolean } } };
}

/** axe skips the contrast of text above the pseudo-element that draws the page's light. */
const contrastOptions: ContrastOptions = {
  checks: { 'color-contrast': { options: { ignorePseudo: true } } },
};

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

const WIDTHS = [320, 390, 768, 1440];
const CHECKS_ALL = process.env.AXE_SCREENS === 'all';

/** Hundreds of equal rows would take most of the time. */
const CHECKED_ROWS = CHECKS_ALL ? 6 : 2;

const THEMES: Theme[] = [
  {
    colorScheme: 'dark',
    width: 390,
    options: {
      ...contrastOptions,
      resultTypes: ['violations'],
      rules: { 'target-size': { enabled: true } },
    },
  },
  {
    // A theme changes only colors, so only the color rules run again.
    colorScheme: 'light',
    width: 1440,
    options: {
      ...contrastOptions,
      resultTypes: ['violations'],
      runOnly: ['color-contrast', 'link-in-text-block'],
    },
  },
];

/**
 * Checks both themes with axe, horizontal scrolling at any width, and the order of headings.
 * `tests/house/accessibility.test.ts` reads `_screen` and requires that every screen is checked.
 */
export async function checkAccessibility(
  page: Page,
  _screen: (typeof ACCESSIBILITY_SCREENS)[number],
): Promise<void> {
  const viewport = page.viewportSize();
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
  // A late web font would be measured with the wider fallback font.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await injectAxe(page);
  const violationKeys = new Set<string>();
  for (const width of WIDTHS) {
    await resize(page, width);
    for (const theme of THEMES)
      if (CHECKS_ALL || theme.width === width)
        for (const violation of await findViolations(page, theme)) violationKeys.add(violation);
    for (const problem of await page.evaluate(findLayoutProblems))
      violationKeys.add(`${problem} at ${width} px`);
  }
  await page.emulateMedia({ colorScheme: null });
  if (viewport) await page.setViewportSize(viewport);
  expect([...violationKeys]).toEqual([]);
}

/** Uses CDP, because `page.evaluate` would also parse the half megabyte here. */
async function injectAxe(page: Page) {
  const session = await page.context().newCDPSession(page);
  const expression = `${axeSource}; window.findRepeatedRows = ${findRepeatedRows}`;
  await session.send('Runtime.evaluate', { expression });
  await session.detach();
}

async function resize(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 });
  await page.evaluate(renderOffscreenContent);
}

async function findViolations(
  page: Page,
  { colorScheme, options, width }: Theme,
): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
  const violations = await page.evaluate(runAxe, { options, checkedRows: CHECKED_ROWS });
  return violations.map(({ id, nodes }) => {
    const targets = nodes.map(({ target }) => target.join(' ')).join(', ');
    return `${id}: ${targets} (${colorScheme}, ${width} px)`;
  });
}

/**
 * Runs in the page. Sticky bars may cover a button, and axe spends as long on hidden rows, so bars
 * move and repeated rows are removed.
 */
async function runAxe({ options, checkedRows }: AxeRun): Promise<Result[]> {
  const bars = [...document.querySelectorAll<HTMLElement>('.sticky')];
  for (const bar of bars) bar.style.setProperty('position', 'static', 'important');
  const places = window
    .findRepeatedRows(document.body, checkedRows)
    .filter((row) => !row.contains(document.activeElement))
    .map((row) => ({ row, place: document.createComment('') }));
  for (const { row, place } of places) row.replaceWith(place);
  const { violations } = await window.axe.run(document, options);
  for (const { row, place } of places) place.replaceWith(row);
  for (const bar of bars) bar.style.removeProperty('position');
  return violations;
}

interface AxeRun {
  options: Theme['options'];
  checkedRows: number;
}

/** axe reports content that `content-visibility: auto` has not laid out as clipped. */
function renderOffscreenContent(): void {
  for (const element of document.querySelectorAll<HTMLElement>('main *'))
    if (getComputedStyle(element).contentVisibility === 'auto')
      element.style.contentVisibility = 'visible';
}

function findLayoutProblems(): string[] {
  const problems: string[] = [];
  const overflow = document.documentElement.scrollWidth - window.innerWidth;
  if (overflow > 0) problems.push(`${overflow} px too wide`);
  const isSidebarCutOff = [...document.querySelectorAll('aside div')].some(
    (part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX === 'auto',
  );
  if (isSidebarCutOff) problems.push('the sidebar is too narrow for its content');
  const dialog = document.querySelector('[role=dialog]');
  const levels = [...(dialog ?? document).querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')]
    .filter((heading) => heading.checkVisibility())
    // A dialog's heading is an h2.
    .map(({ tagName }) => Number(tagName.slice(1)) - (dialog ? 1 : 0));
  const isInOrder = levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1);
  if (!isInOrder) problems.push(`headings out of order (${levels.join(' ')})`);
  return problems;
}
