import { expect, test } from 'vitest';
import type { Song } from '#contract/songs.ts';
import { rankNextSongs } from './rank-next-songs.ts';

const createSong = (title: string, overrides: Partial<Song> = {}): Song => ({
  id: title,
  title,
  album: null,
  rarity: 'common',
  category: 'studio',
  firstPlayed: null,
  lastPlayed: null,
  timesPlayed: 20,
  averagePosition: '10.00',
  gap: 3,
  gapIsMinimum: false,
  version: 0,
  ...overrides,
});

test.each<[string, Song[], string]>([
  ['songs played more often', [createSong('A'), createSong('B', { timesPlayed: 40 })], 'B A'],
  ['songs played recently', [createSong('A', { gap: 40 }), createSong('B')], 'B A'],
  [
    'songs that usually come at this position',
    [createSong('A', { averagePosition: '1.20' }), createSong('B')],
    'B A',
  ],
  [
    'songs that have been played',
    [createSong('A', { gap: null, timesPlayed: 0 }), createSong('B')],
    'B A',
  ],
  [
    'songs not played tonight',
    [createSong('Tonight', { timesPlayed: 900 }), createSong('B')],
    'B Tonight',
  ],
])('ranks %s first', (_what, songs, expected) => {
  const ordered = rankNextSongs(songs, { playedIds: new Set(['Tonight']), position: 9, odds: [] });
  expect(ordered.map(({ title }) => title).join(' ')).toBe(expected);
});

test('ranks songs with odds before the others, and songs played tonight last', () => {
  const songs = [
    createSong('A', { timesPlayed: 900 }),
    createSong('B'),
    createSong('C'),
    createSong('Tonight'),
  ];
  const odds = [
    { songId: 'Tonight', chance: 0.5 },
    { songId: 'C', chance: 0.2 },
    { songId: 'B', chance: 0.1 },
  ];
  const ordered = rankNextSongs(songs, { playedIds: new Set(['Tonight']), position: 9, odds });
  expect(ordered.map(({ title }) => title).join(' ')).toBe('C B A Tonight');
});
