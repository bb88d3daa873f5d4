import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { listSongs } from '#contract/songs.ts';
import {
  getTopSongs,
  getTourPatterns,
  getTrendingSongs,
  getVenueStatistics,
} from '#contract/statistics.ts';
import { FAN, sampleSong } from '../../../tests/support/site-samples.ts';
import { createTestSite } from '../../../tests/support/test-site.tsx';

const listTexts = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);
const samplePlayedSong = (number: number, timesPlayed: number) =>
  sampleSong(number, { timesPlayed, lastPlayed: '2026-05-02T00:00:00Z' });

test('shows five tabs, with a filter, sorts and columns in the first', async () => {
  const site = createTestSite();
  site.respond(listSongs, [sampleSong(1), sampleSong(2)]);
  await site.open('/song-database', FAN);
  screen.getByText('2 songs');
  expect(listTexts('tab')).toEqual(['Songs', 'Top', 'Trending', 'Tours', 'Venues']);
  expect(listTexts('columnheader')).toEqual([
    ...['Title', 'Album', 'Rarity', 'Plays', 'Last played'],
  ]);
  for (const [label, values] of [
    ['Rarity', ['all', 'common', 'uncommon', 'rare', 'very_rare', 'debut']],
    ['Sort by', ['title', 'timesPlayed', 'lastPlayed']],
  ] as const) {
    const select = screen.getByLabelText<HTMLSelectElement>(label, { selector: 'select' });
    expect([...select.options].map(({ value }) => value)).toEqual(values);
  }
  site.fill(screen.getByPlaceholderText('Search songs...'), 'no song has this name');
  await screen.findByText('No songs found matching your filters');
});

test('groups songs by letter, with a bar that jumps to a letter', async () => {
  const site = createTestSite();
  const songs = Array.from({ length: 40 }, (_, n) =>
    sampleSong(n, { title: `${n < 20 ? 'Ash' : 'Ember'} ${n}`, timesPlayed: n }),
  );
  site.respond(listSongs, songs);
  await site.open('/song-database', FAN);
  expect(listTexts('rowheader')).toEqual(['A', 'E']);
  const bar = within(screen.getByRole('toolbar', { name: 'Jump to letter' }));
  const [first, second] = bar.getAllByRole('button');
  expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1]);
  first?.focus();
  await site.user.keyboard('{ArrowRight}{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('rowheader', { name: 'E' }));
  await site.user.selectOptions(screen.getByLabelText('Sort by'), 'timesPlayed');
  expect(screen.queryAllByRole('rowheader')).toEqual([]);
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('shows no jump bar for a short list', async () => {
  const site = createTestSite();
  site.respond(listSongs, [sampleSong(1, { title: 'Ash' }), sampleSong(2, { title: 'Ember' })]);
  await site.open('/song-database', FAN);
  expect(listTexts('rowheader')).toEqual(['A', 'E']);
  expect(screen.queryByRole('toolbar')).toBeNull();
});

test('marks only songs with more than 100 plays as fan favorites in Top', async () => {
  const site = createTestSite();
  site.respond(getTopSongs, [
    samplePlayedSong(1, 101),
    samplePlayedSong(2, 100),
    samplePlayedSong(3, 7),
  ]);
  await site.open('/song-database?tab=top', FAN);
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows.map((text) => text?.includes('Fan Favorite'))).toEqual([true, false, false]);
});

test('shows 25 songs in Top, and the rest after a click', async () => {
  const site = createTestSite();
  site.respond(
    getTopSongs,
    Array.from({ length: 27 }, (_, index) => samplePlayedSong(index + 1, 99 - index)),
  );
  await site.open('/song-database?tab=top', FAN);
  expect(screen.getAllByRole('listitem')).toHaveLength(25);
  await site.user.click(screen.getByRole('button', { name: 'Show all 27 songs' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(27);
});

test('marks songs in Trending as hot, and shows its period', async () => {
  const site = createTestSite();
  site.respond(getTrendingSongs, [samplePlayedSong(1, 9), samplePlayedSong(2, 3)]);
  await site.open('/song-database?tab=trending', FAN);
  screen.getByText('Performed in the last 6 months');
  const list = within(screen.getByRole('list', { name: 'Trending songs' }));
  const [first, second] = list.getAllByRole('listitem').map((row) => within(row));
  first?.getByText('Song 1');
  first?.getByText('Hot');
  second?.getByText('Hot');
});

test('shows a bar for each year in Tours, scaled to the maximum', async () => {
  const site = createTestSite();
  site.respond(getTourPatterns, [
    { year: 2026, showCount: 20 },
    { year: 2025, showCount: 50 },
  ]);
  await site.open('/song-database?tab=tours', FAN);
  const readBarWidth = (name: string) =>
    screen.getByRole('row', { name }).querySelector<HTMLElement>('[style]')?.style.width;
  expect(readBarWidth('2026 20')).toBe('40%');
  expect(readBarWidth('2025 50')).toBe('100%');
});

test('shows the columns and a row for each city in Venues', async () => {
  const site = createTestSite();
  const lastShow = { lastShowDate: '2026-05-02T00:00:00Z', timeZone: 'America/New_York' };
  site.respond(getVenueStatistics, [{ city: 'Troy', state: 'NY', showCount: 4, ...lastShow }]);
  await site.open('/song-database?tab=venues', FAN);
  expect(listTexts('columnheader')).toEqual(['City', 'State', 'Shows', 'Last show']);
  screen.getByRole('row', { name: /^Troy.*NY 4 May 1, 2026$/ });
});
