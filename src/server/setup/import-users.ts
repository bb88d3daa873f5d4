import { inArray, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { importUsersAnswer } from '#contract/setup.ts';
import { emailColumns, usernameColumns } from '../accounts/account.ts';
import { hashPassword } from '../accounts/sign-in/passwords.ts';
import { recordChange } from '../audit/record-change.ts';
import { chunksOf } from '../db/chunks.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { newToken } from '../sessions/session-cookie.ts';
import type { BandPack, PackUser } from './band-pack.ts';

/** Leaves processor time, and places in the queue, to those who sign in meanwhile. */
const HASHES_AT_ONCE = 2;

/**
 * Makes accounts of the pack's users, each on the temporary password, which they must change at their
 * first sign-in; without one nobody gets in but by a link. Returns who is new. Existing accounts are
 * never touched: who has the address or the username already is skipped, with a sentence where it is
 * somebody else who has the name.
 */
export async function importUsers(
  db: Db,
  pack: BandPack,
  options: { temporaryPassword: string | undefined; now: number; actorId: string },
): Promise<Imported> {
  const { temporaryPassword, actorId } = options;
  const now = new Date(options.now);
  const { missing, errors } = await sortOut(db, pack.users);
  const rows: (typeof users.$inferInsert)[] = [];
  for (const some of chunksOf(missing, HASHES_AT_ONCE)) {
    // One hash for each: equal ones would show who never changed it.
    const withPassword = async (user: KeyedUser) => ({
      ...user,
      password: await hashPassword(temporaryPassword ?? newToken()),
      mustChangePassword: true,
      passwordChangedAt: now,
      createdAt: now,
      updatedAt: now,
    });
    rows.push(...(await Promise.all(some.map(withPassword))));
  }
  return db.transaction(async (tx) => {
    const imported: Imported['imported'] = [];
    for (const chunk of chunksOf(rows)) {
      const insert = tx.insert(users).values(chunk).onConflictDoNothing();
      imported.push(...(await insert.returning({ id: users.id, email: users.email })));
    }
    const count = imported.length;
    const results = { imported: count, skipped: pack.users.length - count, errors };
    await recordChange(tx, { actorId, action: 'setup.import-users', after: results });
    return { results, imported };
  });
}

interface Imported {
  results: z.output<typeof importUsersAnswer>['results'];
  imported: { id: string; email: string }[];
}

type KeyedUser = PackUser & { emailKey: string; usernameKey: string };

/** Those who have no account yet, and those who cannot get one because of the name. */
async function sortOut(db: Db, pack: readonly PackUser[]) {
  const keyed: KeyedUser[] = pack.map((user) => ({
    ...user,
    ...emailColumns(user.email),
    ...usernameColumns(user.username),
  }));
  const there = await db
    .select({ emailKey: users.emailKey, usernameKey: users.usernameKey })
    .from(users)
    .where(
      or(
        inArray(users.emailKey, keyed.map(emailKeyOf)),
        inArray(users.usernameKey, keyed.map(usernameKeyOf)),
      ),
    );
  const emails = new Set(there.map(emailKeyOf));
  const usernames = new Set(there.map(usernameKeyOf));
  const strangers = keyed.filter(({ emailKey }) => !emails.has(emailKey));
  return {
    missing: strangers.filter(({ usernameKey }) => !usernames.has(usernameKey)),
    errors: strangers
      .filter(({ usernameKey }) => usernames.has(usernameKey))
      .map(({ email, username }) => `${email}: somebody else has the username ${username}`),
  };
}

function emailKeyOf({ emailKey }: { emailKey: string }): string {
  return emailKey;
}

function usernameKeyOf({ usernameKey }: { usernameKey: string }): string {
  return usernameKey;
}
