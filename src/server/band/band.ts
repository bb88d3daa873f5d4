import { type Band, band } from '#contract/band.ts';
import type { Bus } from '../changes/bus.ts';
import type { DbOrTx } from '../db/open.ts';
import { bandSettings } from '../db/schema/band.ts';

export interface CurrentBand {
  /** Returns the last band that was read, even while the database is unreachable. */
  current(): Band;
  /** Returns a band that includes every change committed before the call. */
  read(): Promise<Band>;
}

export async function readBand(db: DbOrTx, pack: Band): Promise<Band> {
  const [row] = await db.select().from(bandSettings);
  if (!row) return pack;
  // The pack provides fields that a newer version added.
  return band.parse({ ...pack, ...(row.facts as object), version: row.version });
}

export async function createCurrentBand(db: DbOrTx, bus: Bus, pack: Band): Promise<CurrentBand> {
  let currentBand = await readBand(db, pack);
  let pendingRead: Promise<Band> | undefined = Promise.resolve(currentBand);

  function read(): Promise<Band> {
    if (pendingRead) return pendingRead;
    const promise = readBand(db, pack);
    pendingRead = promise;
    promise.then(
      (band) => {
        if (pendingRead === promise) currentBand = band;
      },
      () => {
        // The next caller retries.
        if (pendingRead === promise) pendingRead = undefined;
      },
    );
    return promise;
  }

  bus.subscribe((changes) => {
    if (!changes.some(({ topic }) => topic === 'band')) return;
    pendingRead = undefined;
    read().catch(() => undefined);
  });
  return { current: () => currentBand, read };
}

export function memoizeByBand<T>({ current }: CurrentBand, build: (band: Band) => T): () => T {
  let memo: { band: Band; value: T } | undefined;
  return () => {
    const band = current();
    if (memo?.band !== band) memo = { band, value: build(band) };
    return memo.value;
  };
}
