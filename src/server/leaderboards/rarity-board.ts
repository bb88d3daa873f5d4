import type { ShowRow } from '#contract/leaderboards.ts';
import { computeRarity, MIN_RARITY_SHEETS } from '#contract/rarity.ts';
import type { Db } from '../db/open.ts';
import { notFound } from '../http/route.ts';
import { loadPicks } from '../scoring/picks-cache.ts';
import { countPicks, type ShowPicks, sumByPrediction } from '../scoring/show-picks.ts';
import { type Board, createBoard } from './board.ts';
import { createPicksBoard } from './picks-board.ts';
import { findScoringState } from './queries.ts';

/** Returns an empty board for open, unscored or small shows. */
export async function createRarityBoard(db: Db, showId: string): Promise<Board<ShowRow>> {
  const show = await findScoringState(db, showId);
  if (!show) throw notFound('Show');
  if (show.status !== 'closed' || !show.scoredAt) return EMPTY_BOARD;
  const { picks } = await loadPicks(db, showId);
  if (picks.count < MIN_RARITY_SHEETS) return EMPTY_BOARD;
  return createPicksBoard(db, picks, await sumRarity(picks, show.setlist));
}

async function sumRarity(
  picks: ShowPicks,
  setlist: readonly { songId: string }[],
): Promise<Uint16Array> {
  const playedIds = new Set(setlist.map(({ songId }) => songId));
  const pickCounts = await countPicks(picks);
  const pickCountBySong = new Map<string, number>();
  for (const [index, { songId }] of picks.distinctPicks.entries())
    pickCountBySong.set(songId, (pickCountBySong.get(songId) ?? 0) + (pickCounts[index] ?? 0));
  const rarities = picks.distinctPicks.map(({ songId }) =>
    playedIds.has(songId) ? computeRarity(picks.count, pickCountBySong.get(songId) ?? 1) : 0,
  );
  return sumByPrediction(picks, Uint16Array.from(rarities));
}

const EMPTY_BOARD: Board<ShowRow> = createBoard(
  { total: 0, ranks: [] },
  { page: async () => [], findRow: async () => undefined },
);
