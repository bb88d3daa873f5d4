import type { CurrentBand } from './band/band.ts';
import type { Bus } from './changes/bus.ts';
import type { ChangeVersions } from './changes/change-versions.ts';
import type { DiskSpace } from './db/disk-space.ts';
import type { Db } from './db/open.ts';
import type { Tx } from './db/transaction.ts';
import type { MakeLimit } from './http/limit.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { BandPack } from './setup/band-pack.ts';

export interface Context {
  db: Db;
  disk: DiskSpace;
  bus: Bus;
  changeVersions: ChangeVersions;
  createLimit: MakeLimit;
  /** The server's clock, in milliseconds since 1970. It decides the cutoffs. */
  clock: () => number;
  /** What the site starts with and what the Setup tab imports. */
  bandPack: BandPack;
  band: CurrentBand;
  mailer: Mailer;
  /** Aborted when this process shuts down and other nodes take over. */
  leaving: AbortSignal;
  /** The public origin. Undefined: the host of each request. */
  publicUrl: string | undefined;
  /** Undefined: nothing is measured. */
  metrics?: Metrics | undefined;
}

/**
 * The scoring that changes of shows, songs and setlists run in their transaction. Scoring depends on those features, so
 * `app.ts` passes it in.
 */
export interface ShowScoring {
  /** Calculates the points of the show's predictions and updates the users' totals. */
  calculate(tx: Tx, showId: string): Promise<void>;
  /** Recalculates if the show has points, and returns whether it had. `what` is the reason. */
  rescore(tx: Tx, showId: string, what: string): Promise<boolean>;
  /** Removes the show's points, also from the users' totals. `what` is the reason. */
  clear(tx: Tx, showId: string, what?: string): Promise<void>;
}
