import type { Tx } from '../db/open.ts';

/**
 * What changes of shows, songs and setlists need of scoring, in their own transaction. Scoring
 * builds on those features, so it is handed in where the app is built, not imported.
 */
export interface ShowScoring {
  /** Gives every prediction of the show its points, and their users their totals. */
  calculate(tx: Tx, showId: string): Promise<void>;
  /** Calculates again if the show has points; answers whether it had. */
  rescore(tx: Tx, showId: string): Promise<boolean>;
  /** Takes the show's points away, and out of the users' totals. */
  clear(tx: Tx, showId: string): Promise<void>;
  /** Sums up these users' totals from their scored predictions. */
  refreshTotals(tx: Tx, userIds: readonly string[]): Promise<void>;
}
