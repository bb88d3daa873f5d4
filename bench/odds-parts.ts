import { rankMostPlayedExceptRecent, rankMostPlayedIn } from '#server/odds/model/baselines.ts';
import { createChances, type SongChance, TRAINING_SHOWS } from '#server/odds/model/chances.ts';
import {
  listDistinctSongs,
  type PlayedShow,
  toDayNumber,
} from '#server/odds/model/played-shows.ts';
import { STACKING_SHOWS } from '#server/odds/model/stacking.ts';
import { readPlayedShows } from '../tools/read-played-shows.ts';
import { listArchives, type NamedArchive } from './support/odds-archives.ts';

// npx tsx bench/odds-parts.ts [FILE]: compares the odds with each of their parts on five fictional
// bands, the demo band, and an archive and its eras. Prints the table in docs/odds.md.

const RETRAIN_EVERY = 20;
const MAX_SONGS = 25;
const NEW_SONG_DAYS = 365;

type Part = 'model' | 'all features' | 'play rates' | `last ${number} shows` | 'rested';

interface Score {
  hits: number;
  forecasts: number;
  newHits: number;
  newPlays: number;
}

function scoreParts({ shows, last }: NamedArchive): Map<Part, Score> {
  const chances = createChances({ retrainEvery: RETRAIN_EVERY });
  const first = Math.max(1, shows.length - last);
  const warmUpStart = Math.max(1, first - STACKING_SHOWS);
  const debutDays = new Map<string, number>();
  const scores = new Map<Part, Score>();
  for (const [n, show] of shows.entries()) {
    const model = n >= warmUpStart ? chances.forecastShow(show) : [];
    if (n >= first) {
      const forecasts = { model, ...forecastParts(chances, shows.slice(0, n), show) };
      const isNew = (song: string) =>
        toDayNumber(show.date) - (debutDays.get(song) ?? Number.NEGATIVE_INFINITY) <= NEW_SONG_DAYS;
      const limit = Math.min(MAX_SONGS, findTypicalLength(shows.slice(Math.max(0, n - 50), n)));
      for (const [part, songs] of Object.entries(forecasts) as [Part, SongChance[]][]) {
        const score = scores.get(part) ?? { hits: 0, forecasts: 0, newHits: 0, newPlays: 0 };
        scores.set(part, score);
        addShow(score, { songs: songs.slice(0, limit), limit, show, isNew });
      }
    }
    chances.record(show, { isTrainingData: n >= warmUpStart - TRAINING_SHOWS });
    for (const song of listDistinctSongs(show))
      if (!debutDays.has(song)) debutDays.set(song, toDayNumber(show.date));
  }
  return scores;
}

function forecastParts(
  chances: ReturnType<typeof createChances>,
  played: readonly PlayedShow[],
  show: PlayedShow,
): Record<Exclude<Part, 'model'>, SongChance[]> {
  const [habits, rates] = chances.forecastByPart(show);
  return {
    'all features': habits,
    'play rates': rates,
    'last 10 shows': rankMostPlayedIn(played, 10),
    'last 25 shows': rankMostPlayedIn(played, 25),
    'last 50 shows': rankMostPlayedIn(played, 50),
    'last 100 shows': rankMostPlayedIn(played, 100),
    rested: rankMostPlayedExceptRecent(played),
  };
}

function addShow(
  score: Score,
  {
    songs,
    limit,
    show,
    isNew,
  }: {
    songs: readonly SongChance[];
    limit: number;
    show: PlayedShow;
    isNew: (song: string) => boolean;
  },
): void {
  const played = new Set(listDistinctSongs(show));
  const likely = new Set(songs.map(({ song }) => song));
  score.forecasts += limit;
  score.hits += [...likely].filter((song) => played.has(song)).length;
  const newSongs = [...played].filter(isNew);
  score.newPlays += newSongs.length;
  score.newHits += newSongs.filter((song) => likely.has(song)).length;
}

function findTypicalLength(shows: readonly PlayedShow[]): number {
  const lengths = shows.map((show) => listDistinctSongs(show).length).sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)] ?? MAX_SONGS;
}

const formatShare = (part: number, total: number) =>
  total === 0 ? '–' : (part / total).toFixed(3);

const [file] = process.argv.slice(2);
const archives = await listArchives(file === undefined ? [] : await readPlayedShows(file));
let hasHeading = false;
for (const archive of archives) {
  const startUsage = process.cpuUsage();
  const scores = [...scoreParts(archive)];
  const seconds = process.cpuUsage(startUsage).user / 1e6;
  const parts = scores.filter(([part]) => part !== 'model');
  const share = ({ hits, forecasts }: Score) => hits / forecasts;
  const [best] = parts.toSorted(([, a], [, b]) => share(b) - share(a));
  const [, model] = scores[0] ?? [];
  if (!best || !model) continue;
  if (!hasHeading)
    printRow([
      'archive',
      'shows',
      ...scores.map(([part]) => part),
      'margin',
      'new',
      'new, best',
      's',
    ]);
  hasHeading = true;
  printRow([
    archive.name,
    `${archive.last} of ${archive.shows.length}`,
    ...scores.map(([, { hits, forecasts }]) => formatShare(hits, forecasts)),
    (share(model) - share(best[1])).toFixed(3),
    formatShare(model.newHits, model.newPlays),
    formatShare(best[1].newHits, best[1].newPlays),
    seconds.toFixed(0),
  ]);
}

function printRow(cells: readonly string[]): void {
  console.log(`| ${cells.join(' | ')} |`);
}
