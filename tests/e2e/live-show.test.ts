import { expect, type Page } from '@playwright/test';
import { addSetlistSong } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { DESKTOP, PHONE } from '../support/browser.ts';
import { checkAccessibility } from './support/accessibility.ts';
import { type Site, test } from './support/journey.ts';
import { play, predict, setStatus } from './support/live-show.ts';
import { goOffline, goOnline } from './support/network.ts';
import { addShow, type Person, signUpFan } from './support/people.ts';
import { settled } from './support/settled.ts';
import type { Songs } from './support/songs.ts';

async function expectStanding(page: Page, text: RegExp) {
  const bar = page.getByRole('region', { name: 'Your standing' });
  await expect(bar.filter({ hasText: text })).toBeVisible();
}

/** Simulates switching tabs, because headless Chromium reports all tabs as visible. */
async function setVisibility(page: Page, state: 'hidden' | 'visible') {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state === 'hidden');
}

async function openSetlist(site: Site, fan: Person, show: Show, viewport = PHONE) {
  const visit = await site.visit({ as: fan, viewport });
  await visit.page.goto(`/live-setlist?show=${show.id}`);
  return visit;
}

const findRow = (page: Page, list: string, text: string) =>
  page.getByRole('region', { name: list }).getByRole('listitem').filter({ hasText: text });

test('after a reconnect, the page shows and counts the missed song', async ({
  site,
  admin,
  songs: [first, second],
}) => {
  const fan = await signUpFan(site.url, 'mayflower');
  const show = await addShow(admin, 'The Cut Line', 24 * 60);
  await setStatus(admin, show, 'live');
  await play(admin, show, [first]);
  const { page, context } = await openSetlist(site, fan, show);
  await expect(page.getByText('Live Updates Active')).toBeVisible();
  await expect(page.getByRole('region', { name: /^Notif/ }), 'the page has loaded').toBeAttached();
  await goOffline(context);
  await expect(page.getByText(/^Paused since \d+:\d\d [AP]M$/)).toBeVisible();
  await expect(page.getByText('Live Updates Active')).toHaveCount(0);
  await site.product.stop();
  await site.product.start();
  await play(admin, show, [second]);
  await goOnline(context);
  await expect(page.getByText('Song 2 of ~23')).toBeVisible();
  await expect(page.getByText('1 song played while you were away').first()).toBeVisible();
  await expect(page.getByText('Live Updates Active')).toBeVisible();
  await setStatus(admin, show, 'closed');
});

test("a background tab's title announces the songs and the end of only the displayed show", async ({
  site,
  admin,
  songs: [first, second],
}) => {
  const show = await addShow(admin, 'The Hidden Tab', 24 * 60);
  const otherShow = await addShow(admin, 'The Other Stage', 24 * 60);
  await setStatus(admin, show, 'live');
  const { page } = await openSetlist(site, admin, show);
  await expect(page.getByText('Show starting soon...')).toBeVisible();
  await expect(page.getByText('Live Updates Active')).toBeVisible();
  await expect(page).toHaveTitle('Live Setlist · Called It');
  await setVisibility(page, 'hidden');
  await play(admin, otherShow, [first]);
  await play(admin, show, [second]);
  await expect(page).toHaveTitle('(1) Live Setlist · Called It');
  await setVisibility(page, 'visible');
  await expect(page).toHaveTitle('Live Setlist · Called It');
  await setVisibility(page, 'hidden');
  await setStatus(admin, show, 'closed');
  await expect(page).toHaveTitle('Final Live Setlist · Called It');
  await setVisibility(page, 'visible');
  await expect(page).toHaveTitle('Live Setlist · Called It');
});

test.describe('a show of three songs and three fans', () => {
  let fans: [junegrass: Person, rowan: Person, harrow: Person];
  let show: Show;

  async function startShow(admin: Person, name: string, [a, b, c, x, y]: Songs): Promise<Show> {
    const started = await addShow(admin, name, 24 * 60);
    for (const [place, picks] of [[a, y], [x, b, c], [b]].entries())
      await predict(fans[place] ?? admin, started, picks);
    await setStatus(admin, started, 'live');
    return started;
  }

  test.beforeAll(async ({ site, admin, songs }) => {
    const signUp = (name: string) => signUpFan(site.url, name);
    fans = [await signUp('junegrass'), await signUp('rowan'), await signUp('harrow')];
    show = await startShow(admin, 'The Moving Hall', songs);
    await play(admin, show, songs.slice(0, 2), { setLabel: 'Set 1' });
    await play(admin, show, songs.slice(2, 3), { notes: 'By request' });
  });

  test('each song updates the ranks and is announced with its points', async ({
    site,
    admin,
    songs,
  }) => {
    const [a, b, c] = songs;
    const moving = await startShow(admin, 'The Turning Hall', songs);
    const [{ page: phone }, { page: desktop }] = [
      await openSetlist(site, fans[0], moving),
      await openSetlist(site, fans[1], moving),
    ];
    // Play one song at a time, so that each page renders the ranks before the next song.
    await play(admin, moving, [a]);
    await expectStanding(phone, /41 pts so far\W*Rank\W*1 of 3/);
    await expectStanding(desktop, /You\W*0 pts so far\W*Rank\W*2 of 3/);
    await play(admin, moving, [b]);
    await expect(phone.getByText('Song 2 of ~23')).toBeVisible();
    await expectStanding(desktop, /27 pts so far\W*Rank\W*2 of 3/);
    await play(admin, moving, [c]);
    await expectStanding(phone, /41 pts so far\W*Rank\W*2 of 3.*down 1 since the last song/);
    await expectStanding(desktop, /54 pts so far\W*Rank\W*1 of 3.*up 1 since the last song/);
    await expect(
      desktop.getByRole('status').filter({ hasText: `Song 3: ${c.title}. You earned 27 points.` }),
    ).toBeVisible();
  });

  test('a page that follows the show sends no request for a song', async ({
    site,
    admin,
    songs,
  }) => {
    const otherShow = await startShow(admin, 'The Still Hall', songs);
    const { page } = await openSetlist(site, fans[1], otherShow);
    await play(admin, otherShow, songs.slice(0, 1));
    await expectStanding(page, /0 pts so far\W*Rank\W*2 of 3/);
    await page.getByRole('tab', { name: 'My picks' }).click();
    const panel = page.getByRole('region', { name: 'What you need now' });
    await panel.getByText('What you need now').click();
    await expect(panel).toContainText('junegrass is 41 pts ahead.');
    await expect(panel).toContainText('You can still reach 78 points and 1st place.');
    await checkAccessibility(page, 'live-setlist: What you need now');
    await settled(page);
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url());
    });
    await play(admin, otherShow, songs.slice(1, 2));
    await expect(panel).toContainText('junegrass is 14 pts ahead.');
    await page.getByRole('tab', { name: 'Setlist' }).click();
    await expect(page.getByText('Song 2 of ~23')).toBeVisible();
    await play(admin, otherShow, songs.slice(2, 3));
    await expect(page.getByText('Song 3 of ~23')).toBeVisible();
    await expectStanding(page, /54 pts so far\W*Rank\W*1 of 3/);
    const debut = { params: { id: otherShow.id }, body: { title: 'The Debut of the Evening' } };
    await admin.call(addSetlistSong, debut);
    await expect(findRow(page, 'Live Setlist', debut.body.title)).toBeVisible();
    await settled(page);
    expect(calls).toEqual([]);
  });

  test("a phone shows each row's points, and the standings and the fan's picks in tabs", async ({
    site,
    songs: [a, b, c, , y],
  }) => {
    const { page } = await openSetlist(site, fans[0], show);
    const findSetlistRow = (text: string) => findRow(page, 'Live Setlist', text);
    await expect(findSetlistRow(a.title).filter({ hasText: '41 points, opener' })).toBeVisible();
    await expect(findSetlistRow(b.title)).not.toContainText('points');
    await expect(
      findSetlistRow(c.title).filter({ hasText: 'Now Playing · By request' }),
    ).toBeVisible();
    await expect(page.getByText('Set 1')).toHaveCount(1);

    await page.getByRole('tab', { name: 'Standings' }).click();
    const leaderboard = page.getByRole('tabpanel').getByRole('listitem');
    await expect(leaderboard).toHaveText([
      /rowanLeading54 pts/,
      /junegrassYou41 pts/,
      /harrow10 pts/,
    ]);
    await page.getByRole('tab', { name: 'My picks' }).click();
    await expect(findRow(page, 'My picks', a.title).filter({ hasText: 'Opener' })).toBeVisible();
    const unplayed = page.getByRole('list', { name: 'Not played yet' });
    await expect(unplayed.getByRole('listitem').filter({ hasText: y.title })).toBeVisible();
  });

  test('a fan without a prediction sees a note and the others’ points', async ({ site }) => {
    const { page } = await openSetlist(site, await signUpFan(site.url, 'byroad'), show);
    await expectStanding(page, /You didn't predict this one/);
    await page.getByRole('tab', { name: 'My picks' }).click();
    await expect(page.getByText('No prediction for this show')).toBeVisible();
  });

  test('a wide screen shows everything at once, and closing the show makes the points final', async ({
    site,
    admin,
    songs: [, , , x],
  }) => {
    const { page } = await openSetlist(site, fans[1], show, DESKTOP);
    const standings = page.getByRole('group', { name: 'Standings' }).getByRole('listitem');
    await expect(standings.filter({ hasText: 'junegrass' })).toBeVisible();
    const unplayed = page.getByRole('list', { name: 'Not played yet' });
    await expect(unplayed.getByRole('listitem').filter({ hasText: x.title })).toBeVisible();
    await expect(page.getByRole('tab')).toHaveCount(0);

    await page.setViewportSize(PHONE);
    await expectStanding(page, /54 pts so far/);
    await setStatus(admin, show, 'closed');
    await expectStanding(page, /54 pts\W*Rank\W*1 of 3/);
    await page.goto('/leaderboard');
    await expect(page.getByText('1 game · average 54.0')).toBeVisible();
  });
});
