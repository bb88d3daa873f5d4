import { type RankTable, rankOf } from '#contract/leaderboards.ts';

export interface Board<Row> {
  page(limit: number, offset: number): Promise<{ rows: Row[]; total: number }>;
  rowOf(user: BoardUser): Promise<Row | undefined>;
  total(): Promise<number>;
  /** Undefined before the show has points. */
  ranks?: RankTable;
}

export interface BoardUser {
  userId: string;
  username: string;
}

interface Standing {
  total: number;
  ranks: RankTable;
}

export function countPoints(all: Int32Array): [points: number, count: number][] {
  const counts = new Map<number, number>();
  for (const points of all) counts.set(points, (counts.get(points) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => b - a);
}

export function standingOf(counts: Iterable<readonly [points: number, count: number]>): Standing {
  const ranks: RankTable = [];
  let total = 0;
  for (const [points, count] of counts) {
    ranks.push([points, total + 1]);
    total += count;
  }
  return { total, ranks };
}

/** `rowOf` must not query the database, because all fans request their rows at the same time. */
export function boardOf<Row extends { totalPoints: number }>(
  { total, ranks }: Standing,
  rows: {
    page(limit: number, offset: number): Promise<Row[]>;
    rowOf(user: BoardUser): Promise<Row | undefined>;
  },
): Board<Row & { rank: number }> {
  // Points that changed since may be lower than all counted scores.
  const ranked = (row: Row) => ({ ...row, rank: rankOf(row.totalPoints, ranks) ?? total + 1 });
  return {
    ranks,
    total: async () => total,
    page: async (limit, offset) => ({
      rows: (await rows.page(limit, offset)).map(ranked),
      total,
    }),
    async rowOf(user) {
      const row = await rows.rowOf(user);
      return row && ranked(row);
    },
  };
}
