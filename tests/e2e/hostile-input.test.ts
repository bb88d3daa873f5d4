import { expect, type Page } from '@playwright/test';
import { updateProfile } from '#contract/accounts.ts';
import { createPost } from '#contract/forum-posts.ts';
import { createThread, FORUM_CATEGORIES } from '#contract/forums.ts';
import { getLatestImport, startImport } from '#contract/imports.ts';
import { PAGES, paths } from '#contract/pages.ts';
import { createReport } from '#contract/reports.ts';
import { createShare } from '#contract/shares.ts';
import { createShow, type Show } from '#contract/shows.ts';
import { createSong, type Song } from '#contract/songs.ts';
import { buildLinesUpload, formatShowLine } from '../support/archives.ts';
import { test } from './support/journey.ts';
import { play, predict, setStatus } from './support/live-show.ts';
import { type Person, signUpFan } from './support/people.ts';

const IMAGE = '<img src=x onerror="window.ran=1">';
const SCRIPT = '"><script>window.ran=1</script>';
const LINK = 'javascript:window.ran=1';
/** A right-to-left override reverses the rest of the line unless the text is isolated. */
const REVERSED = 'Setlist \u202etxt.exe';

let fan: Person;
let live: Show;
let closedShow: Show;
let song: Song;
let threadId: string;
let predictionId: string;
let shareUrl: string;

test.beforeAll(async ({ site, admin, songs: [harmlessSong] }) => {
  fan = await signUpFan(site.url, 'hostile', '<svg onload=window.ran=1>');
  await fan.call(updateProfile, { body: { bio: SCRIPT, location: LINK, homeVenue: IMAGE } });
  song = await admin.call(createSong, { body: { title: IMAGE, album: SCRIPT } });
  const reversed = await admin.call(createSong, { body: { title: REVERSED, album: LINK } });
  const placeFields = {
    venue: LINK,
    city: IMAGE,
    state: SCRIPT,
    country: REVERSED,
    tourName: IMAGE,
  };
  const addShow = (name: string) => {
    const date = new Date(Date.now() + 24 * 60 * 60_000).toISOString();
    return admin.call(createShow, {
      body: { name, date, timeZone: 'America/New_York', ...placeFields },
    });
  };
  [live, closedShow] = [await addShow(IMAGE), await addShow(SCRIPT)];
  const upcoming = await addShow(REVERSED);
  ({ id: predictionId } = await predict(fan, upcoming, [song, reversed]));
  for (const show of [live, closedShow]) {
    const prediction = await predict(fan, show, [song, reversed, harmlessSong]);
    if (show === live) predictionId = prediction.id;
    await setStatus(admin, show, 'live');
    await play(admin, show, [song, harmlessSong, reversed], { notes: IMAGE });
  }
  await setStatus(admin, closedShow, 'closed');
  ({ url: shareUrl } = await fan.call(createShare, { params: { id: predictionId } }));
  const thread = { title: IMAGE, category: FORUM_CATEGORIES[0], content: `${LINK} ${SCRIPT}` };
  ({ id: threadId } = await fan.call(createThread, { body: thread }));
  for (const content of [IMAGE, `[click](${LINK})`, REVERSED])
    await fan.call(createPost, { params: { id: threadId }, body: { content } });
  await admin.call(createReport, {
    params: { kind: 'thread', id: threadId },
    body: { reason: 'other', comment: SCRIPT },
  });
});

async function expectInert(page: Page) {
  await expect(page.locator('img[src="x"], svg[onload], a[href^="javascript:"]')).toHaveCount(0);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
}

// Every journey fails if a page logs an error, such as a CSP violation.
test('every screen renders input from fans and administrators as text', async ({ site, admin }) => {
  test.slow();
  const params = { show: live.id, edit: predictionId, prediction: predictionId, id: threadId };
  const screens = Object.values(PAGES)
    .filter(({ who }) => who !== 'visitor')
    .map((page) => {
      const names: readonly string[] = 'queryParams' in page ? page.queryParams : [];
      const path = page.path.replace('{username}', encodeURIComponent(fan.username));
      return `${path}?${new URLSearchParams(Object.entries(params).filter(([name]) => names.includes(name)))}`;
    });
  const userPaths = [
    ...screens,
    paths.song({ id: song.id }),
    paths.liveSetlist({ show: closedShow.id }),
    paths.showLeaderboard({ show: closedShow.id }),
    paths.fanSheet({ username: fan.username, id: live.id }),
  ];
  const tabs = ['setlist', 'shows', 'songs', 'scoring', 'users', 'reports', 'setup'].map((tab) =>
    paths.admin({ tab, show: live.id }),
  );
  for (const [user, visitedPaths] of [[fan, userPaths] as const, [admin, tabs] as const]) {
    const { page } = await site.visit({ as: user });
    for (const path of visitedPaths) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expectInert(page);
    }
  }
});

test('the admin panel renders the imported archive and the audit log as text', async ({
  site,
  admin,
}) => {
  const archived = { venue: SCRIPT, city: IMAGE, tour: LINK };
  for (const songs of [[IMAGE], [IMAGE, SCRIPT]]) {
    await admin.call(startImport, buildLinesUpload(formatShowLine(archived, ...songs)));
    await expect.poll(async () => (await admin.call(getLatestImport))?.state).toBe('done');
  }
  const { page } = await site.visit({ as: admin });
  await page.goto(paths.admin({ tab: 'shows' }));
  const proposals = page.getByRole('region', { name: 'Proposed changes' });
  await expect(proposals).toContainText(`Adds “${SCRIPT}”`);
  await expectInert(page);
  await page.goto(paths.admin({ tab: 'setup' }));
  const log = page.getByRole('region', { name: 'Audit log' });
  for (const text of [IMAGE, SCRIPT]) await expect(log).toContainText(text);
  await expect(page.getByRole('region', { name: 'Import past shows' })).toContainText('Shows: ');
  await expectInert(page);
});

test('hostile input is displayed unchanged', async ({ site }) => {
  const { page } = await site.visit({ as: fan });
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
  // An open dialog disables scrolling with an inline style.
  await expect(page.locator('body')).toHaveCSS('overflow', 'hidden');
  await expectInert(page);
});

test("a shared link's page renders hostile input as text", async ({ site }) => {
  const { page } = await site.visit();
  await page.goto(shareUrl);
  await expect(page.getByText(IMAGE).first()).toBeVisible();
  await expectInert(page);
});

test('the API documentation works under the Content Security Policy', async ({ site }) => {
  const { page } = await site.visit();
  await page.goto('/api/docs');
  await page.getByRole('link', { name: 'accounts', exact: true }).click();
  await page.getByRole('link', { name: '/api/auth/login' }).click();
  await expect(page.getByText('Request body').first()).toBeVisible();
});

test('the Content Security Policy blocks an injected script and style and reports it to the server', async ({
  site,
}) => {
  const { page } = await site.visit({ allowErrors: true });
  await page.goto('/about');
  const reported = page.waitForRequest(/\/csp-reports$/);
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.ran = 1';
    document.body.append(script);
    document.body.insertAdjacentHTML('beforeend', '<p id="styled" style="color: red">Styled</p>');
  });
  const response = await (await reported).response();
  expect(response?.status()).toBe(204);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  await expect(page.locator('#styled')).not.toHaveCSS('color', 'rgb(255, 0, 0)');
});
