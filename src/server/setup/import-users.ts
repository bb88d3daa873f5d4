import { inArray, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { importUsersResponse } from '#contract/setup.ts';
import { emailColumns, usernameColumns } from '../accounts/account.ts';
import { hashPassword } from '../accounts/sign-in/passwords.ts';
import type { BandPack, PackUser } from '../catalogue/band-pack/band-pack.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { toChunks } from '../db/chunks.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { newToken } from '../sessions/session-cookie.ts';

/** Leaves CPU time and queue slots for sign-ins. */
const HASHES_AT_ONCE = 2;

interface PackAccounts {
  rows: (typeof users.$inferInsert)[];
  total: number;
  errors: string[];
}

/**
 * Hashes passwords, so it runs before the transaction. Without a temporary password, users sign in
 * by link. Skips taken emails and usernames, and reports an error if another user has the username.
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
  for (const chunk of toChunks(missing, HASHES_AT_ONCE)) {
    // One hash per user: equal hashes would reveal who has not changed the password.
    const withPassword = async (user: UserWithKeys) => ({
      ...user,
      password: await hashPassword(temporaryPassword ?? newToken()),
      mustChangePassword: true,
      passwordChangedAt: now,
      createdAt: now,
      updatedAt: now,
    });
    rows.push(...(await Promise.all(chunk.map(withPassword))));
  }
  return { rows, total: pack.users.length, errors };
}

/** Skips accounts created in the meantime. Returns the new ones. */
export async function importUsers(
  { tx, record, changed }: ChangeScope,
  { rows, total, errors }: PackAccounts,
  now: number,
): Promise<{
  results: z.output<typeof importUsersResponse>['results'];
  imported: { id: string; email: string }[];
}> {
  const imported: { id: string; email: string }[] = [];
  for (const chunk of toChunks(rows)) {
    const insert = tx.insert(users).values(chunk).onConflictDoNothing();
    imported.push(...(await insert.returning({ id: users.id, email: users.email })));
  }
  const count = imported.length;
  const results = { imported: count, skipped: total - count, errors };
  await record({ action: 'setup.import-users', after: results });
  if (count > 0) changed({ topic: 'account', subjectId: null, version: now });
  return { results, imported };
}

type UserWithKeys = PackUser & { emailKey: string; usernameKey: string };

async function findMissing(db: Db, pack: readonly PackUser[]) {
  const usersWithKeys: UserWithKeys[] = pack.map((user) => ({
    ...user,
    ...emailColumns(user.email),
    ...usernameColumns(user.username),
  }));
  const existing = await db
    .select({ emailKey: users.emailKey, usernameKey: users.usernameKey })
    .from(users)
    .where(
      or(
        inArray(users.emailKey, usersWithKeys.map(getEmailKey)),
        inArray(users.usernameKey, usersWithKeys.map(getUsernameKey)),
      ),
    );
  const emails = new Set(existing.map(getEmailKey));
  const usernames = new Set(existing.map(getUsernameKey));
  const unregistered = usersWithKeys.filter(({ emailKey }) => !emails.has(emailKey));
  return {
    missing: unregistered.filter(({ usernameKey }) => !usernames.has(usernameKey)),
    errors: unregistered
      .filter(({ usernameKey }) => usernames.has(usernameKey))
      .map(({ email, username }) => `${email}: another user has the username ${username}`),
  };
}

function getEmailKey({ emailKey }: { emailKey: string }): string {
  return emailKey;
}

function getUsernameKey({ usernameKey }: { usernameKey: string }): string {
  return usernameKey;
}
