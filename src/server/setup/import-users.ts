import { inArray, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { importUsersResponse } from '#contract/setup.ts';
import { buildEmailColumns, buildUsernameColumns } from '../accounts/account.ts';
import { hashPassword } from '../accounts/sign-in/passwords.ts';
import type { BandPack, PackUser } from '../catalog/band-pack/band-pack.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { toChunks } from '../db/chunks.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { createToken } from '../random-token.ts';

/** Leaves CPU time and queue slots for sign-ins. */
const HASHES_AT_ONCE = 2;

interface PackAccounts {
  rows: (typeof users.$inferInsert)[];
  total: number;
  errors: string[];
}

/** Hashes passwords, so call it before the transaction. Reports usernames that are taken. */
export async function prepareAccounts(
  db: Db,
  pack: BandPack,
  options: { temporaryPassword: string | undefined; now: number },
): Promise<PackAccounts> {
  const { temporaryPassword } = options;
  const now = new Date(options.now);
  const { missingUsers, errors } = await findMissingUsers(db, pack.users);
  const rows: PackAccounts['rows'] = [];
  for (const chunk of toChunks(missingUsers, HASHES_AT_ONCE)) {
    // Hashes separately, because equal hashes would reveal who did not change the password.
    const withPassword = async (user: UserWithKeys) => ({
      ...user,
      password: await hashPassword(temporaryPassword ?? createToken()),
      mustChangePassword: true,
      passwordChangedAt: now,
      createdAt: now,
      updatedAt: now,
    });
    rows.push(...(await Promise.all(chunk.map(withPassword))));
  }
  return { rows, total: pack.users.length, errors };
}

export async function importUsers(
  { tx, record, changed }: ChangeScope,
  { rows, total, errors }: PackAccounts,
  now: number,
): Promise<{
  results: z.output<typeof importUsersResponse>['results'];
  importedUsers: { id: string; email: string }[];
}> {
  const importedUsers: { id: string; email: string }[] = [];
  for (const chunk of toChunks(rows)) {
    const insert = tx.insert(users).values(chunk).onConflictDoNothing();
    importedUsers.push(...(await insert.returning({ id: users.id, email: users.email })));
  }
  const count = importedUsers.length;
  const results = { imported: count, skipped: total - count, errors };
  await record({ action: 'setup.import-users', after: results });
  if (count > 0) changed({ topic: 'account', subjectId: null, version: now });
  return { results, importedUsers };
}

type UserWithKeys = PackUser & { emailKey: string; usernameKey: string };

async function findMissingUsers(db: Db, packUsers: readonly PackUser[]) {
  const usersWithKeys: UserWithKeys[] = packUsers.map((user) => ({
    ...user,
    ...buildEmailColumns(user.email),
    ...buildUsernameColumns(user.username),
  }));
  const existingUsers = await db
    .select({ emailKey: users.emailKey, usernameKey: users.usernameKey })
    .from(users)
    .where(
      or(
        inArray(users.emailKey, usersWithKeys.map(getEmailKey)),
        inArray(users.usernameKey, usersWithKeys.map(getUsernameKey)),
      ),
    );
  const emails = new Set(existingUsers.map(getEmailKey));
  const usernames = new Set(existingUsers.map(getUsernameKey));
  const unregisteredUsers = usersWithKeys.filter(({ emailKey }) => !emails.has(emailKey));
  return {
    missingUsers: unregisteredUsers.filter(({ usernameKey }) => !usernames.has(usernameKey)),
    errors: unregisteredUsers
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
