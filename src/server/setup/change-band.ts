import { isDeepStrictEqual } from 'node:util';
import { sql } from 'drizzle-orm';
import { type Band, band } from '#contract/band.ts';
import { findColorIssues } from '#contract/band-colors.ts';
import type { updateBand } from '#contract/band-settings.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { readBand } from '../band/band.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { bandSettings } from '../db/schema/band.ts';
import { ApiError } from '../http/api-error.ts';
import { themes } from '../pages/colors.ts';
import { checkTimeZone } from '../shows/show-date.ts';

/** An arbitrary advisory lock key. The first change has no row to lock. */
const BAND_LOCK = 4_100_273;

/** Throws 409 for a stale version, 400 for a bad time zone or bad colors. */
export async function changeBand(
  { tx, record, changed }: ChangeScope,
  pack: Band,
  { version: expectedVersion, ...fields }: BodyOf<typeof updateBand>,
): Promise<void> {
  if (fields.timeZone !== undefined) checkTimeZone(fields.timeZone);
  const [problem, ...otherProblems] = findColorIssues(themes, fields.colors ?? null);
  if (problem) {
    const issues = [problem, ...otherProblems].map(({ path, message }) => ({
      path: ['colors', ...path].join('.'),
      message,
    }));
    throw new ApiError(400, problem.message, { issues });
  }
  await tx.execute(sql`select pg_advisory_xact_lock(${BAND_LOCK})`);
  const { version, ...before } = await readBand(tx, pack);
  if (expectedVersion !== undefined && expectedVersion !== version)
    throw new ApiError(
      409,
      'Another administrator changed the band in the meantime. Your changes were not saved.',
    );
  const facts = { ...before, ...fields };
  // The first save is stored even without a difference, because it claims the site.
  if (version > 0 && isDeepStrictEqual(band.parse({ ...facts, version }), { ...before, version }))
    return;
  const row = { facts, version: version + 1, updatedAt: sql`now()` };
  await tx
    .insert(bandSettings)
    .values({ facts: row.facts, version: row.version })
    .onConflictDoUpdate({ target: bandSettings.id, set: row });
  await record({ action: 'band.update', before, after: row.facts });
  changed({ topic: 'band', subjectId: null, version: row.version });
}
