import { existsSync } from 'node:fs';
import { desc, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Demo } from '#contract/demo.ts';
import { DAY, HOUR, MINUTE } from '#contract/durations.ts';
import { hashPassword, verifyPassword } from '../accounts/sign-in/passwords.ts';
import { restoreBackup } from '../backups/restore-backup.ts';
import { writeBackup } from '../backups/write-backup.ts';
import { connectionUrl, type Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';

const PUBLIC_PASSWORD = 'look around';

export interface RunningDemo {
  describe(): Demo;
  resetIfDue(): Promise<boolean>;
  onReset(listener: () => Promise<unknown>): void;
}

/** Resets the site regularly to the backup in `file`, which the first start writes. */
export async function openDemo(
  db: Db,
  { file, hours, clock }: { file: string; hours: number; clock: () => number },
): Promise<RunningDemo> {
  const isInitialized = existsSync(file);
  let fan =
    (isInitialized && (await findDemoFan(db))) || (await setFanPassword(db, PUBLIC_PASSWORD));
  if (!isInitialized) await writeBackup(connectionUrl(db), file);
  const period = hours * HOUR;
  /** Reset times are aligned to the clock, so that a restart doesn't postpone the next one. */
  const computeNextReset = () => (Math.floor(clock() / period) + 1) * period;
  let resetsAt = computeNextReset();
  const listeners: (() => Promise<unknown>)[] = [];

  return {
    onReset: (listener) => void listeners.push(listener),
    describe: () => ({
      ...{ username: fan.username, email: fan.email, password: PUBLIC_PASSWORD },
      resetsAt: new Date(resetsAt).toISOString(),
    }),
    async resetIfDue() {
      if (clock() < resetsAt) return false;
      // A demo's changes are not worth a backup.
      const saveBackup = async () => undefined;
      const { header } = await restoreBackup(connectionUrl(db), file, { saveBackup });
      await shiftDates(db, Math.floor((clock() - Date.parse(header.takenAt)) / DAY));
      fan = (await findDemoFan(db)) ?? fan;
      resetsAt = computeNextReset();
      for (const notify of listeners) await notify();
      return true;
    },
  };
}

function findFans(db: Db) {
  return db
    .select()
    .from(users)
    .where(eq(users.isAdmin, false))
    .orderBy(desc(users.gamesPlayed), users.usernameKey);
}

/** Identifies the fan by the password, because another fan may have played more games since. */
async function findDemoFan(db: Db) {
  for (const fan of await findFans(db))
    if (await verifyPassword(fan.password, PUBLIC_PASSWORD)) return fan;
  return undefined;
}

/** Rejects if no fan can sign in. The database may have no tables yet. */
export async function assertHasFan(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    const { rows: tables } = await client.query("select from pg_tables where tablename = 'users'");
    const { rows: fans } =
      tables.length > 0
        ? await client.query('select from users where not is_admin limit 1')
        : { rows: [] };
    if (fans.length === 0) throw new Error(NO_FANS);
  } finally {
    await client.end();
  }
}

const NO_FANS =
  'A demo needs a fan to sign in as, and this site has none. Start it once without DEMO_RESET_HOURS, and sign up as a fan. For a site with sample fans, run npm run demo -- --into DATA_DIR in a clone.';

export async function setFanPassword(db: Db, password: string) {
  const [fan] = await findFans(db).limit(1);
  if (!fan) throw new Error(NO_FANS);
  const credentials = { password: await hashPassword(password), mustChangePassword: false };
  await db.update(users).set(credentials).where(eq(users.id, fan.id));
  return fan;
}

/** Shifts local times, so that start times survive daylight saving time. */
async function shiftDates(db: Db, days: number): Promise<void> {
  if (days < 1) return;
  const shift = sql.raw(`+ interval '${days} days'`);
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update shows set
        date = (date at time zone time_zone ${shift}) at time zone time_zone,
        locks_at = (date at time zone time_zone ${shift}) at time zone time_zone
          - (date - locks_at),
        scored_at = scored_at ${shift},
        published_at = published_at ${shift},
        corrected_at = corrected_at ${shift}`);
    await tx.execute(sql`update live_setlist_songs set played_at = played_at ${shift}`);
    await tx.execute(sql`update house_nights set made_at = made_at ${shift}`);
    await tx.execute(sql`
      update forum_threads set
        created_at = created_at ${shift}, last_activity_at = last_activity_at ${shift}`);
    await tx.execute(sql`
      update forum_posts set created_at = created_at ${shift}, updated_at = updated_at ${shift}`);
    await tx.execute(sql`
      update leagues set starts_at = starts_at ${shift}, created_at = created_at ${shift}`);
    await tx.execute(sql`update league_members set joined_at = joined_at ${shift}`);
    await tx.execute(sql`
      update league_posts set created_at = created_at ${shift}, updated_at = updated_at ${shift}`);
    await tx.execute(sql`update predictions set submitted_at = submitted_at ${shift}`);
    await tx.execute(sql`
      update songs set
        imported_first_played = imported_first_played ${shift},
        imported_last_played = imported_last_played ${shift}`);
  });
}

const CHECK_INTERVAL_MS = MINUTE;

/** A failed reset changes nothing and is retried a minute later. */
export function startDemo(demo: RunningDemo, log: Pick<FastifyBaseLogger, 'info' | 'error'>) {
  let pendingCheck: Promise<void> | undefined;
  const check = async () => {
    try {
      if (await demo.resetIfDue()) log.info('the demo was reset');
    } catch (err) {
      log.error({ err }, 'failed to reset the demo');
    }
    pendingCheck = undefined;
  };
  const timer = setInterval(() => {
    pendingCheck ??= check();
  }, CHECK_INTERVAL_MS).unref();
  return {
    async close() {
      clearInterval(timer);
      await pendingCheck;
    },
  };
}
