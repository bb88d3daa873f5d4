import { expect } from '@playwright/test';
import { PNG } from 'pngjs';
import { createShow, type Show } from '#contract/shows.ts';
import { createSong, type Song } from '#contract/songs.ts';
import { PHONE } from '../support/browser.ts';
import {
  decodeImage,
  downloadCard,
  openCard,
  openMyPredictions,
  shareCard,
} from './support/cards.ts';
import { test } from './support/journey.ts';
import { playWholeShow, predict } from './support/live-show.ts';
import { type Person, signUpFan } from './support/people.ts';
import {
  compareWithReference,
  countColors,
  measureDifference,
  paintOver,
  shrink,
  TOLERANCE,
} from './support/pictures.ts';
import { settled } from './support/settled.ts';

// The headless shell antialiases text differently from fans' browsers.
test.use({ wholeBrowser: true });

let fan: Person;
test.beforeAll(async ({ site, admin }) => {
  fan = await signUpFan(site.url, 'marigold');
  const rival = await signUpFan(site.url, 'otto');

  // Titles independent of the band pack, so that another pack doesn't change the reference images.
  const short = await addSongs(
    admin,
    Array.from({ length: 24 }, (_, n) => `Reference Song ${n + 1}`),
  );
  const long = await addSongs(admin, [
    'نهر المساء الطويل (الجزء الثاني)',
    'שיר הלילה: 2',
    'Fire 🔥 & Rain 🌧️🎸',
    'Supercalifragilisticexpialidociousandthensomemoreofthatwithoutaspace',
    '<img src=x onerror=alert(1)>',
    ...Array.from({ length: 19 }, (_, n) => `The ${n}th Night That We Drove Past ${LANTERNS}`),
  ]);
  // Includes an opener, a closer, picks in and out of place, and a pick that isn't played.
  const setlist = [
    ...short.slice(0, 8),
    ...short.slice(12, 20),
    ...short.slice(8, 12),
    ...short.slice(23),
  ];
  await addScoredShow(admin, 'Reference Hall', short, rival, setlist);
  await addScoredShow(admin, 'Long / Names: Hall', long, rival, [
    ...long.slice(2),
    ...long.slice(0, 2),
  ]);
  await addScoredShow(admin, 'Shell Room', short.slice(0, 1), rival, short.slice(0, 1));
  await predict(fan, await addReferenceShow(admin, 'Open Field'), short);
});

test('the downloaded scorecard matches its reference image, and the shared one is sized for chats', async ({
  site,
}) => {
  const { page } = await openMyPredictions(site, fan);
  await openCard(page, 'View Results', 'Reference Hall');
  const [name, table] = await downloadCard(page);
  expect(name).toBe('Reference-Hall-scorecard.png');
  expect(table.width).toBe(800 * 3);
  expect(countColors(table)).toBeGreaterThan(20);
  const small = coverSite(shrink(table, 3));
  expect(await compareWithReference(small, 'scorecard')).toBeLessThanOrEqual(TOLERANCE);
  // Proves that the comparison detects small changes.
  const digits = paintOver(small, 331, 333, 24, 16);
  const word = paintOver(small, 148, 333, 30, 18);
  const total = paintOver(small, 668, 66, 30, 50);
  for (const altered of [digits, word, total])
    expect(measureDifference(altered, small)).toBeGreaterThan(TOLERANCE);

  const shared = await shareCard(page);
  expect(shared.name).toBe('Reference-Hall-scorecard.png');
  expect([shared.image.width, shared.image.height]).toEqual([1200, 630]);
  expect(countColors(shared.image)).toBeGreaterThan(20);
});

test('24 long titles, emoji and right-to-left names fit on a phone', async ({ site }) => {
  const { page } = await openMyPredictions(site, fan, {
    viewport: PHONE,
  });
  await openCard(page, 'View Results', 'Long / Names: Hall');
  const card = page.getByRole('region', { name: 'Long / Names: Hall' }).last();
  expect((await card.boundingBox())?.width).toBeLessThanOrEqual(450);
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(overflow)).toBe(0);
  const resultLines = await card.getByRole('row').evaluateAll((rows) =>
    rows.map((row) => {
      const range = document.createRange();
      const cell = row.lastElementChild ?? row;
      range.selectNodeContents(cell.firstElementChild ?? cell);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    }),
  );
  expect(resultLines.length).toBeGreaterThan(24);
  expect(Math.max(...resultLines), 'a badge never wraps').toBe(1);
  const [name, image] = await downloadCard(page);
  expect(name).toBe('Long-Names-Hall-scorecard.png');
  expect(image.width).toBe(800 * 3);
  // The largest canvas that iOS renders.
  expect(image.width * image.height).toBeLessThanOrEqual(4_096 * 4_096);
  expect(countColors(image)).toBeGreaterThan(20);
  expect((await shareCard(page)).image.width).toBe(1200);
});

test('the prediction card downloads as an image before the show and prints on one page', async ({
  site,
}) => {
  const { page } = await openMyPredictions(site, fan);
  // Fixes the submission date, which would be today.
  await page.route('**/api/predictions/my-predictions', async (route) => {
    const response = await route.fetch();
    const rows: object[] = await response.json();
    await route.fulfill({ json: rows.map((row) => ({ ...row, submittedAt: FIXED_DAY })) });
  });
  await page.reload();
  // The page first shows the real date.
  await expect(page.getByText('Submitted Nov 20, 2026').first()).toBeVisible();
  await openCard(page, 'View & Download', 'Open Field');
  const [name, image] = await downloadCard(page);
  expect(name).toBe('Open-Field-prediction.png');
  expect(image.width).toBe(800 * 2);
  const small = coverSite(shrink(image, 2));
  expect(await compareWithReference(small, 'prediction')).toBeLessThanOrEqual(TOLERANCE);

  await page.evaluate('window.print = () => { window.printed = true; }');
  await page.getByRole('button', { name: 'Print' }).click();
  expect(await page.evaluate('window.printed')).toBe(true);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Prediction by marigold')).toBeVisible();
  await expect(page.getByText('Reference Song 24', { exact: true }).last()).toBeVisible();
  for (const hidden of ['My Predictions', 'Your Setlist Prediction', 'Download'])
    await expect(page.getByText(hidden, { exact: true }).filter({ visible: true })).toHaveCount(0);
  const paper = PNG.sync.read(await page.screenshot());
  expect([...paper.data.subarray(0, 3)]).toEqual([255, 255, 255]);
  await page.emulateMedia({ media: null });
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g);
  expect(pages).toHaveLength(1);
});

test('a failed image shows an error, and the next tap retries it', async ({ site }) => {
  const { page } = await openMyPredictions(site, fan);
  await page.evaluate(`
    const original = window.fetch;
    const isFont = (request) => String(request.url ?? request).endsWith('.woff2');
    window.fetch = (request, init) =>
      isFont(request) ? Promise.reject(new TypeError('cut off')) : original(request, init);
    window.restore = () => { window.fetch = original; };`);
  await openCard(page, 'View Results', 'Shell Room');
  // The parts above the buttons load later.
  await settled(page);
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByText('Failed to generate scorecard.', { exact: true })).toBeVisible();
  await page.evaluate('window.restore()');
  expect((await downloadCard(page))[0]).toBe('Shell-Room-scorecard.png');
});

test("the native shell saves the image to Photos or shows why it can't", async ({ site }) => {
  const { page } = await openMyPredictions(site, fan, {
    isNative: true,
  });
  await openCard(page, 'View Results', 'Shell Room');
  await settled(page);
  await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0);
  const save = page.getByRole('button', { name: 'Save to Photos' });
  await save.click();
  await expect(page.getByText('Save Failed', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Please allow access to Photos in Settings to save scorecards.', {
      exact: true,
    }),
  ).toBeVisible();
  await page.evaluate('window.allowed = true');
  await save.click();
  await expect(page.getByText('Saved to Photos!', { exact: true })).toBeVisible();
  await expect(
    page.getByText('Your scorecard has been saved to your Photos app.', { exact: true }),
  ).toBeVisible();
  const svg = await page.evaluate<string>('window.saved');
  expect(decodeImage(svg.replace('data:image/png;base64,', '')).width).toBe(800 * 3);
});

const LANTERNS = 'Every Single Paper Lantern on the Road out of Richmond';
const FIXED_DAY = '2026-11-20T17:00:00.000Z';

/** The port in the site's URL differs in each run. */
function coverSite(image: PNG): PNG {
  const painted = paintOver(image, 560, image.height - 75, 190, 36);
  expect(measureDifference(image, painted)).toBeGreaterThan(TOLERANCE);
  return painted;
}

async function addSongs(admin: Person, titles: readonly string[]): Promise<Song[]> {
  const songs: Song[] = [];
  for (const title of titles)
    songs.push(await admin.call(createSong, { body: { title, album: 'Reference Album' } }));
  return songs;
}

async function addReferenceShow(admin: Person, name: string): Promise<Show> {
  const place = { city: 'Richmond', state: 'VA', timeZone: 'America/New_York' };
  const body = { name, ...place, date: '2099-11-28T19:30', tourName: 'Reference Tour' };
  return admin.call(createShow, { body });
}

/** The rival predicts the same songs in reverse order and ranks second. */
async function addScoredShow(
  admin: Person,
  name: string,
  picks: Song[],
  rival: Person,
  setlist: readonly Song[],
): Promise<void> {
  const show = await addReferenceShow(admin, name);
  await predict(fan, show, picks);
  await predict(rival, show, picks.toReversed());
  await playWholeShow(admin, show, setlist.slice(0, -1), setlist.at(-1));
}
