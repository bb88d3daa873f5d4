import { type Band, band } from '#contract/band.ts';
import type { Bus } from '../changes/bus.ts';
import type { DbOrTx } from '../db/open.ts';
import { bandSettings } from '../db/schema/band.ts';

/** Whose site this is, at hand for every page. */
export interface BandInUse {
  /** As it was last read: a page that is sent while the database is away says so too. */
  known(): Band;
  /** With all that has been committed before. */
  read(): Promise<Band>;
}

/** What an owner has said, over what the band pack says. */
export async function readBand(db: DbOrTx, pack: Band): Promise<Band> {
  const [row] = await db.select().from(bandSettings);
  if (!row) return pack;
  // What a newer version of the product wants to know besides, the pack says.
  return band.parse({ ...pack, ...(row.facts as object), version: row.version });
}

/** Reads the band, and again whenever it is told to have changed. */
export async function createBandInUse(db: DbOrTx, bus: Bus, pack: Band): Promise<BandInUse> {
  let known = await readBand(db, pack);
  let reading: Promise<Band> | undefined = Promise.resolve(known);

  function read(): Promise<Band> {
    if (reading) return reading;
    const mine = readBand(db, pack);
    reading = mine;
    mine.then(
      (one) => {
        if (reading === mine) known = one;
      },
      () => {
        // The next who asks tries again.
        if (reading === mine) reading = undefined;
      },
    );
    return mine;
  }

  bus.subscribe((changes) => {
    if (!changes.some(({ topic }) => topic === 'band')) return;
    reading = undefined;
    read().catch(() => undefined);
  });
  return { known: () => known, read };
}

/** What is made of the band, made anew once it is another. */
export function ofBand<T>({ known }: BandInUse, make: (band: Band) => T): () => T {
  let made: { band: Band; it: T } | undefined;
  return () => {
    const band = known();
    if (made?.band !== band) made = { band, it: make(band) };
    return made.it;
  };
}
