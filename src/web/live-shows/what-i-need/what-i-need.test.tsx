import { cleanup, screen, within } from '@testing-library/react';
import type { Window } from 'happy-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { getFanPicks } from '#contract/fan-sheets.ts';
import { getShowLeaderboard } from '#contract/leaderboards.ts';
import { listLeagueRivals } from '#contract/league-boards.ts';
import { getShowOdds } from '#contract/odds.ts';
import { getShow } from '#contract/shows.ts';
import { refetch } from '#web/http/refetch.ts';
import { SHOW_ID, sampleSongId } from '../../../../tests/support/live-show-samples.ts';
import {
  boardRow,
  LIVE,
  type LiveShowOptions,
  openLiveShow,
} from '../../../../tests/support/open-live-show.ts';
import { FAN, sampleShow } from '../../../../tests/support/site-samples.ts';
import { readRival, saveRival } from './chosen-rival.ts';

const findPanel = () => screen.getByRole('region', { name: 'What you need now' });

async function openPanel({ site }: Awaited<ReturnType<typeof openLiveShow>>) {
  await site.user.click(within(findPanel()).getByText('What you need now'));
  await screen.findByLabelText('Rival');
  return within(findPanel());
}

const panelShows = (text: string) =>
  vi.waitFor(() => expect(findPanel().textContent).toContain(text));

const listSongs = (name: string) =>
  within(screen.getByRole('list', { name }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('shows the points and rank that are still possible without requesting a rival', async () => {
  const { site } = await openLiveShow();
  expect(findPanel().textContent).toContain('You can still reach 119 points and 1st place.');
  expect(site.listCalls(getFanPicks)).toEqual([]);
  expect(site.listCalls(getShowOdds)).toEqual([]);
});

test('shows that nothing is left to gain once every pick is decided', async () => {
  const night = await openLiveShow({ picks: [1] });
  expect(findPanel().textContent).toContain('Nothing left to gain: you have 41 points.');
  expect(findPanel().textContent).not.toContain('reach');
  await openPanel(night);
  await panelShows('In a show of up to 24 songs.');
});

test('shows the songs that decide the duel with the fan one rank above', async () => {
  const night = await openLiveShow();
  await openPanel(night);
  await panelShows('wren is 27 pts ahead.');
  await panelShows('Chances tonight');
  await panelShows('In a show of up to 24 songs, if no other fan gains points.');
  expect(listSongs('Lifts you past wren')).toEqual(['Song 418%, as a closer+41 pts']);
  expect(listSongs('Sets you back')).toEqual(['Song 650%, as a closer−41 pts']);
});

test('updates after a song without requesting the rival or the odds again', async () => {
  const night = await openLiveShow();
  await openPanel(night);
  await panelShows('Chances tonight');
  night.play(1, 5, 9, 4);
  await refetch(night.site.cache, [
    { topic: 'setlist', subjectId: SHOW_ID, version: 0 },
    { topic: 'standings', subjectId: SHOW_ID, version: 0 },
  ]);
  await panelShows('You and wren are level.');
  expect(findPanel().textContent).toContain('You can still reach 102 points and 1st place.');
  expect(listSongs('Lifts you past wren')).toEqual([
    'Song 230%, anywhere+10 pts',
    'Song 418%, as a closer+14 pts',
  ]);
  expect(listSongs('Lifts wren past you')).toEqual(['Song 650%, anywhere−10 pts']);
  expect(night.site.listCalls(getFanPicks)).toHaveLength(1);
  expect(night.site.listCalls(getShowOdds)).toHaveLength(1);
});

test('compares with another fan of the board', async () => {
  const night = await openLiveShow();
  const panel = await openPanel(night);
  await night.site.user.selectOptions(panel.getByLabelText('Rival'), 'kestrel');
  await panelShows('kestrel is 27 pts ahead.');
  expect(night.site.listCalls(getFanPicks).map(({ path }) => path)).toEqual([
    `/api/fans/wren/shows/${SHOW_ID}/picks`,
    `/api/fans/kestrel/shows/${SHOW_ID}/picks`,
  ]);
});

test('keeps the rival and stays open when the fan changes tabs on a phone', async () => {
  const { happyDOM } = window as unknown as Window;
  const { innerWidth: width } = window;
  onTestFinished(() => happyDOM.setViewport({ width }));
  happyDOM.setViewport({ width: 390 });
  const night = await openLiveShow();
  const openTab = async (name: string) =>
    night.site.user.click(await screen.findByRole('tab', { name }));
  await openTab('My picks');
  const panel = await openPanel(night);
  await night.site.user.selectOptions(panel.getByLabelText('Rival'), 'kestrel');
  await openTab('Setlist');
  await openTab('My picks');
  await panelShows('kestrel is 27 pts ahead.');
});

test('offers the members of my leagues, each fan once, and remembers the choice', async () => {
  const friends = [boardRow(70, 'brook', 0), boardRow(3, 'kestrel', 10)];
  const night = await openLiveShow({ friends });
  const select = (await openPanel(night)).getByLabelText('Rival');
  await within(select).findByRole('group', { name: 'Your leagues' });
  expect(select.textContent).toMatch(/brookkestrelwren$/);
  await night.site.user.selectOptions(select, 'brook');
  await panelShows('brook is 27 pts ahead.');
  night.play(1, 5, 9);
  await refetch(night.site.cache, [{ topic: 'standings', subjectId: SHOW_ID, version: 0 }]);
  expect(night.site.listCalls(listLeagueRivals)).toHaveLength(1);
  cleanup();
  await openPanel(await openLiveShow());
  await panelShows('brook is 27 pts ahead.');
  expect(readRival(FAN.id, sampleSongId(7))).toBeUndefined();
});

test('finds the picks of a chosen rival who was renamed', async () => {
  const { userId } = boardRow(3, 'kestrel', 10);
  saveRival(FAN.id, SHOW_ID, { userId, username: 'falcon' });
  const night = await openLiveShow();
  await openPanel(night);
  await panelShows('kestrel is 27 pts ahead.');
  expect(night.site.listCalls(getFanPicks).map(({ path }) => path)).toEqual([
    `/api/fans/kestrel/shows/${SHOW_ID}/picks`,
  ]);
});

test('compares the leader with the next fan', async () => {
  const night = await openLiveShow({
    picks: [1, 2],
    rivalPicks: [7, 2],
    played: [1],
    board: [boardRow(1, FAN.username, 41), boardRow(2, 'kestrel', 0)],
    odds: {},
  });
  const panel = await openPanel(night);
  await panelShows('You are 41 pts ahead of kestrel.');
  expect(listSongs('Sets you back')).toEqual(['Song 7anywhere−10 pts']);
  expect(screen.queryByRole('list', { name: /^Lifts/ })).toBeNull();
  expect(panel.queryByText(/^Chances/)).toBeNull();
});

test('looks up the fan above once if they are not on the page', async () => {
  const board = Array.from({ length: 20 }, (_, n) => boardRow(n + 1, `Top ${n + 1}`, 200 - n));
  const night = await openLiveShow({ board, myRow: boardRow(57, FAN.username, 41) });
  expect(findPanel().textContent).toContain('You can still reach 119 points and 21st place.');
  await openPanel(night);
  await panelShows('Above 55 is 27 pts ahead.');
  const listLookups = () =>
    night.site.listCalls(getShowLeaderboard).filter(({ query }) => query.includes('limit=1&'));
  expect(listLookups()).toHaveLength(1);
  night.play(1, 5, 9);
  await refetch(night.site.cache, [{ topic: 'standings', subjectId: SHOW_ID, version: 0 }]);
  expect(listLookups()).toHaveLength(1);
});

test('stays in place with the final points when the show ends', async () => {
  const night = await openLiveShow();
  await openPanel(night);
  await panelShows('wren is 27 pts ahead.');
  const closed = { ...LIVE, status: 'closed' };
  night.site.respond(getShow, closed);
  await refetch(night.site.cache, [{ topic: 'show', subjectId: SHOW_ID, version: 0 }]);
  await panelShows('Final: 41 pts, 2ndof 3 fans');
  await panelShows('None of your songs would gain on wren.');
});

test('shows that a rival’s sheet is private', async () => {
  const night = await openLiveShow({ rivalPicks: null });
  const panel = await openPanel(night);
  await panelShows('wren keeps their predictions private.');
  expect(panel.queryByText(/ahead/)).toBeNull();
});

test('shows the server’s message if the rival’s account was deleted', async () => {
  const night = await openLiveShow();
  night.site.reject(getFanPicks, "There's no fan with this name.", 404);
  const panel = await openPanel(night);
  await panel.findByText("There's no fan with this name.");
});

test('tells the only fan that there is no rival', async () => {
  const night = await openLiveShow({ board: [boardRow(1, FAN.username, 41)] });
  await night.site.user.click(within(findPanel()).getByText('What you need now'));
  await screen.findByText('No other fan predicted this show.');
});

test.each<[string, LiveShowOptions]>([
  ['without a prediction', { picks: [] }],
  ['after the show', { show: sampleShow(-5, { status: 'closed' }) }],
  ['before the show', { show: sampleShow(5), played: [] }],
])('is hidden %s', async (_when, night) => {
  await openLiveShow(night);
  expect(screen.queryByText('What you need now')).toBeNull();
});
