import { expect, type Locator, type Page } from '@playwright/test';
import { type Band, getBand } from '#contract/band.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { DESKTOP } from '../../support/browser.ts';
import { checkAccessibility } from '../support/accessibility.ts';
import { downloadCard, openCard, openMyPredictions } from '../support/cards.ts';
import { expectText } from '../support/expect-text.ts';
import { test } from '../support/journey.ts';
import { pressEscape } from '../support/keyboard.ts';
import { playWholeShow, predict } from '../support/live-show.ts';
import { addShow, type Person, signUpFan } from '../support/people.ts';
import { formatShowDay } from '../support/show-day.ts';
import type { Songs } from '../support/songs.ts';
import { expectToast } from '../support/toast.ts';

let band: Band;
let fan: Person;

let show: Show;
test.beforeAll(async ({ site, songs, admin }) => {
  fan = await signUpFan(site.url, 'maidenhair');
  const rival = await signUpFan(site.url, 'otway');
  band = await fan.call(getBand);
  show = await addShow(admin, 'A Counted Night', 300);
  const findSongs = (places: readonly number[]) =>
    places.map((place) => findAlbumSong(songs, place));
  await predict(fan, show, findSongs(PICKS));
  await predict(rival, show, findSongs([7]));
  await playWholeShow(admin, show, findSongs([1, 2, 3, 4]), findAlbumSong(songs, 5));
});

/** Opener, not played, exact spot, wrong spot, closer. */
const PICKS = [1, 6, 3, 2, 5];
const RESULTS = [
  ['Opener', 41],
  ['Not played', 0],
  ['Correct', 27],
  ['Wrong', 10],
  ['Closer', 41],
] as const;

function findAlbumSong(songs: Song[], place: number): Song {
  const albumSong = songs.filter(({ album }) => album)[place];
  if (!albumSong) throw new Error('The band has too few songs.');
  return albumSong;
}

const findCard = (dialog: Locator) => dialog.getByRole('region', { name: show.name });

async function expectPlaceAndDay(card: Locator) {
  await expect(card.getByText(show.name, { exact: true })).toBeVisible();
  await expect(
    card.getByText(`Richmond, VA · ${formatShowDay(show)}`, { exact: true }),
  ).toBeVisible();
}

test('the scorecard and the prediction card have every specified text and their image', async ({
  site,
  songs,
}) => {
  const { page } = await openMyPredictions(site, fan);
  await expectScorecard(page, songs);
  await pressEscape(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.setViewportSize(DESKTOP);
  await expectPredictionCard(page, songs, new URL(site.url).host);
});

async function expectScorecard(page: Page, songs: Songs) {
  await openCard(page, 'View Results', show.name);
  const dialog = page.getByRole('dialog');
  await expectText(dialog, 'Prediction Results');
  await expectText(dialog.getByRole('tab'), 'Scorecard');
  await expectText(dialog.getByRole('tab'), 'Side-by-Side');
  await dialog.getByRole('tab', { name: 'Side-by-Side' }).click();
  await checkAccessibility(page, 'results: Side-by-Side');
  await dialog.getByRole('tab', { name: 'Scorecard' }).click();
  await expect(dialog.getByRole('table').first()).toBeVisible();
  await checkAccessibility(page, 'results: Scorecard');
  const card = findCard(dialog);
  await expectPlaceAndDay(card);
  await expectText(card, 'Prediction by maidenhair');
  await expect(card.getByText('119', { exact: true })).toBeVisible();
  await expect(card.getByText('Total points', { exact: true })).toBeVisible();
  await expectText(card, '#1 / 2');
  await expectText(card.getByRole('heading'), 'Score Breakdown');
  const columns = ['#', 'Your Pick', 'Pts', 'Actual', 'Result'];
  await expect(card.getByRole('columnheader')).toHaveText(columns);
  for (const column of columns) await expectText(card.getByRole('columnheader'), column);
  for (const [place, [result, points]] of RESULTS.entries()) {
    const cells = card.locator('tbody tr').nth(place).getByRole('cell');
    await expect(cells.nth(0)).toHaveText(String(place + 1));
    await expect(cells.nth(1)).toHaveText(findAlbumSong(songs, PICKS[place] ?? 0).title);
    await expect(cells.nth(2).getByText(String(points), { exact: true }).first()).toBeVisible();
    await expect(cells.nth(3)).toHaveText(findAlbumSong(songs, place + 1).title);
    await expectText(cells.nth(4), result);
  }
  const legend = card.getByRole('list', { name: 'Scoring' });
  for (const points of [41, 27, 10, 0])
    await expect(legend.getByText(String(points), { exact: true })).toBeVisible();
  await expect(card.getByText(band.productName, { exact: true })).toBeVisible();
  await expect(card.getByText(band.gameTagline, { exact: true })).toBeVisible();
  expect(band.gameTagline).toContain(band.bandName);
  const [name, image] = await downloadCard(page);
  expect(name).toBe('A-Counted-Night-scorecard.png');
  expect(image.width).toBe(800 * 3);

  for (const width of [390, 600]) {
    await page.setViewportSize({ width, height: 844 });
    expect((await card.boundingBox())?.width).toBeLessThanOrEqual(450);
  }
}

async function expectPredictionCard(page: Page, songs: Songs, host: string) {
  await openCard(page, 'View & Download', show.name);
  const dialog = page.getByRole('dialog');
  await expectText(dialog, 'Your Setlist Prediction');
  const card = findCard(dialog);
  await expect(card.getByText(band.productName, { exact: true })).toBeVisible();
  await expectPlaceAndDay(card);
  await expect(card.getByText('Prediction by maidenhair', { exact: true })).toBeVisible();
  const today = new Date().toLocaleDateString('en-US', {
    dateStyle: 'full',
    timeZone: 'America/New_York',
  });
  await expect(card.getByText(`Submitted ${today}`, { exact: true })).toBeVisible();
  for (const [place, pick] of PICKS.entries()) {
    const row = card.getByRole('listitem').nth(place);
    const { title, album } = findAlbumSong(songs, pick);
    await expect(row).toContainText(`${place + 1}${title}${album}`);
    const [result, points] = RESULTS[place] ?? [];
    await expect(row.getByText(`${points} points, ${result}`, { exact: true })).toBeVisible();
  }
  await expect(card.getByText('119', { exact: true })).toBeVisible();
  await expect(card.getByText('Final score', { exact: true })).toBeVisible();
  await expect(card.getByRole('list', { name: 'Scoring' })).toBeVisible();
  await expect(card.getByText(host, { exact: true })).toBeVisible();
  const [name, image] = await downloadCard(page);
  expect(name).toBe('A-Counted-Night-prediction.png');
  expect(image.width).toBe(800 * 2);
  await page.evaluate('window.print = () => { window.isPrinted = true; }');
  await expectText(dialog.getByRole('button'), 'Print');
  await dialog.getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate('window.isPrinted')).toBe(true);
}

test('an image that failed to render shows an error', async ({ site }) => {
  const { page } = await openMyPredictions(site, fan);
  await page.route('**/*.woff2', (route) => route.abort());
  await openCard(page, 'View Results', show.name);
  await page.getByRole('button', { name: 'Download' }).click();
  await expectToast(page, 'Error', 'Failed to generate scorecard.');
});
