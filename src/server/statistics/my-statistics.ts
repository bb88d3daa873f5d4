import { isCorrectPosition } from '#contract/scoring.ts';
import { MAX_CALLS, type MyStatistics, type SongCalls } from '#contract/statistics.ts';
import type { ScoredPrediction } from './scored-predictions.ts';

export function summarizePredictions(
  predictions: readonly Pick<ScoredPrediction, 'picks'>[],
): MyStatistics {
  const calls = new Map<string, SongCalls>();
  const hits = { opener: 0, closer: 0, exact: 0, any: 0 };
  let pickCount = 0;
  for (const { songId, title, outcome, points } of predictions.flatMap(({ picks }) => picks)) {
    const isHit = outcome !== 'Not played';
    pickCount += 1;
    if (outcome === 'Opener') hits.opener += 1;
    if (outcome === 'Closer') hits.closer += 1;
    if (isCorrectPosition(outcome)) hits.exact += 1;
    if (isHit) hits.any += 1;
    const song = calls.get(songId) ?? createCalls(songId, title);
    song.picks += 1;
    song.hits += isHit ? 1 : 0;
    song.points += points;
    calls.set(songId, song);
  }
  return {
    opener: { hits: hits.opener, of: predictions.length },
    closer: { hits: hits.closer, of: predictions.length },
    exact: { hits: hits.exact, of: pickCount },
    any: { hits: hits.any, of: pickCount },
    ...rankCalls([...calls.values()]),
  };
}

function createCalls(id: string, title: string): SongCalls {
  return { id, title, picks: 0, hits: 0, points: 0 };
}

function rankCalls(calls: readonly SongCalls[]): Pick<MyStatistics, 'bestCalls' | 'worstCalls'> {
  const countMisses = ({ picks, hits }: SongCalls) => picks - hits;
  const compareTitles = (a: SongCalls, b: SongCalls) => (a.title < b.title ? -1 : 1);
  const bestCalls = calls
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || a.picks - b.picks || compareTitles(a, b))
    .slice(0, MAX_CALLS);
  // A song that is picked for every show earns a lot and misses a lot, but is listed only once.
  const worstCalls = calls
    .filter((song) => countMisses(song) > song.hits && !bestCalls.includes(song))
    .sort((a, b) => countMisses(b) - countMisses(a) || a.points - b.points || compareTitles(a, b))
    .slice(0, MAX_CALLS);
  return { bestCalls, worstCalls };
}
