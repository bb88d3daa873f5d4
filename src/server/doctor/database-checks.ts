import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { formatCommand, START_COMMAND } from '../command-name.ts';
import { readLastMigration, readMigrations } from '../db/migrate.ts';
import { checkInvariants } from '../invariants/check.ts';
import type { Finding } from './finding.ts';

export async function checkMigrations(
  client: pg.Client,
): Promise<{ isNewest: boolean; finding: Finding }> {
  const name = 'migrations';
  const migrations = readMigrations();
  const newestMigration = migrations.at(-1);
  const lastAppliedAt = await readLastMigration(client);
  const missingCount = migrations.filter(
    ({ when }) => lastAppliedAt === undefined || when > lastAppliedAt,
  ).length;
  const currentTag = migrations.find(({ when }) => when === lastAppliedAt)?.tag ?? 'none';
  if (lastAppliedAt !== undefined && newestMigration && lastAppliedAt > newestMigration.when)
    return result('bad', 'a newer version migrated the database', NEWER_SCHEMA_ADVICE);
  if (lastAppliedAt === undefined)
    return result(
      'warn',
      'the database is empty',
      `The first start creates its tables: ${START_COMMAND}.`,
    );
  if (missingCount > 0)
    return result(
      'warn',
      `at ${currentTag}, ${missingCount} missing`,
      'The next start applies them.',
    );
  return result('ok', `all ${migrations.length}, the last is ${currentTag}`);

  function result(state: Finding['state'], message: string, advice?: string) {
    return {
      isNewest: state === 'ok',
      finding: { name, state, message, ...(advice && { advice }) },
    };
  }
}

const NEWER_SCHEMA_ADVICE =
  'Start that version, or restore the backup made before its update: see docs/operator/install.md.';

/** Fans may notice an offset of two seconds. An offset of thirty shifts cutoffs noticeably. */
const CLOCK_OFFSET_SECONDS = { warn: 2, bad: 30 };

/** The server decides cutoffs by its own clock. */
export async function checkClock(client: pg.Client, clock: () => number): Promise<Finding> {
  const name = 'clock';
  const startedAt = clock();
  const { rows } = await client.query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  // The midpoint compensates for the round trip.
  const localTime = (startedAt + clock()) / 2;
  const offsetSeconds = Math.abs(localTime - (rows[0]?.now ?? 0)) / 1000;
  const message = `${new Date(localTime).toISOString()}, ${offsetSeconds.toFixed(1)} s from the database's`;
  if (offsetSeconds < CLOCK_OFFSET_SECONDS.warn) return { name, state: 'ok', message };
  const advice = 'Cutoffs use the clock of this machine. Synchronize both clocks with NTP.';
  return {
    name,
    state: offsetSeconds < CLOCK_OFFSET_SECONDS.bad ? 'warn' : 'bad',
    message,
    advice,
  };
}

export async function checkStoredInvariants(client: pg.Client): Promise<Finding> {
  const name = 'invariants';
  const results = await checkInvariants(drizzle(client));
  const violations = results.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
  if (violations.length === 0) return { name, state: 'ok', message: `all ${results.length} hold` };
  const advice = `${formatCommand('invariants')} shows the rows. Keep a backup that predates the violations.`;
  return { name, state: 'bad', message: `broken: ${violations.join('; ')}`, advice };
}
