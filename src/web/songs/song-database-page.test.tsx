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
import { testSite } from '../../../tests/support/test-site.tsx';

const textsOf = (role: string) => screen.getAllByRole(role).map(({ textContent }) => textContent);
const played = (number: number, timesPlayed: number) =>
  sampleSong(number, { timesPlayed, lastPlayed: '2026-05-02T00:00:00Z' });

test('the song database has five tabs, with filter, sorts and columns in the first', async () => {
  const site = testSite();
  site.answer(listSongs, [sampleSong(1), sampleSong(2)]);
  await site.open('/song-database', FAN);
  screen.getByText('2 songs');
  expect(textsOf('tab')).toEqual(['Songs', 'Top', 'Trending', 'Tours', 'Venues']);
  expect(textsOf('columnheader')).toEqual([
    ...['Title', 'Album', 'Rarity', 'Times played', 'Last played'],
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

test('Top marks what was played more than 100 times, and only that', async () => {
  const site = testSite();
  site.answer(getTopSongs, [played(1, 101), played(2, 100), played(3, 7)]);
  await site.open('/song-database?tab=top', FAN);
  const rows = screen.getAllByRole('listitem').map((row) => row.textContent);
  expect(rows.map((text) => text?.includes('Fan Favorite'))).toEqual([true, false, false]);
});

test('Top begins with 25 songs, and shows the rest when it is asked', async () => {
  const site = testSite();
  site.answer(
    getTopSongs,
    Array.from({ length: 27 }, (_, at) => played(at + 1, 99 - at)),
  );
  await site.open('/song-database?tab=top', FAN);
  expect(screen.getAllByRole('listitem')).toHaveLength(25);
  await site.user.click(screen.getByRole('button', { name: 'Show all 27 songs' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(27);
});

test('Trending is hot, and says of when it speaks', async () => {
  const site = testSite();
  site.answer(getTrendingSongs, [played(1, 9), played(2, 3)]);
  await site.open('/song-database?tab=trending', FAN);
  screen.getByText('Performed in the last 6 months');
  const list = within(screen.getByRole('list', { name: 'Trending songs' }));
  const [first, second] = list.getAllByRole('listitem').map((row) => within(row));
  first?.getByText('Song 1');
  first?.getByText('Hot');
  second?.getByText('Hot');
});

test('Tours draws a bar a year, scaled to the maximum', async () => {
  const site = testSite();
  site.answer(getTourPatterns, [
    { year: 2026, showCount: 20 },
    { year: 2025, showCount: 50 },
  ]);
  await site.open('/song-database?tab=tours', FAN);
  const widthOf = (name: string) =>
    screen.getByRole('row', { name }).querySelector<HTMLElement>('[style]')?.style.width;
  expect(widthOf('2026 20')).toBe('40%');
  expect(widthOf('2025 50')).toBe('100%');
});

test('Venues has its columns, and a row for each', async () => {
  const site = testSite();
  const last = { lastShowDate: '2026-05-02T00:00:00Z', timeZone: 'America/New_York' };
  site.answer(getVenueStatistics, [{ city: 'Troy', state: 'NY', showCount: 4, ...last }]);
  await site.open('/song-database?tab=venues', FAN);
  expect(textsOf('columnheader')).toEqual(['City', 'State', 'Shows', 'Last show']);
  screen.getByRole('row', { name: /^Troy.*NY 4 May 1, 2026$/ });
});
