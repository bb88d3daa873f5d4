import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { type Band, getBand } from '#contract/band.ts';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { type Show, type ShowStatus, setShowStatus } from '#contract/shows.ts';
import { listSongs, type Song } from '#contract/songs.ts';

import { download, openCard, openMyPredictions } from '../support/cards.ts';
import { addShow, type Person, signInAdmin, signUpFan } from '../support/people.ts';
import { openStage } from '../support/stage.ts';
import { CARD, PICTURES, SCORECARD } from './cards.lines.ts';
import { openChecklist } from './checklist.ts';
import { leave } from './leave.ts';
import { seeToast } from './see-toast.ts';
import { showDay } from './show-day.ts';

const stage = openStage();
let band: Band;
let fan: Person;
let songs: Song[];
let show: Show;
beforeAll(async () => {
  const admin = await signInAdmin(stage.url);
  fan = await signUpFan(stage.url, 'marigold');
  const rival = await signUpFan(stage.url, 'otto');
  songs = (await fan.call(listSongs)).filter(({ album }) => album);
  band = await fan.call(getBand);
  show = await addShow(admin, 'A Counted Night', 300);
  const params = { id: show.id };
  for (const [person, picks] of [
    [fan, PICKS],
    [rival, [7]],
  ] as const)
    await person.call(createPrediction, {
      body: { showId: show.id, songIds: picks.map((place) => song(place).id) },
    });
  const setStatus = (status: ShowStatus) => admin.call(setShowStatus, { params, body: { status } });
  await setStatus('live');
  for (const place of [1, 2, 3, 4, 5]) {
    const body = { songId: song(place).id, isCloser: place === 5 };
    await admin.call(addSetlistSong, { params, body });
  }
  await setStatus('closed');
}, 120_000);

/** Opener, not played, in place, elsewhere, closer. */
const PICKS = [1, 6, 3, 2, 5];
const RESULTS = [
  ['Opener', 41],
  ['Not played', 0],
  ['Correct', 27],
  ['Wrong', 10],
  ['Closer', 41],
] as const;

function song(place: number): Song {
  const found = songs[place];
  if (!found) throw new Error('The band has too few songs.');
  return found;
}

const cardIn = (dialog: Locator) => dialog.getByRole('region', { name: show.name });

async function seePlaceAndDay(card: Locator) {
  await card.getByText(show.name, { exact: true }).waitFor();
  await card.getByText(`Richmond, VA · ${showDay(show)}`, { exact: true }).waitFor();
}

test('scorecard', async () => {
  const list = openChecklist(SCORECARD);
  const visit = await openMyPredictions(stage, fan);
  const { page } = visit;
  await openCard(page, 'View Results', show.name);
  const dialog = page.getByRole('dialog');
  await list.see(dialog, 'Prediction Results');
  await list.see(dialog.getByRole('tab'), 'Scorecard');
  await list.see(dialog.getByRole('tab'), 'Side-by-Side');
  const card = cardIn(dialog);
  await seePlaceAndDay(card);
  list.tick('show name, city and state, date');
  await list.see(card, 'Prediction by marigold');
  await card.getByText('119', { exact: true }).waitFor();
  await card.getByText('Total points', { exact: true }).waitFor();
  list.tick('total points');
  await list.see(card, '#1 / 2');
  await list.see(card.getByRole('heading'), 'Score Breakdown');
  const columns = ['#', 'Your Pick', 'Pts', 'Actual', 'Result'];
  expect(await card.getByRole('columnheader').allTextContents()).toEqual(columns);
  for (const column of columns) await list.see(card.getByRole('columnheader'), column);
  for (const [place, [result, points]] of RESULTS.entries()) {
    const cells = card.locator('tbody tr').nth(place).getByRole('cell');
    expect(await cells.nth(0).textContent()).toBe(String(place + 1));
    expect(await cells.nth(1).textContent()).toBe(song(PICKS[place] ?? 0).title);
    await cells.nth(2).getByText(String(points), { exact: true }).first().waitFor();
    expect(await cells.nth(3).textContent()).toBe(song(place + 1).title);
    await list.see(cells.nth(4), result);
  }
  const legend = card.getByRole('list', { name: 'Scoring' });
  for (const points of [41, 27, 10, 0])
    await legend.getByText(String(points), { exact: true }).waitFor();
  list.tick('a scoring legend');
  await card.getByText(band.productName, { exact: true }).waitFor();
  await card.getByText(band.gameTagline, { exact: true }).waitFor();
  expect(band.gameTagline).toContain(band.bandName);
  list.tick('a footer naming the game and the band');
  const [name, picture] = await download(page);
  expect(name).toBe('A-Counted-Night-scorecard.png');
  expect(picture.width).toBe(800 * 3);
  list.tick('{show-name}-scorecard.png, 800 px at scale 3');

  for (const width of [390, 600]) {
    await page.setViewportSize({ width, height: 844 });
    expect((await card.boundingBox())?.width).toBeLessThanOrEqual(450);
  }
  list.tick('at most 450px wide');
  await leave(list, visit);
}, 120_000);

test('prediction card', async () => {
  const list = openChecklist(CARD);
  const visit = await openMyPredictions(stage, fan);
  const { page } = visit;
  await openCard(page, 'View & Download', show.name);
  const dialog = page.getByRole('dialog');
  await list.see(dialog, 'Your Setlist Prediction');
  const card = cardIn(dialog);
  await card.getByText(band.productName, { exact: true }).waitFor();
  list.tick('the product title');
  await seePlaceAndDay(card);
  list.tick('show name, city and state, long weekday date');
  await card.getByText('Prediction by marigold', { exact: true }).waitFor();
  const today = new Date().toLocaleDateString('en-US', {
    dateStyle: 'full',
    timeZone: 'America/New_York',
  });
  await card.getByText(`Submitted ${today}`, { exact: true }).waitFor();
  list.tick("the predictor's name and the submitted date");
  for (const [place, pick] of PICKS.entries()) {
    const row = card.getByRole('listitem').nth(place);
    const { title, album } = song(pick);
    expect(await row.textContent()).toContain(`${place + 1}${title}${album}`);
    const [result, points] = RESULTS[place] ?? [];
    await row.getByText(`${points} points, ${result}`, { exact: true }).waitFor();
  }
  list.tick('a numbered list of songs with album');
  await card.getByText('119', { exact: true }).waitFor();
  await card.getByText('Final score', { exact: true }).waitFor();
  list.tick('the final score');
  await card.getByRole('list', { name: 'Scoring' }).waitFor();
  await card.getByText(new URL(stage.url).host, { exact: true }).waitFor();
  const [name, picture] = await download(page);
  expect(name).toBe('A-Counted-Night-prediction.png');
  expect(picture.width).toBe(800 * 2);
  list.tick('{show-name}-prediction.png, scale 2');
  await page.evaluate('window.print = () => { window.isPrinted = true; }');
  await list.see(dialog.getByRole('button'), 'Print');
  await dialog.getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate('window.isPrinted')).toBe(true);
  await leave(list, visit);
}, 120_000);

/** What the bridge of a native device answers from now on. */
async function answerAsDevice(page: Page, rejection: { code?: string; message?: string } | null) {
  await page.evaluate(`
    window.Capacitor.nativePromise = async () => {
      const rejection = ${JSON.stringify(rejection)};
      if (rejection) throw Object.assign(new Error(rejection.message), rejection);
      return {};
    };`);
}

test('pictures', async () => {
  const list = openChecklist(PICTURES);
  const broken = await openMyPredictions(stage, fan);
  await broken.page.route('**/*.woff2', (route) => route.abort());
  await openCard(broken.page, 'View Results', show.name);
  await broken.page.getByRole('button', { name: 'Download' }).click();
  await seeToast(list, broken.page, 'Error', 'Failed to generate scorecard.');
  await broken.context.close();

  const visit = await openMyPredictions(stage, fan, { isNative: true });
  const { page } = visit;
  await openCard(page, 'View Results', show.name);
  const save = page.getByRole('button', { name: 'Save to Photos' });
  const denied = 'Please allow access to Photos in Settings to save scorecards.';
  const limited = 'Limited Photos access. Please grant full access in Settings.';
  for (const [rejection, description] of [
    [{ message: 'The disk is full' }, 'Could not save to Photos. Please try again.'],
    [{ code: 'permissionDenied' }, denied],
    [{ message: 'No permission for that' }, denied],
    [{ code: 'limitedLibrary' }, limited],
    [{ code: 'photoLibraryLimited' }, limited],
  ] as const) {
    await answerAsDevice(page, rejection);
    await save.click();
    await seeToast(list, page, 'Save Failed', description);
  }
  await answerAsDevice(page, null);
  await save.click();
  await seeToast(
    list,
    page,
    'Saved to Photos!',
    'Your scorecard has been saved to your Photos app.',
  );
  await leave(list, visit);
}, 120_000);
