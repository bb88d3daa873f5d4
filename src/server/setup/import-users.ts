import { inArray, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { importUsersResponse } from '#contract/setup.ts';
import { emailColumns, usernameColumns } from '../accounts/account.ts';
import { hashPassword } from '../accounts/sign-in/passwords.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { chunksOf } from '../db/chunks.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { newToken } from '../sessions/session-cookie.ts';
import type { BandPack, PackUser } from './band-pack.ts';

/** Leaves processor time and queue slots for users who sign in. */
const HASHES_AT_ONCE = 2;

/** Accounts to create, with hashed passwords, and errors for the users that can't have one. */
interface PackAccounts {
  rows: (typeof users.$inferInsert)[];
  total: number;
  errors: string[];
}

/**
 * Prepares accounts for the pack's users with the temporary password, which they must change when
 * they first sign in. Without a password they can sign in only by a link. Existing accounts stay
 * unchanged: a user whose email or username is taken is skipped, with an error if the username
 * belongs to a different person. Runs before the transaction because it hashes passwords.
 */
export async function prepareAccounts(
  db: Db,
  pack: BandPack,
  options: { temporaryPassword: string | undefined; now: number },
): Promise<PackAccounts> {
  const { temporaryPassword } = options;
  const now = new Date(options.now);
  const { missing, errors } = await findMissing(db, pack.users);
  const rows: PackAccounts['rows'] = [];
  for (const some of chunksOf(missing, HASHES_AT_ONCE)) {
    // One hash per user. Equal hashes would reveal who has not changed the password.
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
  return { rows, total: pack.users.length, errors };
}

/** Creates prepared accounts, except those created in the meantime. Returns the new ones. */
export async function importUsers(
  { tx, record, changed }: ChangeScope,
  { rows, total, errors }: PackAccounts,
  now: number,
): Promise<{
  results: z.output<typeof importUsersResponse>['results'];
  imported: { id: string; email: string }[];
}> {
  const imported: { id: string; email: string }[] = [];
  for (const chunk of chunksOf(rows)) {
    const insert = tx.insert(users).values(chunk).onConflictDoNothing();
    imported.push(...(await insert.returning({ id: users.id, email: users.email })));
  }
  const count = imported.length;
  const results = { imported: count, skipped: total - count, errors };
  await record({ action: 'setup.import-users', after: results });
  if (count > 0) changed({ topic: 'account', subjectId: null, version: now });
  return { results, imported };
}

type KeyedUser = PackUser & { emailKey: string; usernameKey: string };

async function findMissing(db: Db, pack: readonly PackUser[]) {
  const keyed: KeyedUser[] = pack.map((user) => ({
    ...user,
    ...emailColumns(user.email),
    ...usernameColumns(user.username),
  }));
  const existing = await db
    .select({ emailKey: users.emailKey, usernameKey: users.usernameKey })
    .from(users)
    .where(
      or(
        inArray(users.emailKey, keyed.map(emailKeyOf)),
        inArray(users.usernameKey, keyed.map(usernameKeyOf)),
      ),
    );
  const emails = new Set(existing.map(emailKeyOf));
  const usernames = new Set(existing.map(usernameKeyOf));
  const strangers = keyed.filter(({ emailKey }) => !emails.has(emailKey));
  return {
    missing: strangers.filter(({ usernameKey }) => !usernames.has(usernameKey)),
    errors: strangers
      .filter(({ usernameKey }) => usernames.has(usernameKey))
      .map(({ email, username }) => `${email}: another user has the username ${username}`),
  };
}

function emailKeyOf({ emailKey }: { emailKey: string }): string {
  return emailKey;
}

function usernameKeyOf({ usernameKey }: { usernameKey: string }): string {
  return usernameKey;
}
