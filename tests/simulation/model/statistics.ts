import { formatLocalTime } from './local-time.ts';
import { formatHundredths } from './scores.ts';
import { hasStarted, type Show, type Song, type Tour } from './tour.ts';

/** Sorted by title. Adds the plays of started shows to the imported statistics. */
export function viewSongs(tour: Tour) {
  return tour.songs
    .map((song) => ({
      id: song.id,
      title: song.title,
      album: song.album,
      ...calculateSongStats(tour, song),
    }))
    .sort(compareTitles);
}

function listStartedShows({ shows, now }: Tour): Show[] {
  return shows.filter((show) => hasStarted(show, now));
}

function listPlays(shows: readonly Show[], song: Song) {
  return shows.flatMap(({ rows, date }) =>
    rows.filter(({ songId }) => songId === song.id).map(({ position }) => ({ position, date })),
  );
}

function calculateSongStats(tour: Tour, song: Song) {
  const startedShows = listStartedShows(tour);
  const plays = listPlays(startedShows, song);
  const { imported } = song;
  const dates = plays.map(({ date }) => date);
  const first = Math.min(...dates, imported.first ?? Number.POSITIVE_INFINITY);
  const last = Math.max(...dates, imported.last ?? Number.NEGATIVE_INFINITY);
  const playedShows = startedShows.filter(({ rows }) => rows.length > 0);
  const gap = playedShows.filter(({ date }) => date > last).length;
  const wasPlayed = Number.isFinite(last);
  return {
    timesPlayed: imported.plays + plays.length,
    firstPlayed: wasPlayed ? new Date(first).toISOString() : null,
    lastPlayed: wasPlayed ? new Date(last).toISOString() : null,
    averagePosition: calculateAverage(song, plays),
    gap: wasPlayed ? gap : null,
    // The last play was before the first known show, so the real gap may be longer.
    gapIsMinimum: wasPlayed && gap > 0 && gap === playedShows.length,
  };
}

/** Imported plays count only if they have an average position. */
function calculateAverage(
  { imported }: Song,
  plays: readonly { position: number }[],
): string | null {
  const importedPlays = imported.average === null ? 0 : imported.plays;
  const count = importedPlays + plays.length;
  if (count === 0) return imported.average === null ? null : formatHundredths(imported.average, 1);
  const sum = (imported.average ?? 0) * importedPlays;
  return formatHundredths(
    plays.reduce((total, { position }) => total + position * 100, sum),
    count,
  );
}

export function viewStatistics(tour: Tour) {
  return [
    { url: '/api/statistics/top-songs', body: viewTopSongs(tour) },
    { url: '/api/statistics/trending-songs', body: viewTrendingSongs(tour) },
    { url: '/api/statistics/tour-patterns', body: viewTourPatterns(tour) },
    { url: '/api/statistics/venues', body: viewVenues(tour) },
  ];
}

function viewTopSongs(tour: Tour) {
  return viewSongs(tour)
    .map(({ id, title, timesPlayed, lastPlayed }) => ({ id, title, timesPlayed, lastPlayed }))
    .filter(({ timesPlayed }) => timesPlayed > 0)
    .sort(compareTimesPlayed);
}

/** Counts plays since midnight UTC six months ago. Only the last imported play has a date. */
function viewTrendingSongs(tour: Tour) {
  const since = subtractSixMonths(tour.now);
  return tour.songs
    .flatMap((song) => {
      const dates = listPlays(listStartedShows(tour), song).map(({ date }) => date);
      if (song.imported.last !== null) dates.push(song.imported.last);
      const recentDates = dates.filter((date) => date >= since);
      if (recentDates.length === 0) return [];
      const lastPlayed = new Date(Math.max(...recentDates)).toISOString();
      return [{ id: song.id, title: song.title, timesPlayed: recentDates.length, lastPlayed }];
    })
    .sort(compareTimesPlayed);
}

function subtractSixMonths(now: number): number {
  const today = new Date(now);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() - 6];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(today.getUTCDate(), lastDay));
}

type Titled = { title: string };

function compareTitles(a: Titled, b: Titled): number {
  return a.title.toLowerCase() < b.title.toLowerCase() ? -1 : 1;
}

function compareTimesPlayed(
  song: Titled & { timesPlayed: number },
  other: Titled & { timesPlayed: number },
): number {
  return other.timesPlayed - song.timesPlayed || compareTitles(song, other);
}

function viewTourPatterns(tour: Tour) {
  const years = listStartedShows(tour).map(({ date, place }) =>
    Number(formatLocalTime(date, place.zone).slice(0, 4)),
  );
  return [...new Set(years)]
    .sort((a, b) => b - a)
    .map((year) => ({ year, showCount: years.filter((other) => other === year).length }));
}

function viewVenues(tour: Tour) {
  const startedShows = listStartedShows(tour);
  const cities = new Map(startedShows.map(({ place }) => [place.city, place]));
  return [...cities.values()]
    .map(({ city, state, zone }) => {
      const dates = startedShows.filter(({ place }) => place.city === city).map(({ date }) => date);
      return { city, state, timeZone: zone, showCount: dates.length, last: Math.max(...dates) };
    })
    .sort((a, b) => b.showCount - a.showCount || b.last - a.last || (a.city < b.city ? -1 : 1))
    .map(({ last, ...row }) => ({ ...row, lastShowDate: new Date(last).toISOString() }));
}
