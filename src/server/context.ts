import type { BandInUse } from './band/band.ts';
import type { Bus } from './changes/bus.ts';
import type { ChangeVersions } from './changes/change-versions.ts';
import type { DiskSpace } from './db/disk-space.ts';
import type { Db, Tx } from './db/open.ts';
import type { MakeLimit } from './http/limit.ts';
import type { ResponseCache } from './http/response-cache.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { BandPack } from './setup/band-pack.ts';

/** What every feature may use; built once in `app.ts`. */
export interface Context {
  db: Db;
  disk: DiskSpace;
  bus: Bus;
  lastChange: ChangeVersions;
  ready: ResponseCache;
  createLimit: MakeLimit;
  /** Milliseconds since 1970; the server's own clock, which decides cutoffs. */
  clock: () => number;
  /** What the site began with, and what the Setup tab imports. */
  bandPack: BandPack;
  band: BandInUse;
  mailer: Mailer;
  /** Aborted when this process is about to end: others take over from it. */
  leaving: AbortSignal;
  /** The site's address as people type it; undefined: whatever host a request names. */
  publicUrl: string | undefined;
  /** Undefined where nobody asks for figures. */
  metrics?: Metrics | undefined;
}

/**
 * What changes of shows, songs and setlists need of scoring, in their own transaction. Scoring
 * builds on those features, so it is handed in where the app is built, not imported.
 */
export interface ShowScoring {
  /** Gives every prediction of the show its points, and their users their totals. */
  calculate(tx: Tx, showId: string): Promise<void>;
  /** Calculates again if the show has points, because of `what`; returns whether it had. */
  rescore(tx: Tx, showId: string, what: string): Promise<boolean>;
  /** Takes the show's points away, and out of the users' totals, because of `what`. */
  clear(tx: Tx, showId: string, what?: string): Promise<void>;
}
