import { type RankTable, rankOf } from '#contract/leaderboards.ts';

/** The rows of a board, by place or by whose they are. */
export interface Board<Row> {
  page(limit: number, offset: number): Promise<{ rows: Row[]; total: number }>;
  /** A user's own row, where they have one. */
  of(user: BoardUser): Promise<Row | undefined>;
  /** How many stand on it. */
  total(): Promise<number>;
  /** Where there are points: how they become ranks. */
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

/** How many have each of these points, the highest first. */
export function countPoints(all: Int32Array): [points: number, count: number][] {
  const counts = new Map<number, number>();
  for (const points of all) counts.set(points, (counts.get(points) ?? 0) + 1);
  return [...counts].sort(([one], [other]) => other - one);
}

/** From how many have which points, the highest first. */
export function standingOf(counts: Iterable<readonly [points: number, count: number]>): Standing {
  const ranks: RankTable = [];
  let total = 0;
  for (const [points, count] of counts) {
    ranks.push([points, total + 1]);
    total += count;
  }
  return { total, ranks };
}

/**
 * A board of rows that know their points; their ranks are added. `of` should read nothing, as all ask
 * for their own row at once.
 */
export function boardOf<Row extends { totalPoints: number }>(
  { total, ranks }: Standing,
  rows: {
    page(limit: number, offset: number): Promise<Row[]>;
    of(user: BoardUser): Promise<Row | undefined>;
  },
): Board<Row & { rank: number }> {
  // Points that changed meanwhile may be below all that were counted.
  const ranked = (row: Row) => ({ ...row, rank: rankOf(row.totalPoints, ranks) ?? total + 1 });
  return {
    ranks,
    total: async () => total,
    page: async (limit, offset) => ({
      rows: (await rows.page(limit, offset)).map(ranked),
      total,
    }),
    async of(user) {
      const row = await rows.of(user);
      return row && ranked(row);
    },
  };
}
