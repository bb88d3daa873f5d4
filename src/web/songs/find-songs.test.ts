import { describe, expect, test } from 'vitest';
import type { Song } from '#contract/songs.ts';
import { findSongs, parseFilters, withFilters } from './find-songs.ts';

function createSong(title: string, overrides: Partial<Song> = {}): Song {
  const noDetails = { album: null, firstPlayed: null, lastPlayed: null, averagePosition: null };
  const noGap = { gap: null, gapIsMinimum: false, version: 0 };
  return {
    ...{ id: title, title, rarity: 'common', category: 'studio', timesPlayed: 0 },
    ...noDetails,
    ...noGap,
    ...overrides,
  };
}

const SONGS = [
  createSong('Café Noir', { timesPlayed: 5, lastPlayed: '2026-03-01T00:00:00.000Z' }),
  createSong("Don't Look Down", {
    timesPlayed: 9,
    rarity: 'rare',
    lastPlayed: '2025-03-01T00:00:00.000Z',
  }),
  createSong('Ember', {
    album: 'Low Tide',
    timesPlayed: 5,
    lastPlayed: '2026-08-01T00:00:00.000Z',
  }),
  createSong('Never', { rarity: 'debut' }),
];

const listTitles = (query: string) =>
  findSongs(SONGS, parseFilters(new URLSearchParams(query))).map(({ title }) => title);

describe('findSongs', () => {
  test.each([
    ['', ['Café Noir', "Don't Look Down", 'Ember', 'Never']],
    ['q=cafe', ['Café Noir']],
    ['q=DON’T', ["Don't Look Down"]],
    ['q=  ember ', ['Ember']],
    ['q=embr', ['Ember']],
    ['q=low+tide', ['Ember']],
    ['q=xyz', []],
    ['rarity=rare', ["Don't Look Down"]],
    ['rarity=rare&q=ember', []],
    ['rarity=nonsense', ['Café Noir', "Don't Look Down", 'Ember', 'Never']],
    ['order=descending', ['Never', 'Ember', "Don't Look Down", 'Café Noir']],
    ['sort=timesPlayed', ["Don't Look Down", 'Café Noir', 'Ember', 'Never']],
    ['sort=timesPlayed&order=ascending', ['Never', 'Café Noir', 'Ember', "Don't Look Down"]],
    ['sort=lastPlayed', ['Ember', 'Café Noir', "Don't Look Down", 'Never']],
    ['sort=lastPlayed&order=ascending', ["Don't Look Down", 'Café Noir', 'Ember', 'Never']],
  ])('returns the matching songs for ?%s', (query, expected) => {
    expect(listTitles(query)).toEqual(expected);
  });

  test('does not change the given list', () => {
    listTitles('order=descending');
    expect(SONGS[0]?.title).toBe('Café Noir');
  });
});

describe('filters in the URL', () => {
  test('contain only values that differ from the default, and keep other parameters', () => {
    const current = new URLSearchParams('tab=songs&q=old&order=descending');
    expect(String(withFilters(current, parseFilters(new URLSearchParams())))).toBe('tab=songs');
    for (const query of [
      'q=a+b&rarity=very_rare&sort=lastPlayed&order=ascending',
      'sort=lastPlayed',
    ])
      expect(String(withFilters(current, parseFilters(new URLSearchParams(query))))).toBe(
        `tab=songs&${query}`,
      );
  });
});
