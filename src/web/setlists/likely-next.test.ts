import { expect, test } from 'vitest';
import type { Song } from '#contract/songs.ts';
import { likelyNext } from './likely-next.ts';

const song = (title: string, figures: Partial<Song> = {}): Song => ({
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
  ...figures,
});

test.each<[string, Song[], string]>([
  ['what is played more often', [song('A'), song('B', { timesPlayed: 40 })], 'B A'],
  ['what was played lately', [song('A', { gap: 40 }), song('B')], 'B A'],
  ['what comes about now', [song('A', { averagePosition: '1.20' }), song('B')], 'B A'],
  ['what was played at all', [song('A', { gap: null, timesPlayed: 0 }), song('B')], 'B A'],
  ['what was not played tonight', [song('Tonight', { timesPlayed: 900 }), song('B')], 'B Tonight'],
])('first comes %s', (_what, songs, expected) => {
  const ordered = likelyNext(songs, { played: new Set(['Tonight']), position: 9, odds: [] });
  expect(ordered.map(({ title }) => title).join(' ')).toBe(expected);
});

test('what has odds comes before what is guessed, but not what was played tonight', () => {
  const songs = [song('A', { timesPlayed: 900 }), song('B'), song('C'), song('Tonight')];
  const odds = [
    { songId: 'Tonight', chance: 0.5 },
    { songId: 'C', chance: 0.2 },
    { songId: 'B', chance: 0.1 },
  ];
  const ordered = likelyNext(songs, { played: new Set(['Tonight']), position: 9, odds });
  expect(ordered.map(({ title }) => title).join(' ')).toBe('C B A Tonight');
});
