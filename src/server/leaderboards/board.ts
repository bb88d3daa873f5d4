import { findRank, type RankTable } from '#contract/leaderboards.ts';

export interface Board<Row> {
  page(limit: number, offset: number): Promise<{ rows: Row[]; total: number }>;
  findRow(user: BoardUser): Promise<Row | undefined>;
  total(): Promise<number>;
  /** The rank for each number of points. Undefined before the show has points. */
  ranks?: RankTable;
}

export interface BoardUser {
  userId: string;
  username: string;
  isPrivate?: true | undefined;
}

interface Standing {
  total: number;
  ranks: RankTable;
}

export function countPoints(allPoints: Int32Array): [points: number, count: number][] {
  const counts = new Map<number, number>();
  for (const points of allPoints) counts.set(points, (counts.get(points) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => b - a);
}

export function rankCounts(counts: Iterable<readonly [points: number, count: number]>): Standing {
  const ranks: RankTable = [];
  let total = 0;
  for (const [points, count] of counts) {
    ranks.push([points, total + 1]);
    total += count;
  }
  return { total, ranks };
}

/** `findRow` must not query the database, because all fans request their rows at the same time. */
export function createBoard<Row extends { totalPoints: number }>(
  { total, ranks }: Standing,
  rows: {
    page(limit: number, offset: number): Promise<Row[]>;
    findRow(user: BoardUser): Promise<Row | undefined>;
  },
): Board<Row & { rank: number }> {
  // Points that changed after the count may be lower than all counted scores.
  const withRank = (row: Row) => ({ ...row, rank: findRank(row.totalPoints, ranks) ?? total + 1 });
  return {
    ranks,
    total: async () => total,
    page: async (limit, offset) => ({
      rows: (await rows.page(limit, offset)).map(withRank),
      total,
    }),
    async findRow(user) {
      const row = await rows.findRow(user);
      return row && withRank(row);
    },
  };
}

/** Rounds half up like PostgreSQL. Integer arithmetic keeps halves exact. */
export function formatAverage(points: number, games: number): string {
  return (Math.floor((200 * points + games) / (2 * games)) / 100).toFixed(2);
}
