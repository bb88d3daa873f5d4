import { z } from 'zod';
import { endpoint, showParams } from './endpoint.ts';
import { pageQuery, showRow } from './leaderboards.ts';

/** With fewer sheets, chance decides what is rare. */
export const MIN_RARITY_SHEETS = 20;
export const MAX_RARITY = 20;
const PER_HALVING = 4;

/** Returns 0 if every sheet has the song, and 4 more each time that share halves, up to 20. */
export function computeRarity(sheets: number, calls: number): number {
  return Math.min(MAX_RARITY, Math.round(PER_HALVING * Math.log2(sheets / calls)));
}

const dependsOn = ['show:{id}', 'entrants:{id}', 'standings:{id}'] as const;

export const getRarityBoard = endpoint('getRarityBoard', {
  method: 'GET',
  path: '/api/leaderboard/show/{id}/rarity',
  tag: 'leaderboards',
  who: 'user',
  summary: "Rank a closed show's fans by the rarity of their correct calls; empty below 20 sheets",
  params: showParams,
  query: pageQuery,
  status: 200,
  /** `totalPoints` is the sum of the fan's rarity points. */
  returns: z.array(showRow),
  dependsOn: [...dependsOn, 'privacy:{id}'],
});

export const getMyRarityRow = endpoint('getMyRarityRow', {
  method: 'GET',
  path: '/api/leaderboard/show/{id}/rarity/me',
  tag: 'leaderboards',
  who: 'user',
  summary: "Get your row of a closed show's rarity board, or 204",
  params: showParams,
  status: 200,
  returns: showRow,
  mayBeEmpty: true,
  dependsOn: [...dependsOn, 'username:{me}'],
});
