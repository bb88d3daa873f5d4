import { screen, within } from '@testing-library/react';
import type { Window } from 'happy-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { getThread } from '#contract/forums.ts';
import { getHouseNight, getMyHouseRecord } from '#contract/house-players.ts';
import { getShowSources } from '#contract/imports.ts';
import { getMyShowRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { getSetlist } from '#contract/setlists.ts';
import { getShow, listShows, type Show } from '#contract/shows.ts';
import {
  leaderboardRow,
  myRow,
  SHOW_ID,
  sampleSongId,
  setlistEntry,
} from '../../../tests/support/live-show-samples.ts';
import {
  FAN,
  samplePrediction,
  sampleShow,
  sampleShowThread,
} from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

async function openShow(show: Show, picks: number[] = [], songCount = 0) {
  const site = createTestSite();
  site.respond(getShow, show);
  site.respond(getThread, sampleShowThread(show));
  const rows = Array.from({ length: songCount }, (_, index) => setlistEntry(index + 1));
  site.respond(getSetlist, rows);
  site.respond(getShowLeaderboard, []);
  site.respond(getMyShowRow, undefined);
  site.respond(getShowSources, []);
  site.respond(getHouseNight, {
    learntFrom: null,
    twentySheets: null,
    players: [],
    likeliestSongs: [],
  });
  site.respond(getMyHouseRecord, { nights: 0, beaten: 0 });
  site.respond(listMyPredictions, picks.length > 0 ? [samplePrediction(show, picks)] : []);
  await site.open(`/live-setlist?show=${SHOW_ID}`, FAN);
  return site;
}

test('links to the last show when no show is live', async () => {
  const site = createTestSite();
  const lastSongId = sampleSongId(2);
  site.respond(listShows, [
    sampleShow(24),
    sampleShow(-12, { status: 'cancelled', id: sampleSongId(1) }),
    sampleShow(-24, { status: 'closed', id: lastSongId }),
  ]);
  await site.open('/live-setlist', FAN);
  screen.getByRole('heading', { name: 'No Live Shows' });
  const link = screen.getByRole('link', { name: "Last show's setlist" });
  expect(link.getAttribute('href')).toBe(`/live-setlist?show=${lastSongId}`);
});

test('shows the next show, with a countdown to its lock and a link to predict it', async () => {
  const site = createTestSite();
  const later = { id: sampleSongId(3), name: 'A Later Evening' };
  site.respond(listShows, [sampleShow(72, later), sampleShow(48), sampleShow(-24)]);
  await site.open('/live-setlist', FAN);
  screen.getByRole('heading', { name: 'No Live Shows' });
  const next = within(screen.getByRole('region', { name: 'Next show' }));
  next.getByRole('heading', { name: 'An Evening by the River' });
  expect(next.getByRole('timer').textContent).toMatch(/^Locks in1 d 2[23] h$/);
  const link = next.getByRole('link', { name: 'Make Prediction: An Evening by the River' });
  expect(link.getAttribute('href')).toBe(`/game?show=${SHOW_ID}`);
  expect(screen.queryByRole('link', { name: 'Make Prediction' })).toBeNull();
});

test('counts down to the start of a next show whose predictions are locked', async () => {
  const site = createTestSite();
  site.respond(listShows, [sampleShow(0.5)]);
  await site.open('/live-setlist', FAN);
  const next = within(screen.getByRole('region', { name: 'Next show' }));
  expect(next.getByRole('timer').textContent).toMatch(/^Starts in00:(30|29):\d\d$/);
  next.getByRole('button', { name: 'Closed' });
});

test('lists each set under its label, so that only songs are list items', async () => {
  const site = await openShow(sampleShow(-1, { status: 'closed' }));
  site.respond(getSetlist, [
    setlistEntry(1),
    ...[2, 3].map((row) => ({ ...setlistEntry(row), setLabel: 'Set 2' })),
    { ...setlistEntry(4), setLabel: 'Encore' },
  ]);
  await site.cache.invalidateQueries();
  await screen.findByText('Encore');
  const setlist = within(screen.getByRole('region', { name: 'Setlist' }));
  const headings = setlist.getAllByRole('heading', { level: 3 });
  expect(headings.map(({ textContent }) => textContent)).toEqual(['Set 2', 'Encore']);
  const countSongs = (list: HTMLElement) => within(list).getAllByRole('listitem').length;
  expect(setlist.getAllByRole('list').map(countSongs)).toEqual([1, 2, 1]);
});

test('shows a stamp next to picked songs only', async () => {
  await openShow(sampleShow(-1, { status: 'live' }), [2], 2);
  const setlist = within(screen.getByRole('region', { name: 'Live Setlist' }));
  expect(setlist.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1Song 1',
    '2Song 2Now Playing1010 points, wrong spot',
  ]);
});

test('lists the picks that were played first, and shows no result for the others', async () => {
  const site = await openShow(sampleShow(-1, { status: 'live' }), [3, 4, 1, 2], 2);
  const picks = within(screen.getByRole('region', { name: 'My picks' }));
  for (const label of ['Played', 'Not played yet'])
    expect(within(picks.getByRole('list', { name: label })).getAllByRole('listitem')).toHaveLength(
      2,
    );
  const listPicks = () =>
    within(screen.getByRole('region', { name: 'My picks' }))
      .getAllByRole('listitem')
      .slice(0, 4)
      .map(({ textContent }) => textContent);
  expect(listPicks()).toEqual([
    '3Song 1Played as song 11010 points, wrong spot',
    '4Song 2Played as song 21010 points, wrong spot',
    '1Song 3',
    '2Song 4',
  ]);
  site.respond(getShow, sampleShow(-1, { status: 'closed' }));
  await site.cache.invalidateQueries();
  await screen.findAllByText('Not played');
  expect(listPicks().map((pick) => pick?.slice(0, 7))).toEqual([
    '1Song 3',
    '2Song 4',
    '3Song 1',
    '4Song 2',
  ]);
});

test.each([
  ['live', ['Leading', 'Leading']],
  ['closed', ['Champion', 'Champion', 'Third Place']],
] as const)('labels the standings of a %s show with %j', async (status, labels) => {
  const site = await openShow(sampleShow(-1, { status }), [1], 1);
  site.respond(
    getShowLeaderboard,
    [1, 1, 3, 4].map((rank, index) => ({ ...leaderboardRow(index + 1, 50 - rank), rank })),
  );
  await site.cache.invalidateQueries();
  const labelsShown = await screen.findAllByText(/^(Leading|Champion|Runner-up|Third Place)$/);
  expect(labelsShown.map(({ textContent }) => textContent)).toEqual(labels);
});

test("names the winner of a closed show and this fan's percentile", async () => {
  const site = await openShow(sampleShow(-5, { status: 'closed' }));
  const scored = samplePrediction(sampleShow(-5, { status: 'closed' }), [1], { points: 41 });
  site.respond(listMyPredictions, [scored]);
  site.respond(
    getShowLeaderboard,
    [68, 41, 41, 0].map((points, n) => ({ ...leaderboardRow(n + 2, points), rank: n + 1 })),
  );
  site.respond(getMyShowRow, myRow(1, 41, 1));
  await site.cache.invalidateQueries();
  const standing = within(screen.getByRole('region', { name: 'Your standing' }));
  const result = await standing.findByText('Better than 25% of 4 fans');
  expect(result.parentElement?.textContent).toContain('That was the show. Rank 2');
});

test("shows the show's place in a phone's menu, which can keep the screen on until the show ends", async () => {
  const { happyDOM } = window as unknown as Window;
  const { innerWidth: width } = window;
  onTestFinished(() => happyDOM.setViewport({ width }));
  happyDOM.setViewport({ width: 390 });
  const release = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'wakeLock', {
    configurable: true,
    value: { request: vi.fn(() => Promise.resolve({ release })) },
  });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'));
  const site = await openShow(sampleShow(-1, { status: 'live' }));
  await site.user.click(await screen.findByRole('button', { name: 'About this show' }));
  const menu = within(await screen.findByRole('menu', { name: 'About this show' }));
  menu.getByText('Richmond, VA');
  const keep = menu.getByRole('menuitemcheckbox', { name: 'Keep the screen on' });
  await site.user.click(keep);
  expect(keep.getAttribute('aria-checked')).toBe('true');
  expect(navigator.wakeLock.request).toHaveBeenCalledWith('screen');
  expect(release).not.toHaveBeenCalled();
  site.respond(getShow, sampleShow(-1, { status: 'closed' }));
  await site.cache.invalidateQueries();
  await vi.waitFor(() => expect(release).toHaveBeenCalledOnce());
});

test('shows an error for a missing show', async () => {
  const site = createTestSite();
  site.reject(getShow, 'Show not found.', 404);
  await site.open(`/live-setlist?show=${SHOW_ID}`, FAN);
  screen.getByText('Show not found.');
});

test('shows an upcoming show with a link to predict it', async () => {
  await openShow(sampleShow(48));
  screen.getByRole('heading', { name: 'An Evening by the River' });
  screen.getByRole('heading', { name: 'Setlist' });
  screen.getByText('No setlist available yet');
  screen.getByText('No predictions for this show yet');
  screen.getByRole('link', { name: 'Make Prediction: An Evening by the River' });
});

test('shows the day and the number of songs of a closed show', async () => {
  await openShow(sampleShow(-5, { status: 'closed' }), [], 2);
  screen.getByRole('heading', { name: 'Setlist' });
  screen.getByText('2 songs');
  screen.getByText(/\w{3}, \w{3} \d{1,2}(, \d{4})?$/);
});

test('shows picks without outcomes for a show that closed without a setlist', async () => {
  await openShow(sampleShow(-5, { status: 'closed' }), [1]);
  screen.getByText('No setlist available yet');
  screen.getByText('Song 1');
  expect(screen.queryByText('Not played')).toBeNull();
});
