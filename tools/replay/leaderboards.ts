import {
  type GlobalRow,
  getGlobalLeaderboard,
  getShowLeaderboard,
  LEADERBOARD_MAX_ROWS,
} from '#contract/leaderboards.ts';
import type { Show } from '#contract/shows.ts';
import type { Session } from '../api-client.ts';
import { recountPoints, recountRanks } from './recount.ts';
import type { Fan, ReplayResult } from './replay-shows.ts';
import type { RealShow } from './show-file.ts';

export async function compareLeaderboard(
  admin: Session,
  show: Show,
  setlist: RealShow['songs'],
  picks: ReadonlyMap<string, string[]>,
  result: ReplayResult,
): Promise<Map<string, number>> {
  const expected = new Map([...picks].map(([id, titles]) => [id, recountPoints(titles, setlist)]));
  const rows = await fetchPages((query) =>
    admin.call(getShowLeaderboard, { params: { id: show.id }, query }),
  );
  const ranks = recountRanks(rows.map((row) => row.totalPoints));
  rows.forEach((row, index) => {
    const points = expected.get(row.userId);
    if (row.totalPoints !== points || row.rank !== ranks[index])
      result.differences.push(
        `${show.name}: ${row.username} has ${row.totalPoints} (rank ${row.rank}), recounted ${points} (rank ${ranks[index]})`,
      );
  });
  if (rows.length !== picks.size)
    result.differences.push(`${show.name}: ${rows.length} rows for ${picks.size} predictions`);
  return expected;
}

export async function fetchGlobalLeaderboard(admin: Session): Promise<GlobalRow[]> {
  return fetchPages((query) => admin.call(getGlobalLeaderboard, { query }));
}

async function fetchPages<R>(
  fetchPage: (query: Record<string, string>) => Promise<R[]>,
): Promise<R[]> {
  const rows: R[] = [];
  for (;;) {
    const page = await fetchPage({ limit: `${LEADERBOARD_MAX_ROWS}`, offset: `${rows.length}` });
    rows.push(...page);
    if (page.length < LEADERBOARD_MAX_ROWS) return rows;
  }
}

/** Skips fans with points from an earlier replay on the same server, which can't be recounted. */
export function compareTotals(fans: readonly Fan[], result: ReplayResult): void {
  const storedRows = new Map(result.leaderboard.map((row) => [row.userId, row]));
  for (const fan of fans) {
    const row = storedRows.get(fan.userId);
    if (row && row.gamesPlayed > result.shows.length) continue;
    const average = (fan.total / result.shows.length).toFixed(2);
    if (row?.totalPoints !== fan.total || row.averageScore !== average)
      result.differences.push(
        `${fan.name}: stored ${row?.totalPoints} (average ${row?.averageScore}), recounted ${fan.total} (average ${average})`,
      );
  }
}
