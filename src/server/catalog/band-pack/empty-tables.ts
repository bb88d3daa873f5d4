import type { PackTable } from '#contract/import-kinds.ts';
import { DEFAULT_CATEGORY } from '#contract/songs.ts';
import { setlistRow, showRow, songRow } from './pack-rows.ts';
import { toCsv } from './to-csv.ts';

/** An upload that still has the example rows is rejected. */
export const EXAMPLE_KEYS = { song: 'example-song', show: 'example-show' } as const;

/** The byte order mark makes Excel save the file as UTF-8. */
export function buildEmptyTable(table: PackTable): string {
  return `\ufeff${buildCsv(table)}`;
}

function buildCsv(table: PackTable): string {
  if (table === 'songs') {
    const example = {
      key: EXAMPLE_KEYS.song,
      title: 'Example Song',
      album: 'First Album',
      rarity: 'common',
      category: DEFAULT_CATEGORY,
      timesPlayed: 12,
      firstPlayed: '2019-06-01',
      lastPlayed: '2025-08-30',
      averagePosition: '7.50',
    };
    return toCsv(songRow, [example], ['firstPlayedDay', 'lastPlayedDay']);
  }
  if (table === 'shows') {
    const example = {
      key: EXAMPLE_KEYS.show,
      name: 'Example Hall, Night 1',
      venue: 'Example Hall',
      city: 'Albany',
      state: 'NY',
      country: 'USA',
      timeZone: 'America/New_York',
      date: '2026-01-31',
      time: '20:00',
      tourName: 'Winter Tour',
    };
    return toCsv(showRow, [example], ['day']);
  }
  const example = {
    show: EXAMPLE_KEYS.show,
    position: 1,
    song: EXAMPLE_KEYS.song,
    set: 'Set 1',
  };
  return toCsv(setlistRow, [example]);
}
