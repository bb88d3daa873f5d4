import { inArray, or } from 'drizzle-orm';
import type { z } from 'zod';
import type { importUsersResponse } from '#contract/setup.ts';
import { emailColumns, usernameColumns } from '../accounts/account.ts';
import { hashPassword } from '../accounts/sign-in/passwords.ts';
import { recordChange } from '../audit/record-change.ts';
import { chunksOf } from '../db/chunks.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { newToken } from '../sessions/session-cookie.ts';
import type { BandPack, PackUser } from './band-pack.ts';

/** Leaves processor time and queue slots for users who sign in. */
const HASHES_AT_ONCE = 2;

/**
 * Creates accounts for the pack's users with the temporary password, which they must change when
 * they first sign in. Without a password they can sign in only by a link. Returns the new accounts.
 * Existing accounts stay unchanged: a user whose email or username is taken is skipped, with an
 * error if the username belongs to a different person.
 */
export async function importUsers(
  db: Db,
  pack: BandPack,
  options: { temporaryPassword: string | undefined; now: number; actorId: string },
): Promise<Imported> {
  const { temporaryPassword, actorId } = options;
  const now = new Date(options.now);
  const { missing, errors } = await findMissing(db, pack.users);
  const rows: (typeof users.$inferInsert)[] = [];
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
  results: z.output<typeof importUsersResponse>['results'];
  imported: { id: string; email: string }[];
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
