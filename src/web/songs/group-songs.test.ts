import { expect, test } from 'vitest';
import { sampleSong } from '../../../tests/support/site-samples.ts';
import { groupSongs } from './group-songs.ts';

const ZONE = 'America/New_York';
const createSongs = (...titles: string[]) => titles.map((title, n) => sampleSong(n, { title }));
const createPlayedSongs = (...dates: (string | null)[]) =>
  dates.map((lastPlayed, n) => sampleSong(n, { title: `Song ${n}`, lastPlayed }));
const summarize = (...args: Parameters<typeof groupSongs>) =>
  groupSongs(...args).map(({ title, items }) => [title, ...items.map((song) => song.title)]);

test('groups songs by the first letter of their title, in the order of the list', () => {
  const songs = createSongs('52 Cards', 'amber', 'Ash', 'Éclair', 'Ember', '“Quoted”');
  expect(summarize(songs, 'title', ZONE)).toEqual([
    ['#', '52 Cards', '“Quoted”'],
    ['A', 'amber', 'Ash'],
    ['E', 'Éclair', 'Ember'],
  ]);
  expect(groupSongs(songs.toReversed(), 'title', ZONE).map(({ title }) => title)).toEqual([
    ...['#', 'E', 'A'],
  ]);
});

test("groups songs by the year of their last show in the band's zone, and unplayed ones last", () => {
  const songs = createPlayedSongs(
    '2026-03-01T00:00:00Z',
    '2026-01-01T01:00:00Z',
    '2025-06-01T00:00:00Z',
    null,
  );
  expect(summarize(songs, 'lastPlayed', ZONE)).toEqual([
    ['2026', 'Song 0'],
    ['2025', 'Song 1', 'Song 2'],
    ['Never', 'Song 3'],
  ]);
});

test('does not group songs by plays', () => {
  expect(summarize(createSongs('Ash', 'Ember'), 'timesPlayed', ZONE)).toEqual([
    ['', 'Ash', 'Ember'],
  ]);
});
