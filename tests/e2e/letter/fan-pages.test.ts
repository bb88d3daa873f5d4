import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createThread, updateThread } from '#contract/forums.ts';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { listShows, setShowStatus } from '#contract/shows.ts';
import { listSongs } from '#contract/songs.ts';
import { getTopSongs, getTourPatterns } from '#contract/statistics.ts';
import { signInByForm, type Visit } from '../../support/browser.ts';
import { addShow, type Person, signInAdmin, signUpFan } from '../support/people.ts';
import { openStage } from '../support/stage.ts';
import { type OpenChecklist, openChecklist } from './checklist.ts';
import * as lines from './fan-pages.lines.ts';
import { holdCall } from './network.ts';

const stage = openStage();
let admin: Person;
beforeAll(async () => {
  admin = await signInAdmin(stage.url);
});

async function openAs(person: Person): Promise<Visit> {
  const visit = await stage.visit();
  await signInByForm(visit.page, person);
  return visit;
}

async function end({ context, complaints }: Visit) {
  expect(complaints).toEqual([]);
  await context.close();
}

/** Four fans with 68, 41, 27 and 10 points, and who has picked what for which songs. */
async function predictions(showId: string) {
  const [a, b, x] = await admin.call(listSongs);
  if (!a || !b || !x) throw new Error('The band has no songs.');
  const fans: Person[] = [];
  for (const [username, picks] of [
    ['amber', [a, b, x]],
    ['birch', [a]],
    ['cedar', [x, b]],
    ['dahlia', [b]],
  ] as const) {
    const fan = await signUpFan(stage.url, username);
    await fan.call(createPrediction, { body: { showId, songIds: picks.map(({ id }) => id) } });
    fans.push(fan);
  }
  return { fans, songs: [a, b] };
}

test('a show from its eve to the boards', async () => {
  const night = openChecklist(lines.LIVE_SETLIST);
  const show = await addShow(admin, 'The Quoted Hall', 24 * 60);
  await addShow(admin, 'The Empty Hall', 48 * 60);
  const params = { id: show.id };
  const { fans, songs } = await predictions(show.id);
  const [amber] = fans;
  if (!amber) throw new Error('Nobody looks on.');
  const visit = await openAs(amber);
  const { page } = visit;
  const main = page.getByRole('main');

  await page.goto('/live-setlist');
  await night.see(main, 'No Live Shows');
  await page.goto(`/live-setlist?show=${show.id}`);
  await night.see(main, 'No setlist available yet');
  await night.see(main.getByRole('heading'), 'Setlist');
  const all = openChecklist(lines.GLOBAL_LEADERBOARD);
  await page.goto('/leaderboard');
  await all.see(main, 'No leaderboard data yet. Be the first to make a prediction!');

  await admin.call(setShowStatus, { params, body: { status: 'live' } });
  await page.goto('/live-setlist');
  for (const text of ['Live Updates Active', 'Live', 'Show starting soon...'])
    await night.see(main, text);
  await night.see(main.getByRole('heading'), 'Live Setlist');
  for (const { id } of songs) await admin.call(addSetlistSong, { params, body: { songId: id } });
  await night.see(main, 'Song 2 of ~23');
  const sheet = main.getByRole('region', { name: 'Live Setlist' }).getByRole('listitem');
  await night.seeWithin(sheet.nth(1), 'Now Playing');
  expect(await sheet.nth(0).textContent()).not.toContain('Now Playing');
  for (const [place, { title }] of songs.entries()) {
    const text = await sheet.nth(place).textContent();
    expect(text).toContain(title);
    expect(text).toMatch(/\d{1,2}:\d\d [AP]M/);
  }
  night.tick('play times, in order of position');
  await admin.call(setShowStatus, { params, body: { status: 'closed' } });
  await night.see(main, 'Closed');
  night.expectAllTicked();

  await seeShowLeaderboard(page, show.name);
  await page.goto('/leaderboard');
  const rows = main.getByRole('list').first().getByRole('listitem');
  await rows.nth(3).waitFor();
  for (const rank of [1, 2, 3]) await all.see(rows.nth(rank - 1), `Top ${rank}`);
  expect(await rows.nth(3).textContent()).not.toContain('Top');
  all.tick('no badge from rank 4 on');
  await all.see(rows.nth(0), 'You');
  expect(await rows.getByText('You', { exact: true }).count()).toBe(1);
  expect(await rows.nth(0).textContent()).toMatch(/1 game · average 68\.0.*68 pts/);
  all.tick('games, average to one decimal, total points');
  await seeMedalsAndInitials(all, rows);
  all.expectAllTicked();
  await end(visit);
}, 90_000);

async function seeShowLeaderboard(page: Page, scored: string) {
  const list = openChecklist(lines.SHOW_LEADERBOARD);
  const main = page.getByRole('main');
  await page.goto('/show-leaderboard');
  await list.see(main, 'No Show Selected');
  const field = page.getByRole('combobox', { name: 'Show' });
  const options = page.getByRole('listbox').getByRole('option');
  await field.click();
  await options.first().waitFor();
  expect(await options.count()).toBe((await admin.call(listShows)).length);
  await options
    .filter({ hasText: new RegExp(`^${scored}.*\\w{3} \\d{1,2}, \\d{4}Closed$`) })
    .waitFor();
  list.tick('name, date and status of all shows');
  const release = await holdCall(page, getShowLeaderboard);
  await field.fill('Empty Hall');
  await options.first().click();
  await list.see(main, 'Loading leaderboard...');
  await release();
  await list.see(main, 'No predictions for this show yet');
  await field.fill(scored);
  await options.first().click();
  const rows = main.getByRole('region', { name: `of ${scored}` }).getByRole('listitem');
  for (const [place, label] of ['Champion', 'Runner-up', 'Third Place'].entries())
    await list.see(rows.nth(place), label);
  await seeMedalsAndInitials(list, rows);
  list.expectAllTicked();
}

/** The only pictures in a row are its medal; the initials are decoration to who hears the page. */
async function seeMedalsAndInitials(list: OpenChecklist, rows: Locator) {
  for (const [place, initials] of ['am', 'bi', 'ce', 'da'].entries()) {
    await rows.nth(place).getByText(initials, { exact: true }).waitFor();
    expect(await rows.nth(place).locator('svg').count()).toBe(place < 3 ? 1 : 0);
  }
  list.tick('a medal for ranks 1 to 3');
  list.tick('first two letters of the username');
}

test('the Song Database, Your Statistics and the Fan Forums', async () => {
  const fan = await signUpFan(stage.url, 'marigold');
  const [song] = await admin.call(listSongs);
  if (!song) throw new Error('The band has no songs.');
  const visit = await openAs(fan);
  const { page } = visit;
  const main = page.getByRole('main');
  const columns = async () => (await page.getByRole('columnheader').allTextContents()).join(', ');
  const valuesOf = async (label: string) => {
    const options = page.getByLabel(label, { exact: true }).locator('option');
    return options.evaluateAll((all) => all.map((one) => one.getAttribute('value')).join(', '));
  };

  const songs = openChecklist(lines.SONG_DATABASE);
  await page.goto('/song-database');
  await page.getByText('207 songs').waitFor();
  songs.tick((await page.getByRole('tab').allInnerTexts()).join(', '));
  songs.tick(await valuesOf('Rarity'));
  songs.tick(await valuesOf('Sort by'));
  songs.tick(await columns());
  await page.getByPlaceholder('Search songs...').fill('no song has this name');
  await songs.see(main, 'No songs found matching your filters');
  await page.getByRole('tab', { name: 'Top' }).click();
  await songs.see(main, 'Fan Favorite');
  const top = await fan.call(getTopSongs);
  await page.getByRole('button', { name: `Show all ${top.length} songs` }).click();
  const favorites = top.filter(({ timesPlayed }) => timesPlayed > 100).length;
  await expect.poll(() => main.getByText('Fan Favorite').count()).toBe(favorites);
  await page.getByRole('tab', { name: 'Trending' }).click();
  await songs.see(main, 'Hot');
  await songs.see(main, 'Performed in the last 6 months');
  await page.getByRole('tab', { name: 'Tours' }).click();
  const years = await fan.call(getTourPatterns);
  const most = Math.max(...years.map(({ showCount }) => showCount));
  for (const { year, showCount } of years) {
    const bar = page.getByRole('row', { name: `${year} ${showCount}` }).locator('[style]');
    const width = await bar.evaluate((drawn) => Number.parseFloat(drawn.style.width));
    expect(width).toBeCloseTo((100 * showCount) / most, 1);
  }
  songs.tick('a bar scaled to the maximum');
  await page.getByRole('tab', { name: 'Venues' }).click();
  await page.getByRole('columnheader', { name: 'City' }).waitFor();
  songs.tick(await columns());
  songs.expectAllTicked();

  const mine = openChecklist(lines.YOUR_STATISTICS);
  for (const [name, isScored] of [
    ['The Summed Hall', true],
    ['The Pending Hall', false],
  ] as const) {
    const { id } = await addShow(admin, name, 72 * 60);
    await fan.call(createPrediction, { body: { showId: id, songIds: [song.id] } });
    if (!isScored) continue;
    await admin.call(addSetlistSong, { params: { id }, body: { songId: song.id } });
    await admin.call(setShowStatus, { params: { id }, body: { status: 'closed' } });
  }
  await page.goto('/statistics');
  await mine.see(main.getByRole('heading'), 'Your Statistics');
  for (const label of ['Total Points', 'Games Played', 'Average Score', 'Best Score'])
    await mine.see(main.getByRole('term'), label);
  const part = (title: string) => main.getByRole('region', { name: title, exact: true });
  for (const title of ['Prediction History', 'Pending Predictions'])
    await mine.see(part(title).getByRole('heading'), title);
  const history = part('Prediction History').getByRole('listitem');
  await mine.see(history.filter({ hasText: 'The Summed Hall' }), 'Completed');
  const pending = history.filter({ hasText: 'The Pending Hall' });
  for (const text of ['Pending', 'Not scored yet']) await mine.see(pending, text);
  expect(await pending.textContent()).toMatch(/1 song.*Submitted \w{3} \d+, \d{4}, \d+:\d\d [AP]M/);
  mine.tick('submission time and song count');
  await mine.see(part('Pending Predictions').getByRole('listitem'), 'Awaiting Results');
  mine.expectAllTicked();

  const forums = openChecklist(lines.FAN_FORUMS);
  await page.goto('/forums');
  await forums.see(main, 'No forum threads yet');
  for (const text of ['Create the first thread', 'New Thread']) {
    await forums.see(main.getByRole('link'), text);
    expect(await page.getByRole('link', { name: text }).getAttribute('href')).toBe('/forums/new');
  }
  const body = { category: 'Predictions', content: 'Anyone?' } as const;
  const pin = await fan.call(createThread, { body: { ...body, title: 'House rules' } });
  const { id } = await fan.call(createThread, { body: { ...body, title: 'Who opens?' } });
  await admin.call(updateThread, { params: { id: pin.id }, body: { isPinned: 1 } });
  await page.reload();
  await forums.see(main.getByRole('heading'), 'Pinned');
  await page.getByRole('region', { name: 'Pinned' }).getByText('House rules').waitFor();
  const row = page.getByRole('region', { name: 'Latest' }).getByRole('link');
  expect(await row.getAttribute('href')).toBe(`/forums/thread?id=${id}`);
  expect(await row.textContent()).toMatch(
    /^maWho opens\?\s*marigold · Predictions · (just now|\d+ minutes? ago)\s*0 replies$/,
  );
  forums.tick('initials, title, author, category, replies, relative last activity');
  forums.expectAllTicked();
  await end(visit);
}, 90_000);
