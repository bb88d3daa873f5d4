import { expect, test } from 'vitest';
import type { Song } from '#contract/songs.ts';
import { matchingSongs } from './matching-songs.ts';

const songs = ["Saint Anselm's Fire", 'Água Mansa', 'Anselm Went Home', 'Copper'].map(asSong);

test.each([
  ['', ["Saint Anselm's Fire", 'Água Mansa', 'Anselm Went Home', 'Copper']],
  ['COPP', ['Copper']],
  ['anselm', ['Anselm Went Home', "Saint Anselm's Fire"]],
  ['anselm’s', ["Saint Anselm's Fire"]],
  ['agua', ['Água Mansa']],
  ['low tide', []],
])('%j finds %j', (text, titles) => {
  expect(matchingSongs(songs, text).map(({ title }) => title)).toEqual(titles);
});

function asSong(title: string, place: number): Song {
  return {
    id: `00000000-0000-4000-8000-00000000000${place}`,
    title,
    album: 'Low Tide',
    rarity: 'common',
    category: 'studio',
    firstPlayed: null,
    lastPlayed: null,
    timesPlayed: 0,
    averagePosition: null,
    gap: null,
    gapIsMinimum: false,
  };
}
