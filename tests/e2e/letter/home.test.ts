import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createPrediction } from '#contract/predictions.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import {
  createShow,
  listShows,
  listUpcomingShows,
  type Show,
  setShowStatus,
} from '#contract/shows.ts';
import { listSongs, type Song } from '#contract/songs.ts';
import { signInByForm, type Visit } from '../../support/browser.ts';
import { addShow, type Person, signInAdmin, signUpFan } from '../support/people.ts';
import { openStage } from '../support/stage.ts';
import { openChecklist } from './checklist.ts';
import { DASHBOARD, LIVE, SCHEDULE } from './home.lines.ts';
import { leave } from './leave.ts';
import { emptyList } from './network.ts';
import { showDay } from './show-day.ts';

const stage = openStage();
let admin: Person;
let fan: Person;
let songs: Song[];
beforeAll(async () => {
  admin = await signInAdmin(stage.url);
  fan = await signUpFan(stage.url, 'marigold');
  songs = await admin.call(listSongs);
});

async function openAsFan(): Promise<Visit> {
  const visit = await stage.visit();
  await signInByForm(visit.page, fan);
  return visit;
}

const HOUR = 60;
const TIME = /\d{1,2}:\d\d [AP]M E[DS]T/;
const idOf = (place: number) => songs[place]?.id ?? '';

async function predict(person: Person, show: Show, picks: readonly number[]) {
  await person.call(createPrediction, { body: { showId: show.id, songIds: picks.map(idOf) } });
}

async function setStatus(show: Show, status: 'live' | 'closed') {
  await admin.call(setShowStatus, { params: { id: show.id }, body: { status } });
}

async function play(show: Show, played: readonly number[]) {
  for (const place of played)
    await admin.call(addSetlistSong, { params: { id: show.id }, body: { songId: idOf(place) } });
}

const expectHref = async (link: Locator, href: string) =>
  expect(await link.getAttribute('href')).toBe(href);

const regionOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const ticketOf = (part: Locator, { name }: Show) =>
  part.getByRole('article').filter({ hasText: name });

test('dashboard', async () => {
  const list = openChecklist(DASHBOARD);
  // Two scored games of 41 and 10 points, and four predictions that wait.
  const shows: Show[] = [];
  for (let n = 1; n <= 6; n += 1) shows.push(await addShow(admin, `Night ${n}`, (20 + n) * HOUR));
  for (const show of shows) await predict(fan, show, [0, 1]);
  const setlists = [
    [0, 2],
    [2, 3, 0],
  ];
  for (const [place, show] of shows.slice(0, 2).entries()) {
    await setStatus(show, 'live');
    await play(show, setlists[place] ?? []);
    await setStatus(show, 'closed');
  }
  const open = await admin.call(createShow, {
    body: {
      name: 'An Evening by the River',
      city: 'Richmond',
      state: 'VA',
      date: new Date(Date.now() + 3 * HOUR * 60_000).toISOString(),
      timeZone: 'America/New_York',
      tourName: 'The Letter Tour',
    },
  });
  const locked = await addShow(admin, 'A Locked Door', 59);

  const visit = await openAsFan();
  const { page } = visit;
  await page.getByRole('heading', { name: 'Welcome back, marigold!', exact: true }).waitFor();
  list.tick('Welcome back, {username}!');
  const cards = page.locator('main dl > div');
  expect(await cards.count()).toBe(4);
  for (const [place, [label, figure]] of [
    ['Total Points', '51'],
    ['Games Played', '2'],
    ['Average Score', '25.5'],
    ['Current Rank', '--'],
  ].entries()) {
    const card = cards.nth(place);
    await list.see(card, label ?? '');
    await card.getByText(figure ?? '', { exact: true }).waitFor();
  }
  list.tick('--');

  const upcoming = regionOf(page, 'Upcoming Shows Available for Prediction');
  await list.see(upcoming, 'Upcoming Shows Available for Prediction');
  const ticket = ticketOf(upcoming, open);
  for (const text of ['Open', 'The Letter Tour', 'Richmond, VA', showDay(open), TIME])
    await ticket.getByText(text).waitFor();
  list.tick('status badge, tour name, city, state, date and time');
  await list.see(ticket, 'Make Prediction');
  await expectHref(ticket.getByRole('link'), `/game?show=${open.id}`);
  const closed = ticketOf(upcoming, locked).getByRole('button');
  await list.see(closed, 'Closed');
  expect(await closed.isDisabled()).toBe(true);

  const mine = regionOf(page, 'Your Predictions');
  await list.see(mine, 'Your Predictions');
  const rows = mine.getByRole('listitem');
  await rows.nth(4).waitFor();
  expect(await rows.count()).toBe(5);
  list.tick('the first 5 predictions');
  await mine.getByText('6 total', { exact: true }).waitFor();
  list.tick('a total count');
  await rows.first().getByText('Night 3', { exact: true }).waitFor();
  await rows
    .first()
    .getByText(/^Richmond, VA · \w{3} \d{1,2}, \d{4} · 2 songs$/)
    .waitFor();
  list.tick('show name, city, state, date, number of songs');
  await list.see(rows.first(), 'Pending');
  await rows.last().filter({ hasText: 'Night 2' }).getByText('10 pts', { exact: true }).waitFor();
  list.tick('points');
  const actions = regionOf(page, 'Quick Actions');
  await list.see(actions, 'Quick Actions');
  for (const [place, href] of ['/leaderboard', '/statistics', '/shows'].entries())
    await expectHref(actions.getByRole('link').nth(place), href);

  await leave(list, visit);
}, 120_000);

test('live', async () => {
  const list = openChecklist(LIVE);
  const later = await addShow(admin, 'The Later Show', 9 * HOUR);
  await predict(fan, later, [0, 7]);
  for (const name of ['hazel', 'juniper', 'otto', 'rowan', 'wren'])
    await predict(await signUpFan(stage.url, name), later, [8, 9]);
  await setStatus(later, 'live');
  const visit = await openAsFan();
  const { page } = visit;
  const live = regionOf(page, 'Live Now');
  await list.see(live, 'Live Now');
  await list.see(live, 'Show starting soon...');
  await expectHref(live.getByRole('link'), '/live-setlist');
  list.tick('a button to /live-setlist');

  await play(later, [0, 1, 2, 3, 4, 5]);
  await list.see(live, 'Showing last 5 songs • 6 total');
  const latest = live.getByRole('listitem');
  expect(await latest.count()).toBe(5);
  await latest
    .first()
    .filter({ hasText: songs[1]?.title ?? '' })
    .waitFor();
  list.tick('the last 5 songs');
  await list.seeWithin(latest.filter({ hasText: songs[5]?.title ?? '' }), 'Now Playing');
  expect(await latest.filter({ hasText: 'Now Playing' }).count()).toBe(1);

  const ranking = page.getByRole('complementary').getByRole('region');
  await list.see(ranking, 'Live Show Rankings');
  await ranking.getByText('The Later Show', { exact: true }).waitFor();
  list.tick('the show name');
  const entries = ranking.getByRole('listitem');
  await entries.filter({ hasText: /^1\s*ma\s*marigold\s*41$/ }).waitFor();
  list.tick('rank, initials, username, totalPoints');
  expect(await entries.count()).toBe(5);
  list.tick('the top 5 entries');
  await list.see(ranking, 'View All 6 Entries');
  await expectHref(ranking.getByRole('link'), '/leaderboard');

  const sooner = await addShow(admin, 'The Sooner Show', 8 * HOUR);
  await setStatus(sooner, 'live');
  await list.see(ranking, 'No predictions yet');
  await ranking.getByText('The Sooner Show', { exact: true }).waitFor();
  list.tick('the first live show is used');
  for (const show of [later, sooner]) await setStatus(show, 'closed');
  await leave(list, visit);
}, 120_000);

test('schedule, and nothing on it', async () => {
  const list = openChecklist(SCHEDULE);
  const body = { city: 'Durham', state: 'NC', timeZone: 'America/New_York' };
  const [open, live, past] = await Promise.all(
    [50, 40, -2].map((hours) =>
      admin.call(createShow, {
        body: {
          ...body,
          name: `Night at ${hours} hours`,
          venue: 'The Loom',
          date: new Date(Date.now() + hours * HOUR * 60_000).toISOString(),
        },
      }),
    ),
  );
  if (!open || !live || !past) throw new Error('There are three.');
  await setStatus(live, 'live');
  const visit = await openAsFan();
  const { page } = visit;
  await page.goto('/shows');
  await list.see(page.getByRole('main'), 'Show Schedule');
  const upcoming = regionOf(page, 'Upcoming Shows');
  await list.see(upcoming, 'Upcoming Shows');
  const ticket = ticketOf(upcoming, open);
  for (const text of ['The Loom', 'Durham, NC', showDay(open), TIME])
    await ticket.getByText(text).waitFor();
  list.tick('venue, city, state, date, time');
  await expectHref(ticket.getByRole('link', { name: /^Make Prediction/ }), `/game?show=${open.id}`);
  list.tick('a predict button');
  const link = ticketOf(upcoming, live).getByRole('link', { name: /^Live/ });
  await list.see(link, 'Live');
  await expectHref(link, `/live-setlist?show=${live.id}`);

  const gone = regionOf(page, 'Past Shows');
  await list.see(gone, 'Past Shows');
  expect(await gone.getByRole('article').count()).toBe(12);
  list.tick('at most 12 past shows');
  const links = ticketOf(gone, past).getByRole('link');
  await list.see(links, 'View Setlist');
  await list.see(links, 'My Prediction');
  await expectHref(links.first(), `/live-setlist?show=${past.id}`);
  await expectHref(links.last(), `/my-predictions?show=${past.id}`);

  await gone.getByRole('button', { name: 'Older shows' }).click();
  await expect.poll(() => gone.getByText(past.name).count()).toBe(0);
  expect(await gone.getByRole('article').count()).toBe(12);
  await gone.locator('h2:focus').waitFor();
  await page.reload();
  await gone.getByRole('button', { name: 'Newer shows' }).click();
  await ticketOf(gone, past).waitFor();
  list.tick('the rest, a page at a time');

  for (const endpoint of [listShows, listUpcomingShows]) await emptyList(page, endpoint);
  await page.reload();
  await list.see(page.getByRole('main'), 'No shows in the schedule yet. Check back soon!');
  await page.goto('/');
  await list.see(page, 'No upcoming shows available at the moment. Check back soon!');
  await leave(list, visit);
}, 120_000);
