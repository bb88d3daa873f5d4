/** The rows of a board, by place or by whose they are. */
export interface Board<Row> {
  page(limit: number, offset: number): Promise<{ rows: Row[]; total: number }>;
  /** A user's own row, where they have one. */
  of(userId: string): Promise<Row | undefined>;
}

/** A board in memory: a herd that asks after a score's change is answered without a query. */
export function boardOf<Row extends { userId: string }>(rows: readonly Row[]): Board<Row> {
  const byUser = new Map(rows.map((row) => [row.userId, row]));
  return {
    page: async (limit, offset) => ({
      rows: rows.slice(offset, offset + limit),
      total: rows.length,
    }),
    of: async (userId) => byUser.get(userId),
  };
}

/**
 * Gives rows that come with the highest points first their ranks: equal points share one, and the
 * next rank counts them all (1, 2, 2, 4).
 */
export function withRanks<Row extends { totalPoints: number }>(
  rows: readonly Row[],
): (Row & { rank: number })[] {
  let rank = 0;
  return rows.map((row, index) => {
    if (row.totalPoints !== rows[index - 1]?.totalPoints) rank = index + 1;
    return { ...row, rank };
  });
}
