import type { Bus } from './changes/bus.ts';
import type { LastChange } from './changes/last-change.ts';
import type { Db } from './db/open.ts';
import type { ReadyBytes } from './http/ready-bytes.ts';
import type { BandPack } from './setup/band-pack.ts';

/** What every feature may use; built once in `app.ts`. */
export interface Context {
  db: Db;
  bus: Bus;
  lastChange: LastChange;
  ready: ReadyBytes;
  /** Milliseconds since 1970; the server's own clock, which decides cutoffs. */
  clock: () => number;
  bandPack: BandPack;
  /** The site's address as people type it; undefined: whatever host a request names. */
  publicUrl: string | undefined;
}
