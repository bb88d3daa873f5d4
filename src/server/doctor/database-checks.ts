import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { commandName, START_COMMAND } from '../command-name.ts';
import { lastMigration, readMigrations } from '../db/migrate.ts';
import { checkInvariantsIn } from '../invariants/check.ts';
import type { Finding } from './finding.ts';

export async function migrationsFinding(
  client: pg.Client,
): Promise<{ isNewest: boolean; finding: Finding }> {
  const what = 'migrations';
  const known = readMigrations();
  const newest = known.at(-1);
  const last = await lastMigration(client);
  const missing = known.filter(({ when }) => last === undefined || when > last).length;
  const current = known.find(({ when }) => when === last)?.tag ?? 'none';
  if (last !== undefined && newest && last > newest.when)
    return result('bad', 'the schema is of a newer version of this program', GO_BACK);
  if (last === undefined)
    return result(
      'warn',
      'the database is empty',
      `The first start makes its tables: ${START_COMMAND}.`,
    );
  if (missing > 0)
    return result('warn', `at ${current}, ${missing} missing`, 'The next start applies them.');
  return result('ok', `all ${known.length}, the last is ${current}`);

  function result(state: Finding['state'], message: string, advice?: string) {
    return {
      isNewest: state === 'ok',
      finding: { what, state, message, ...(advice && { advice }) },
    };
  }
}

const GO_BACK =
  'Start that version, or restore the backup from before its update: see docs/operating.md.';

/** Fans may notice the first; the second shifts locks noticeably. */
const SECONDS_OFF = { warn: 2, bad: 30 };

/** The server's clock decides cutoffs. */
export async function clockFinding(client: pg.Client, clock: () => number): Promise<Finding> {
  const what = 'clock';
  const startedAt = clock();
  const { rows } = await client.query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  // The midpoint compensates for the round trip.
  const localTime = (startedAt + clock()) / 2;
  const off = Math.abs(localTime - (rows[0]?.now ?? 0)) / 1000;
  const message = `${new Date(localTime).toISOString()}, ${off.toFixed(1)} s from the database's`;
  if (off < SECONDS_OFF.warn) return { what, state: 'ok', message };
  const advice = 'Cutoffs go by the clock of this machine: set both by NTP.';
  return { what, state: off < SECONDS_OFF.bad ? 'warn' : 'bad', message, advice };
}

export async function invariantsFinding(client: pg.Client): Promise<Finding> {
  const what = 'invariants';
  const checked = await drizzle(client).transaction(checkInvariantsIn, {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
  const broken = checked.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
  if (broken.length === 0) return { what, state: 'ok', message: `all ${checked.length} hold` };
  const advice = `${commandName('invariants')} shows the rows. Keep a backup from before it began.`;
  return { what, state: 'bad', message: `broken: ${broken.join('; ')}`, advice };
}
