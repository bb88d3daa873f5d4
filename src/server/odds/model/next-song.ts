import type { SongChance } from './chances.ts';
import type { PlayedShow } from './played-shows.ts';
import { emptyPositions, type Positions, recordPositions, shareAt } from './positions.ts';
import {
  emptyTransitions,
  recordTransitions,
  shareAfter,
  type Transitions,
} from './transitions.ts';

/** What is known of how songs come one after another; plain data, as a thread hands it to another. */
export interface Running {
  /** How much each of `reasonsFor` a song speaks for it. */
  weights: number[];
  followers: Transitions;
  places: Positions;
}

export interface Moment {
  /** The night's chances as they were before it began. */
  chances: readonly SongChance[];
  /** What was played so far, in order. */
  soFar: readonly string[];
}

/** Where there is nothing yet to learn from: a likely song, where it usually comes, seldom twice. */
const FIRST_GUESS = [0.4, 0.3, 0.3, 0.5, -3, -0.2];
const SPEED = 0.005;
const DOUBT = 3;

export function noRunning(): Running {
  return { weights: [...FIRST_GUESS], followers: emptyTransitions(), places: emptyPositions() };
}

/** Each song's chance to be the next one, likeliest first; together they are certain. */
export function nextSongs({ weights, ...known }: Running, moment: Moment): SongChance[] {
  return shares(reasonsFor(moment, known), weights)
    .map((chance, n) => ({ song: moment.chances[n]?.song ?? '', chance }))
    .sort((a, b) => b.chance - a.chance);
}

/** Learns from a night; with its chances also what speaks how much for a song to be next. */
export function recordRunning(
  { weights, followers, places }: Running,
  { songs }: PlayedShow,
  chances: readonly SongChance[] = [],
): void {
  if (chances.length > 0)
    for (const [index, { song }] of songs.entries()) {
      const soFar = songs.slice(0, index).map((before) => before.song);
      takeStep(weights, song, chances, reasonsFor({ chances, soFar }, { followers, places }));
    }
  recordTransitions(followers, songs);
  recordPositions(places, songs);
}

/** Moves the weights a little to where what came next would have been likelier (conditional logit). */
function takeStep(
  weights: number[],
  song: string,
  chances: readonly SongChance[],
  reasons: readonly number[][],
): void {
  const came = reasons[chances.findIndex((one) => one.song === song)];
  if (!came) return;
  const shared = shares(reasons, weights);
  for (const [k, weight] of weights.entries()) {
    const expected = reasons.reduce((sum, row, n) => sum + (shared[n] ?? 0) * (row[k] ?? 0), 0);
    weights[k] = weight + SPEED * ((came[k] ?? 0) - expected);
  }
}

/** Six for each song, as logarithms. */
function reasonsFor(
  { chances, soFar }: Moment,
  { followers, places }: Pick<Running, 'followers' | 'places'>,
): number[][] {
  const played = new Set(soFar);
  const left = chances.reduce((sum, one) => sum + (played.has(one.song) ? 0 : one.chance), 0) || 1;
  const sharesAfter = shareAfter(followers, soFar, DOUBT);
  return chances.map(({ song, chance }) => {
    const share = Math.max(1e-6, chance / left);
    const wasPlayed = played.has(song);
    const { afterOne, afterTwo } = sharesAfter(song, wasPlayed ? share / 20 : share);
    return [
      Math.log(share),
      Math.log(afterOne),
      Math.log(afterTwo),
      Math.log(shareAt(places, song, soFar.length + 1) + 0.002),
      wasPlayed ? 1 : 0,
      wasPlayed ? Math.log(afterOne) : 0,
    ];
  });
}

function shares(reasons: readonly number[][], weights: readonly number[]): number[] {
  const sums = reasons.map((row) => row.reduce((sum, one, k) => sum + one * (weights[k] ?? 0), 0));
  const highest = sums.reduce((most, sum) => Math.max(most, sum), Number.NEGATIVE_INFINITY);
  const powers = sums.map((sum) => Math.exp(sum - highest));
  const all = powers.reduce((sum, one) => sum + one, 0);
  return powers.map((one) => one / all);
}
