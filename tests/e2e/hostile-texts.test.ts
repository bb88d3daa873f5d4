import { expect, type Page } from '@playwright/test';
import { updateProfile } from '#contract/accounts.ts';
import { createPost, createThread, FORUM_CATEGORIES } from '#contract/forums.ts';
import { getLatestImport, startImport } from '#contract/imports.ts';
import { PAGES, paths } from '#contract/pages.ts';
import { createShare } from '#contract/shares.ts';
import { createShow, type Show } from '#contract/shows.ts';
import { createSong, type Song } from '#contract/songs.ts';
import { linesUpload, showLine } from '../support/archives.ts';
import { test } from './support/journey.ts';
import { play, predict, setStatus } from './support/live-show.ts';
import { type Person, signUpFan } from './support/people.ts';

const IMAGE = '<img src=x onerror="window.ran=1">';
const SCRIPT = '"><script>window.ran=1</script>';
const LINK = 'javascript:window.ran=1';
/** Turns the rest of a line around, for who does not keep texts apart. */
const TURNED = 'Setlist \u202etxt.exe';

let fan: Person;
let live: Show;
let over: Show;
let song: Song;
let threadId: string;
let predictionId: string;
let shareUrl: string;

test.beforeAll(async ({ stage, admin, songs: [ordinary] }) => {
  fan = await signUpFan(stage.url, 'hostile', '<svg onload=window.ran=1>');
  await fan.call(updateProfile, { body: { homeVenue: IMAGE } });
  song = await admin.call(createSong, { body: { title: IMAGE, album: SCRIPT } });
  const turned = await admin.call(createSong, { body: { title: TURNED, album: LINK } });
  const places = { venue: LINK, city: IMAGE, state: SCRIPT, country: TURNED, tourName: IMAGE };
  const addShow = (name: string) => {
    const date = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
    return admin.call(createShow, {
      body: { name, date, timeZone: 'America/New_York', ...places },
    });
  };
  [live, over] = [await addShow(IMAGE), await addShow(SCRIPT)];
  const upcoming = await addShow(TURNED);
  ({ id: predictionId } = await predict(fan, upcoming, [song, turned]));
  for (const show of [live, over]) {
    const prediction = await predict(fan, show, [song, turned, ordinary]);
    if (show === live) predictionId = prediction.id;
    await setStatus(admin, show, 'live');
    await play(admin, show, [song, ordinary, turned], { notes: IMAGE });
  }
  await setStatus(admin, over, 'closed');
  ({ url: shareUrl } = await fan.call(createShare, { params: { id: predictionId } }));
  const thread = { title: IMAGE, category: FORUM_CATEGORIES[0], content: `${LINK} ${SCRIPT}` };
  ({ id: threadId } = await fan.call(createThread, { body: thread }));
  for (const content of [IMAGE, `[click](${LINK})`, TURNED])
    await fan.call(createPost, { params: { id: threadId }, body: { content } });
});

/** Nothing of what was written has become part of the page, and nothing of it ran. */
async function expectInert(page: Page) {
  await expect(page.locator('img[src="x"], svg[onload], a[href^="javascript:"]')).toHaveCount(0);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
}

// What a page complains of, the content policy's reports among it, fails a journey at its end.
test('what fans and administrators write is text on every screen', async ({ stage, admin }) => {
  test.setTimeout(60_000);
  const said = { show: live.id, edit: predictionId, prediction: predictionId, id: threadId };
  const screens = Object.values(PAGES)
    .filter(({ who }) => who !== 'visitor')
    .map((page) => {
      const asks: readonly string[] = 'asks' in page ? page.asks : [];
      return `${page.path}?${new URLSearchParams(Object.entries(said).filter(([name]) => asks.includes(name)))}`;
    });
  const addresses = [
    ...screens,
    paths.song({ id: song.id }),
    paths.liveSetlist({ show: over.id }),
    paths.showLeaderboard({ show: over.id }),
  ];
  const tabs = ['setlist', 'shows', 'songs', 'scoring', 'users', 'setup'].map((tab) =>
    paths.admin({ tab, show: live.id }),
  );
  for (const [who, seen] of [[fan, addresses] as const, [admin, tabs] as const]) {
    const { page } = await stage.visit({ as: who });
    for (const address of seen) {
      await page.goto(address);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expectInert(page);
    }
  }
});

test('nor does what an archive says, nor what the log tells of it all', async ({
  stage,
  admin,
}) => {
  const archived = { venue: SCRIPT, city: IMAGE, tour: LINK };
  for (const songs of [[IMAGE], [IMAGE, SCRIPT]]) {
    await admin.call(startImport, linesUpload(showLine(archived, ...songs)));
    await expect.poll(async () => (await admin.call(getLatestImport))?.state).toBe('done');
  }
  const { page } = await stage.visit({ as: admin });
  await page.goto(paths.admin({ tab: 'shows' }));
  const proposals = page.getByRole('region', { name: 'Proposed changes' });
  await expect(proposals).toContainText(`Adds “${SCRIPT}”`);
  await expectInert(page);
  await page.goto(paths.admin({ tab: 'setup' }));
  const log = page.getByRole('region', { name: 'Audit log' });
  for (const text of [IMAGE, SCRIPT]) await expect(log).toContainText(text);
  await expect(page.getByRole('region', { name: 'Import a history' })).toContainText('Shows: ');
  await expectInert(page);
});

test('and it is there to be read, letter for letter', async ({ stage }) => {
  const { page } = await stage.visit({ as: fan });
  await page.goto(paths.thread({ id: threadId }));
  for (const text of [IMAGE, SCRIPT, `[click](${LINK})`])
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  await page.goto(paths.liveSetlist({ show: live.id }));
  await expect(page.getByText(IMAGE).first()).toBeVisible();
  await page.goto(paths.myPredictions());
  await expect(page.getByText(SCRIPT).first()).toBeVisible();
  await page
    .getByRole('button', { name: /^View Results/ })
    .first()
    .click();
  const results = page.getByRole('dialog');
  await expect(results.getByText(IMAGE).first()).toBeVisible();
  // An open dialog holds the page behind it still, which takes a style of its own.
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
  await expectInert(page);
});

test('nor does it do anything on the page that a link shows to strangers', async ({ stage }) => {
  const { page } = await stage.visit();
  await page.goto(shareUrl);
  await expect(page.getByText(IMAGE).first()).toBeVisible();
  await expectInert(page);
});

test('the page that describes the API keeps to the policy, too', async ({ stage }) => {
  const { page } = await stage.visit();
  await page.goto('/api/docs');
  await page.getByRole('link', { name: '/api/auth/login' }).click();
  await expect(page.getByText('Request body').first()).toBeVisible();
});

test('a page with a foreign script or style stops it, and the server hears of it', async ({
  stage,
}) => {
  const { page } = await stage.visit({ allowsErrors: true });
  await page.goto('/about');
  const reported = page.waitForRequest(/\/csp-reports$/);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = 1';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<p id="styled" style="color: red">Styled</p>');
  });
  const answer = await (await reported).response();
  expect(answer?.status()).toBe(204);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  await expect(page.locator('#styled')).not.toHaveCSS('color', 'rgb(255, 0, 0)');
});
