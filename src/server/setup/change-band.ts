import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { type Band, band } from '#contract/band.ts';
import { colorProblems } from '#contract/band-colors.ts';
import type { updateBand } from '#contract/band-settings.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { recordChange } from '../audit/record-change.ts';
import { readBand } from '../band/band.ts';
import type { Db } from '../db/open.ts';
import { bandSettings } from '../db/schema/band.ts';
import { ApiError } from '../http/api-error.ts';
import { rooms } from '../pages/look.ts';
import { checkTimeZone } from '../shows/show-date.ts';
import { takeSetupTurn } from './initialize.ts';

/**
 * Stores what an owner says of the band over what the pack says. Returns the new version; undefined where nothing
 * is different, and nothing was written.
 */
export async function changeBand(
  db: Db,
  pack: Band,
  { version: from, ...changed }: BodyOf<typeof updateBand>,
  actorId: string,
): Promise<number | undefined> {
  if (changed.timeZone !== undefined) checkTimeZone(changed.timeZone);
  const [problem, ...more] = colorProblems(rooms, changed.colors ?? null);
  if (problem) {
    const issues = [problem, ...more].map(({ path, message }) => ({
      path: ['colors', ...path].join('.'),
      message,
    }));
    throw new ApiError(400, problem.message, { issues });
  }
  return db.transaction(async (tx) => {
    await takeSetupTurn(tx);
    const { version, ...before } = await readBand(tx, pack);
    if (from !== undefined && from !== version)
      throw new ApiError(
        409,
        'Someone changed the band in the meantime. Your changes were not saved.',
      );
    const facts = { ...before, ...changed };
    // The first time it says whose site this is, also where the pack said the same.
    if (version > 0 && isDeepStrictEqual(band.parse({ ...facts, version }), { ...before, version }))
      return undefined;
    const row = { facts, version: version + 1, updatedAt: sql`now()` };
    await tx
      .insert(bandSettings)
      .values({ facts: row.facts, version: row.version })
      .onConflictDoUpdate({ target: bandSettings.id, set: row });
    await recordChange(tx, { actorId, action: 'band.update', before, after: row.facts });
    return row.version;
  });
}
