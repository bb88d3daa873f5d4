import { LRUCache } from 'lru-cache';
import type { ShowRow } from '#contract/leaderboards.ts';
import type { PlayedSong } from '#contract/scoring.ts';
import type { Bus } from '../changes/bus.ts';
import type { Db } from '../db/open.ts';
import { pointsOfAll, readShowPicks, type ShowPicks } from '../scoring/show-picks.ts';
import { type Board, boardOf, withRanks } from './board.ts';
import { countSongs, type Entrant, findEntrants } from './queries.ts';

/** Frozen picks of a live show: 10,000 predictions take about 3 MB. */
interface Frozen {
  picks: ShowPicks;
  /** Where in `picks` each prediction is. */
  indexOf: ReadonlyMap<string, number>;
  songIds: readonly string[];
  stamp: string;
}

/** Few shows are live at once; of more, those not asked for are read again when they are. */
const MOST_SHOWS = 4;

/**
 * Ranks everyone of a live show by the setlist so far. Picks are frozen while a show is live, so
 * they are read once; a song more costs the names in order of submission and some additions.
 */
export function createLiveStandings(db: Db, bus: Bus) {
  const kept = new LRUCache<string, Promise<Frozen>>({ max: MOST_SHOWS });
  bus.subscribe((changes) => {
    for (const { topic, subjectId } of changes)
      if (topic === 'show' && subjectId) kept.delete(subjectId);
  });

  async function picksOf(showId: string, entrants: readonly Entrant[]): Promise<Frozen> {
    const stamp = stampOf(entrants);
    const known = await kept.get(showId)?.catch(() => undefined);
    if (known?.stamp === stamp && (await countSongs(db, known.songIds)) === known.songIds.length)
      return known;
    const reading = freeze(db, showId, stamp);
    kept.set(showId, reading);
    return reading;
  }

  return {
    async boardOf(showId: string, setlist: readonly PlayedSong[]): Promise<Board<ShowRow>> {
      const entrants = await findEntrants(db, showId);
      const { picks, indexOf } = await picksOf(showId, entrants);
      const points = pointsOfAll(picks, setlist);
      const rows = entrants.map(({ predictionId, userId, username }) => {
        const totalPoints = points[indexOf.get(predictionId) ?? -1] ?? 0;
        return { userId, username, totalPoints };
      });
      // A stable sort: inside a rank the order of submission stays.
      return boardOf(withRanks(rows.sort((a, b) => b.totalPoints - a.totalPoints)));
    },
    /** Gives the memory back, for a show that is not live. */
    forget(showId: string): void {
      kept.delete(showId);
    },
  };
}

async function freeze(db: Db, showId: string, stamp: string): Promise<Frozen> {
  const picks = await readShowPicks(db, showId);
  const indexOf = new Map(picks.predictions.map(({ id }, index) => [id, index]));
  const songIds = [...new Set(picks.different.map(({ songId }) => songId))];
  return { picks, indexOf, songIds, stamp };
}

/** Differs whenever predictions were made, changed or removed since, as in a show opened again. */
function stampOf(entrants: readonly Entrant[]): string {
  return `${entrants.length} ${entrants.at(-1)?.submittedAt.getTime()}`;
}
