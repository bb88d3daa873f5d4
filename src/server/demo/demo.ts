import { existsSync } from 'node:fs';
import { desc, eq, sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import type { Demo } from '#contract/demo.ts';
import { hashPassword, verifyPassword } from '../accounts/sign-in/passwords.ts';
import { restoreBackup } from '../backups/restore-backup.ts';
import { writeBackup } from '../backups/write-backup.ts';
import { type Db, urlOf } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const PASSWORD = 'look around';

/** A site that everybody may look around in, and that is as it was every so many hours. */
export interface RunningDemo {
  facts(): Demo;
  /** Puts all back where the time for that has come; returns whether it had. */
  look(): Promise<boolean>;
  /** Calls back after each reset: nothing that anybody remembers is true any more. */
  onReset(listener: () => Promise<unknown>): void;
}

/**
 * Makes what the database holds now into a demo: the fan with the most games gets a password that
 * everybody is told, and all of it is saved in `file`, unless a start before has. From then on that is what
 * each reset goes back to, its dates moved on by the days that have passed.
 */
export async function openDemo(
  db: Db,
  { file, hours, clock }: { file: string; hours: number; clock: () => number },
): Promise<RunningDemo> {
  const isBegun = existsSync(file);
  let fan = (isBegun && (await findOpenFan(db))) || (await openFan(db));
  if (!isBegun) await writeBackup(urlOf(db), file);
  const period = hours * HOUR;
  /** At the same hours whenever it was started. */
  const nextReset = () => (Math.floor(clock() / period) + 1) * period;
  let resetsAt = nextReset();
  const listeners: (() => Promise<unknown>)[] = [];

  return {
    onReset: (listener) => void listeners.push(listener),
    facts: () => ({
      ...{ username: fan.username, email: fan.email, password: PASSWORD },
      resetsAt: new Date(resetsAt).toISOString(),
    }),
    async look() {
      if (clock() < resetsAt) return false;
      // What was changed is not worth keeping.
      const saveFirst = async () => undefined;
      const { head } = await restoreBackup(urlOf(db), file, { saveFirst });
      await moveOn(db, Math.floor((clock() - Date.parse(head.takenAt)) / DAY));
      fan = (await findOpenFan(db)) ?? fan;
      resetsAt = nextReset();
      for (const tell of listeners) await tell();
      return true;
    },
  };
}

/** The fans, who has played most first. */
function findFans(db: Db) {
  return db
    .select()
    .from(users)
    .where(eq(users.isAdmin, false))
    .orderBy(desc(users.gamesPlayed), users.usernameKey);
}

/** The one whom the password lets in: another may have more games by now. */
async function findOpenFan(db: Db) {
  for (const fan of await findFans(db))
    if (await verifyPassword(fan.password, PASSWORD)) return fan;
  return undefined;
}

/** Rejects where a database has no fan to sign in as; it may have no tables yet. */
export async function refuseWithoutFans(url: string): Promise<void> {
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
  'A demo needs a fan to sign in as, and this data folder has none. Fill it first: npm run demo -- --into DATA_DIR.';

/** Lets everybody in as the fan with the most games. */
async function openFan(db: Db) {
  const [fan] = await findFans(db).limit(1);
  if (!fan) throw new Error(NO_FANS);
  const open = { password: await hashPassword(PASSWORD), mustChangePassword: false };
  await db.update(users).set(open).where(eq(users.id, fan.id));
  return fan;
}

/** There are always shows to come: all dates go on by whole days, by the clocks of the venues. */
async function moveOn(db: Db, days: number): Promise<void> {
  if (days < 1) return;
  const later = sql.raw(`+ interval '${days} days'`);
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      update shows set
        date = (date at time zone time_zone ${later}) at time zone time_zone,
        locks_at = (date at time zone time_zone ${later}) at time zone time_zone
          - (date - locks_at),
        scored_at = scored_at ${later}`);
    await tx.execute(sql`update live_setlist_songs set played_at = played_at ${later}`);
    await tx.execute(sql`update house_nights set made_at = made_at ${later}`);
    await tx.execute(sql`update predictions set submitted_at = submitted_at ${later}`);
    await tx.execute(sql`
      update songs set
        imported_first_played = imported_first_played ${later},
        imported_last_played = imported_last_played ${later}`);
  });
}

const LOOK_EVERY_MS = 60_000;

/** Looks every minute. One that fails changed nothing, and the next look tries again. */
export function startDemo(demo: RunningDemo, log: Pick<FastifyBaseLogger, 'info' | 'error'>) {
  let looking: Promise<void> | undefined;
  const look = async () => {
    try {
      if (await demo.look()) log.info('the demo is as it was');
    } catch (err) {
      log.error({ err }, 'the demo could not be put back');
    }
    looking = undefined;
  };
  const timer = setInterval(() => {
    looking ??= look();
  }, LOOK_EVERY_MS).unref();
  return {
    async close() {
      clearInterval(timer);
      await looking;
    },
  };
}
