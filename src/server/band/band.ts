import { type Band, band } from '#contract/band.ts';
import type { Bus } from '../changes/bus.ts';
import type { DbOrTx } from '../db/open.ts';
import { bandSettings } from '../db/schema/band.ts';

export interface CurrentBand {
  /** The last band that was read, even while the database is unreachable. */
  known(): Band;
  /** Includes everything committed before the call. */
  read(): Promise<Band>;
}

export async function readBand(db: DbOrTx, pack: Band): Promise<Band> {
  const [row] = await db.select().from(bandSettings);
  if (!row) return pack;
  // The pack provides fields that a newer version added.
  return band.parse({ ...pack, ...(row.facts as object), version: row.version });
}

export async function createCurrentBand(db: DbOrTx, bus: Bus, pack: Band): Promise<CurrentBand> {
  let known = await readBand(db, pack);
  let reading: Promise<Band> | undefined = Promise.resolve(known);

  function read(): Promise<Band> {
    if (reading) return reading;
    const current = readBand(db, pack);
    reading = current;
    current.then(
      (band) => {
        if (reading === current) known = band;
      },
      () => {
        // The next caller retries.
        if (reading === current) reading = undefined;
      },
    );
    return current;
  }

  bus.subscribe((changes) => {
    if (!changes.some(({ topic }) => topic === 'band')) return;
    reading = undefined;
    read().catch(() => undefined);
  });
  return { known: () => known, read };
}

export function memoizeByBand<T>({ known }: CurrentBand, make: (band: Band) => T): () => T {
  let memo: { band: Band; it: T } | undefined;
  return () => {
    const band = known();
    if (memo?.band !== band) memo = { band, it: make(band) };
    return memo.it;
  };
}
