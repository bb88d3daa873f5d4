import type { CurrentBand } from './band/band.ts';
import type { OpenBandPack } from './catalog/band-pack/band-pack.ts';
import type { Bus } from './changes/bus.ts';
import type { ChangeVersions } from './changes/change-versions.ts';
import type { DiskSpace } from './db/disk-space.ts';
import type { Db } from './db/open.ts';
import type { Tx } from './db/transaction.ts';
import type { CreateLimit } from './http/limit.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Metrics } from './metrics/metrics.ts';

export interface Context {
  db: Db;
  disk: DiskSpace;
  bus: Bus;
  changeVersions: ChangeVersions;
  createLimit: CreateLimit;
  /** Milliseconds since 1970. Decides the cutoffs. */
  clock: () => number;
  bandPack: OpenBandPack;
  band: CurrentBand;
  mailer: Mailer;
  shutdownSignal: AbortSignal;
  /** The site's origin. If undefined, URLs use the host of each request. */
  publicUrl: string | undefined;
  metrics?: Metrics | undefined;
}

/** Injected by `app.ts`, because scoring depends on the features that call it. */
export interface ShowScoring {
  calculate(tx: Tx, showId: string): Promise<void>;
  /** Returns whether the show had points and was scored again. Fans see `reason`. */
  rescore(tx: Tx, showId: string, reason: string): Promise<boolean>;
  clear(tx: Tx, showId: string, reason?: string): Promise<void>;
}
