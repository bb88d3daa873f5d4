import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getCrowd } from '#contract/crowd.ts';
import { getHouseNight, getMyHouseRecord } from '#contract/house-players.ts';
import { getMyShowRow, getShowLeaderboard, type ShowRow } from '#contract/leaderboards.ts';
import { getMyRarityRow, getRarityBoard } from '#contract/rarity.ts';
import { getSetlist } from '#contract/setlists.ts';
import { listShows } from '#contract/shows.ts';
import { leaderboardRow, sampleSongId } from '../../../tests/support/live-show-samples.ts';
import { FAN, sampleShow } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const SCORED = sampleShow(0, {
  ...{ name: 'The Scored Hall', status: 'closed', date: '2026-03-10T23:30:00Z' },
});
const EMPTY = sampleShow(48, { id: sampleSongId(1), name: 'The Empty Hall' });

async function openLeaderboard(rows: ShowRow[], query = '') {
  const site = createTestSite();
  site.respond(listShows, [EMPTY, SCORED]);
  site.respond(getShowLeaderboard, rows);
  site.respond(getMyShowRow, undefined);
  site.respond(getSetlist, []);
  site.respond(getHouseNight, {
    learntFrom: null,
    twentySheets: null,
    players: [],
    likeliestSongs: [],
  });
  site.respond(getMyHouseRecord, { nights: 0, beaten: 0 });
  await site.open(`/show-leaderboard${query}`, FAN);
  return site;
}

test('offers every show with its name, date and status', async () => {
  const { user } = await openLeaderboard([]);
  await user.click(screen.getByRole('combobox', { name: 'Show' }));
  const options = within(await screen.findByRole('listbox')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'The Scored HallMar 10, 2026Closed',
    expect.stringMatching(/^The Empty Hall\w{3} \d{1,2}, \d{4}Open$/),
  ]);
});

test('opens on the last show with results', async () => {
  await openLeaderboard([leaderboardRow(1, 68)]);
  screen.getByRole('region', { name: 'Leaderboard of The Scored Hall' });
  screen.getByText('Champion');
});

test('shows that no show is selected if the URL names an unknown show', async () => {
  await openLeaderboard([], '?show=unknown');
  screen.getByText('No Show Selected');
});

test('shows a loading state, then an empty state without predictions', async () => {
  const site = await openLeaderboard([]);
  const release = site.holdResponse(getShowLeaderboard);
  await site.user.click(screen.getByRole('combobox', { name: 'Show' }));
  await site.user.click(await screen.findByRole('option', { name: /^The Empty Hall/ }));
  expect((await screen.findAllByText('Loading leaderboard...')).length).toBeGreaterThan(0);
  await release();
  await screen.findByText('No predictions for this show yet');
});

test('gives the first three a label and a medal', async () => {
  const rows = [68, 41, 27, 10].map((points, index) => leaderboardRow(index + 1, points));
  await openLeaderboard(rows, `?show=${SCORED.id}`);
  const leaderboard = within(
    screen.getByRole('region', { name: 'Leaderboard of The Scored Hall' }),
  );
  const lines = leaderboard.getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    ...['Rank 1RaRank 1YouChampion68 pts', 'Rank 2RaRank 2Runner-up41 pts'],
    ...['Rank 3RaRank 3Third Place27 pts', 'Rank 4RaRank 410 pts'],
  ]);
  expect(lines.map((line) => line.querySelectorAll('svg').length)).toEqual([1, 1, 1, 0]);
});

test('does not give a medal before the first point', async () => {
  const tied = [1, 2].map((number) => ({ ...leaderboardRow(number, 0), rank: 1 }));
  await openLeaderboard(tied, `?show=${SCORED.id}`);
  const leaderboard = within(
    screen.getByRole('region', { name: 'Leaderboard of The Scored Hall' }),
  );
  const lines = leaderboard.getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    ...['Rank 1RaRank 1You0 pts', 'Rank 1RaRank 20 pts'],
  ]);
  expect(lines.flatMap((line) => [...line.querySelectorAll('svg')])).toEqual([]);
});

const linkHref = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

test('links the names to the sheets after the lock, and to the fans before it', async () => {
  const site = await openLeaderboard([leaderboardRow(1, 41)], `?show=${SCORED.id}`);
  const link = screen.getByRole('link', { name: 'Rank 1' });
  expect(link.getAttribute('href')).toBe(`/fans/Rank%201/shows/${SCORED.id}`);
  await site.user.click(screen.getByRole('combobox', { name: 'Show' }));
  await site.user.click(await screen.findByRole('option', { name: /^The Empty Hall/ }));
  await screen.findByRole('region', { name: 'Leaderboard of The Empty Hall' });
  await screen.findByText('Rank 1', { ignore: '.sr-only' });
  expect(linkHref('Rank 1')).toBe('/fans/Rank%201');
  expect(screen.queryByRole('tab', { name: 'Crowd' })).toBeNull();
});

test('ranks rarity in a tab of a closed show', async () => {
  const site = await openLeaderboard([leaderboardRow(1, 68)]);
  site.respond(getRarityBoard, [{ ...leaderboardRow(2, 17), rank: 1 }]);
  site.respond(getMyRarityRow, undefined);
  await site.user.click(screen.getByRole('tab', { name: 'Rarity' }));
  const [row] = within(screen.getByRole('tabpanel')).getAllByRole('listitem');
  expect(row?.textContent).toMatch(/17 rarity$/);
  expect(linkHref('How scoring works')).toBe('/rules');
  expect(location.search).toBe(`?show=${SCORED.id}&tab=rarity`);
});

test('has no rarity tab before the show is closed', async () => {
  await openLeaderboard([], `?show=${EMPTY.id}&tab=rarity`);
  await screen.findByText('No predictions for this show yet');
  expect(screen.queryByRole('tab', { name: 'Rarity' })).toBeNull();
});

test('marks private fans and links to their pages, but links to my own sheet', async () => {
  const rows = [1, 2].map((rank) => ({ ...leaderboardRow(rank, 41), isPrivate: true as const }));
  await openLeaderboard(rows, `?show=${SCORED.id}`);
  expect(['Rank 1', 'Rank 2'].map(linkHref)).toEqual([
    ...[`/fans/Rank%201/shows/${SCORED.id}`, '/fans/Rank%202'],
  ]);
  const marks = screen.getAllByText('Predictions are', { exact: false, selector: '.sr-only' });
  expect(marks.map(({ parentElement }) => parentElement?.textContent)).toEqual([
    'Predictions are private',
  ]);
});

test('opens the crowd in a tab', async () => {
  const site = await openLeaderboard([leaderboardRow(1, 41)], `?show=${SCORED.id}`);
  site.respond(getCrowd, { sheets: 3, songs: [] });
  await site.user.click(screen.getByRole('tab', { name: 'Crowd' }));
  await screen.findByText('Not enough predictions');
  expect(location.search).toBe(`?show=${SCORED.id}&tab=crowd`);
});
