import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { indexSetlist, totalPoints } from '#contract/scoring.ts';
import { RARITIES } from '#contract/songs.ts';
import { identityKey } from '#contract/text.ts';
import { projectFile } from '../../project-files.ts';
import { loadBandPack } from './band-pack.ts';
import type { PackShow } from './check-tables.ts';

const pack = await loadBandPack(fileURLToPath(projectFile('bands/lantern')));
const pastShows = pack.shows.filter(({ setlist }) => setlist.length > 0);
const upcomingShows = pack.shows.filter(({ day }) => Number(day) > 0);
const tours = new Map(
  pastShows.map(({ tourName }) => [tourName, pastShows.filter(hasValue('tourName', tourName))]),
);
const NUMBERS = [
  ...[
    'zero',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
  ],
  ...['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const titlesByKey = new Map(pack.songs.map(({ key, title }) => [key, title]));

/** Based on 600 shows of real touring bands. The ranges cover the variation between tours. */
describe('the setlists look like those of a real jam band', () => {
  const lengths = pastShows.map(({ setlist }) => setlist.length).sort((a, b) => a - b);
  const percentile = (share: number) => lengths[Math.floor(share * lengths.length)];

  test('shows have 21 songs on average (p10 19, median 21, p90 25, at most 29)', () => {
    expect(mean(lengths)).toBeGreaterThan(20.5);
    expect(mean(lengths)).toBeLessThan(21.5);
    expect([
      percentile(0.1),
      percentile(0.5),
      percentile(0.9),
      percentile(1 - 1 / lengths.length),
    ]).toEqual([19, 21, 25, 29]);
  });

  test('95 of 100 shows have an encore, usually of two songs', () => {
    const encores = pastShows.map(findEncore).filter(({ length }) => length > 0);
    expect(encores.length / pastShows.length).toBeGreaterThan(0.94);
    expect(encores.length / pastShows.length).toBeLessThan(0.96);
    const twoSongEncores = encores.filter(({ length }) => length === 2);
    expect(twoSongEncores.length / encores.length).toBeGreaterThan(0.6);
  });

  test('a tour has 110 to 160 different songs', () => {
    expect([...tours.values()].map(({ length }) => length)).toEqual([32, 36, 34]);
    for (const shows of tours.values()) {
      const songs = new Set(shows.flatMap(listSongs));
      expect(songs.size).toBeGreaterThanOrEqual(110);
      expect(songs.size).toBeLessThanOrEqual(160);
    }
  });

  test('100 shows have about 49 different openers', () => {
    const openers = new Set(pastShows.map((show) => listSongs(show)[0]));
    expect(openers.size).toBeGreaterThanOrEqual(44);
    expect(openers.size).toBeLessThanOrEqual(54);
  });

  test('no show has a song twice', () => {
    for (const show of pastShows) expect(new Set(listSongs(show)).size).toBe(show.setlist.length);
  });

  test('songs rarely repeat at the next show and never within a run; favorites repeat after 2 to 4 shows', () => {
    const repeats = pastShows
      .slice(1)
      .map((show, index) => countCommonSongs(show, pastShows[index]));
    expect(mean(repeats)).toBeLessThan(0.5);
    const runs = pastShows.slice(1).filter(({ name }) => /, Night \d$/.test(name));
    expect(runs.length).toBeGreaterThan(20);
    for (const show of runs)
      expect(countCommonSongs(show, pastShows[pastShows.indexOf(show) - 1])).toBe(0);
    const gaps = listMostFrequent(pastShows, 17).flatMap(listGaps);
    expect(gaps.filter((gap) => gap >= 2 && gap <= 4).length / gaps.length).toBeGreaterThan(0.75);
  });

  test('the 24 most frequent recent songs earn about 67 points', () => {
    const points = pastShows.slice(34).map((show, index) => {
      const picks = listMostFrequent(pastShows.slice(index, index + 34), 24);
      const played = show.setlist.map(({ song, ...row }) => ({ songId: song, ...row }));
      return totalPoints(
        picks.map((songId, index) => ({ songId, position: index + 1 })),
        indexSetlist(played),
      );
    });
    expect(mean(points)).toBeGreaterThan(60);
    expect(mean(points)).toBeLessThan(74);
  });

  test('only the last songs of the main set and of the encore are closers', () => {
    for (const show of pastShows) {
      const main = show.setlist.length - findEncore(show).length;
      const closers = show.setlist.filter(({ isCloser }) => isCloser).map((row) => row.position);
      expect(closers).toEqual([...new Set([main, show.setlist.length])]);
    }
  });

  test("songs start in order within five hours of the show's start", () => {
    for (const { setlist } of pastShows) {
      const minutes = setlist.map((row) => row.minutes ?? -1);
      expect(new Set(minutes).size).toBe(setlist.length);
      expect(Math.min(...minutes)).toBeGreaterThan(0);
      expect(Math.max(...minutes)).toBeLessThan(300);
    }
  });
});

describe('the song list', () => {
  test('has 207 songs and 58 users', () => {
    expect(pack.songs).toHaveLength(207);
    expect(pack.users).toHaveLength(58);
  });

  test('has unique keys, titles and names', () => {
    const { songs, shows, users } = pack;
    for (const names of [
      songs.map(({ key }) => key),
      songs.map(({ title }) => title.toLowerCase()),
      shows.map(({ key }) => key),
      users.map(({ username }) => identityKey(username)),
    ])
      expect(new Set(names).size).toBe(names.length);
  });

  test('has fewer plays for rarer songs; debuts have none before the tours and at most three in them', () => {
    const plays = new Map(pack.songs.map(({ key, timesPlayed }) => [key, timesPlayed]));
    for (const song of pastShows.flatMap(listSongs)) plays.set(song, (plays.get(song) ?? 0) + 1);
    const means = RARITIES.map((rarity) =>
      mean(pack.songs.filter(hasValue('rarity', rarity)).map(({ key }) => plays.get(key) ?? 0)),
    );
    expect(means).toEqual([...means].sort((a, b) => b - a));
    for (const { key, timesPlayed } of pack.songs.filter(hasValue('rarity', 'debut'))) {
      expect(timesPlayed).toBe(0);
      expect(plays.get(key)).toBeLessThanOrEqual(3);
    }
  });

  test('notes the first play of every song that the tours play for the first time', () => {
    const newSongs = pack.songs.filter(({ timesPlayed }) => timesPlayed === 0);
    const firstRows = newSongs.flatMap(({ key }) => listRows(key).slice(0, 1));
    expect(firstRows.length).toBeGreaterThan(8);
    for (const row of firstRows) expect(row.notes).toMatch(/^First time played/);
  });

  test("has correct numbers in 'First time in N shows' and 'in N years'", () => {
    for (const show of pastShows)
      for (const { song, notes } of show.setlist) {
        const shows = /^First time in (\d+) shows/.exec(notes ?? '')?.[1];
        if (shows) expect(findGap(song, show)).toBe(Number(shows));
        const years = /^First time in (\D+) years/.exec(notes ?? '')?.[1];
        if (!years) continue;
        expect(listRows(song)[0]?.notes).toBe(notes);
        const lastPlayed = pack.songs.find(({ key }) => key === song)?.lastPlayed ?? 0;
        const days = Number(show.day) - Number(lastPlayed);
        expect(years).toBe(NUMBERS[Math.floor(days / 365.25)]);
      }
  });

  test('names the next song in notes about segues', () => {
    for (const { setlist } of pastShows)
      for (const { notes, position } of setlist) {
        const nextTitle = /^Straight into '(.+)'$/.exec(notes ?? '')?.[1];
        if (nextTitle) expect(titlesByKey.get(setlist[position]?.song ?? '')).toBe(nextTitle);
      }
  });
});

test('the pack has tours before the import, songs played in the last six months, and upcoming shows', () => {
  expect(pastShows.at(-1)?.day).toBeLessThan(0);
  expect(pastShows.filter(({ day }) => Number(day) > -180).length).toBe(34);
  expect(upcomingShows.map(({ day }) => day).slice(0, 5)).toEqual([1, 2, 4, 5, 7]);
  expect(upcomingShows).toHaveLength(14);
  expect(pastShows.length + upcomingShows.length).toBe(pack.shows.length);
});

test('the pack uses reserved domains for all links and addresses', () => {
  const { band, users } = pack;
  const links = [...band.officialLinks, ...band.socialLinks, ...band.fanSpotlight];
  const emails = [band.contactEmail, band.donationEmail, band.bugReportEmail];
  const hosts = [
    ...links.map(({ url }) => new URL(url).hostname),
    ...[...emails, ...users.map(({ email }) => email)].map((email) => email?.split('@')[1]),
  ];
  for (const host of hosts) expect(host).toMatch(/(^|\.)example(\.(com|net|org))?$/);
});

test('users have home venues from the pack', () => {
  const venues = new Set([null, ...pack.shows.map(({ venue }) => venue)]);
  for (const { homeVenue } of pack.users) expect(venues).toContain(homeVenue);
});

function listSongs(show: PackShow): string[] {
  return show.setlist.map(({ song }) => song);
}

function findEncore(show: PackShow) {
  return show.setlist.filter(({ setLabel }) => setLabel?.startsWith('Encore'));
}

function listRows(song: string) {
  return pastShows.flatMap(({ setlist }) => setlist.filter((row) => row.song === song));
}

function countCommonSongs(show: PackShow, other: PackShow | undefined): number {
  const songs = new Set(other && listSongs(other));
  return listSongs(show).filter((song) => songs.has(song)).length;
}

function listGaps(song: string): number[] {
  const shows = pastShows.flatMap((show, index) => (listSongs(show).includes(song) ? [index] : []));
  return shows.slice(1).map((index, n) => index - (shows[n] ?? 0));
}

function findGap(song: string, show: PackShow): number {
  const index = pastShows.indexOf(show);
  return (
    index - pastShows.slice(0, index).findLastIndex((earlier) => listSongs(earlier).includes(song))
  );
}

function listMostFrequent(shows: PackShow[], count: number): string[] {
  const plays = new Map<string, number>();
  for (const song of shows.flatMap(listSongs)) plays.set(song, (plays.get(song) ?? 0) + 1);
  const ranked = [...plays].sort(([, a], [, b]) => b - a);
  return ranked.slice(0, count).map(([song]) => song);
}

function hasValue<K extends string, V>(key: K, value: V) {
  return (row: Record<K, V>): boolean => row[key] === value;
}

function mean(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
