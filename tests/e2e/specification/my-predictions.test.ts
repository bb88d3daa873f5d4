import { expect, type Locator, type Page } from '@playwright/test';
import type { Show } from '#contract/shows.ts';
import { expectText } from '../support/expect-text.ts';
import { test } from '../support/journey.ts';
import { pressEscape } from '../support/keyboard.ts';
import { play, playWholeShow, predict, setStatus } from '../support/live-show.ts';
import { addShow, type Person, signUpFan } from '../support/people.ts';

let fan: Person;

let shows: Record<'live' | 'scored', Show>;
test.beforeAll(async ({ site, admin, songs }) => {
  fan = await signUpFan(site.url, 'mahonia');
  const live = await addShow(admin, 'A Lit Stage', 300);
  const scoredShow = await addShow(admin, 'A Counted Night', 300);
  shows = { live, scored: scoredShow };
  const picks = PICKS.flatMap((place) => songs[place] ?? []);
  for (const show of [live, scoredShow]) await predict(fan, show, picks);
  await setStatus(admin, live, 'live');
  await play(admin, live, songs.slice(1, 5));
  await play(admin, live, [songs[5]], { isCloser: true });
  await playWholeShow(admin, scoredShow, songs.slice(1, 5), songs[5]);
});

/** Opener, not played, exact spot, wrong spot, closer: 41 + 0 + 27 + 10 + 41 points. */
const PICKS = [1, 6, 3, 2, 5];

const findCard = (page: Page, { name }: Show) => page.getByRole('article', { name, exact: true });

async function openSideBySide(page: Page, show: Show) {
  const dialog = page.getByRole('dialog', { name: 'Prediction Results' });
  await findCard(page, show).getByText('View Results', { exact: true }).click();
  await dialog.getByRole('tab', { name: 'Side-by-Side' }).click();
  const rows = dialog.locator('tbody tr');
  return {
    dialog,
    rows,
    picked: (place: number) => rows.nth(place).locator('td').first().locator('div').first(),
    counter: (label: string) =>
      dialog.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) }),
    legend: dialog.getByRole('list', { name: 'Legend' }),
  };
}

test('a press on the row of a past show opens its results', async ({ site }) => {
  const { page } = await site.visit({ as: fan });
  await page.goto('/my-predictions');
  const row = findCard(page, shows.scored);
  const dialog = page.getByRole('dialog', { name: 'Prediction Results' });
  await row.click({ position: { x: 200, y: 20 } });
  await expect(dialog).toBeVisible();
  await pressEscape(page);
  await row.getByRole('link', { name: /^Share/ }).click();
  await page.waitForURL('**/my-predictions/share?**');
});

test('the Side-by-Side tab has counters, both setlists, colors and a legend', async ({
  site,
  songs,
}) => {
  const { page } = await site.visit({ as: fan });
  await page.goto('/my-predictions');
  const { dialog, rows, picked, counter, legend } = await openSideBySide(page, shows.scored);
  for (const [label, value] of [
    ['Correct Position', '3'],
    ['Correct Song', '1'],
    ['Your Score', '119'],
  ] as const) {
    await expectText(dialog, label);
    await expect(counter(label).getByText(value, { exact: true })).toBeVisible();
  }
  await expectText(dialog.getByRole('columnheader'), 'Your Prediction');
  await expectText(dialog.getByRole('columnheader'), 'Actual Setlist');
  for (const [place, pick] of PICKS.entries()) {
    const cells = rows.nth(place).locator('td');
    await expect(cells.first().getByText(songs[pick]?.title ?? '', { exact: true })).toBeVisible();
    await expect(
      cells.last().getByText(songs[place + 1]?.title ?? '', { exact: true }),
    ).toBeVisible();
  }
  for (const place of [0, 2, 4]) {
    const { r, g, b } = await readColor(picked(place));
    expect(g).toBeGreaterThan(Math.max(r, b));
  }
  const { r, g, b } = await readColor(picked(3));
  expect(b).toBeGreaterThan(Math.max(r, g));
  await expectText(rows.nth(4).locator('td').last(), 'Closer');
  await expectText(legend, 'Correct position (27-41 pts)');
  await expectText(legend, 'Correct song, wrong position (10 pts)');
  await expectText(legend, 'Not played');
  await pressEscape(page);
  await expect(dialog).toHaveCount(0);

  await openSideBySide(page, shows.live);
  await expect(counter('Your Score').getByText('–', { exact: true })).toBeVisible();
  await expectText(picked(1), 'not played yet');
  expect(await picked(1).evaluate((cell) => getComputedStyle(cell).borderStyle)).toBe('dashed');
  await expectText(legend, 'Not played yet');
});

async function readColor(cell: Locator): Promise<{ r: number; g: number; b: number }> {
  const color = await cell.evaluate((element) => getComputedStyle(element).backgroundColor);
  const [r = 0, g = 0, b = 0] = color.match(/\d+/g)?.map(Number) ?? [];
  return { r, g, b };
}
