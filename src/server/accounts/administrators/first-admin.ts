import { eq, sql } from 'drizzle-orm';
import { email as emailSchema, SIGNUP_PASSWORD_MIN, username } from '#contract/accounts.ts';
import type { Change } from '#contract/freshness.ts';
import { type ChangeScope, runChange } from '../../changes/run-change.ts';
import type { Db, DbOrTx } from '../../db/open.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Tx } from '../../db/transaction.ts';
import { createSessionEndChanges } from '../../sessions/sessions.ts';
import { buildEmailColumns, buildUsernameColumns } from '../account.ts';
import { revokeAllAccess } from '../revoke-all-access.ts';
import { hashPassword, verifyPassword } from '../sign-in/passwords.ts';
import { revokeFirstAdminLinks } from './first-admin-link.ts';

/** Creates or promotes the account and returns changes to publish. Throws for invalid settings. */
export async function createFirstAdmin(
  db: Db,
  admin: { email: string; password: string },
): Promise<{ result: 'created' | 'promoted' | 'unchanged'; changes: readonly Change[] }> {
  const email = emailSchema.safeParse(admin.email);
  if (!email.success) throw new Error(`ADMIN_EMAIL: "${admin.email}" is not an email address.`);
  if (admin.password.length < SIGNUP_PASSWORD_MIN)
    throw new Error(`ADMIN_PASSWORD must have at least ${SIGNUP_PASSWORD_MIN} characters.`);
  const existingAccount = await findAccount(db, email.data);
  if (await isAdminWithPassword(existingAccount, admin.password))
    return { result: 'unchanged', changes: [] };
  const password = await hashPassword(admin.password);
  return runChange(db, null, async (scope) => {
    const { tx } = scope;
    await lockFirstAdmin(tx);
    // Another server with the same settings may have created the account in the meantime.
    const currentAccount = await findAccount(tx, email.data);
    if (currentAccount?.isAdmin && currentAccount.password !== existingAccount?.password)
      return 'unchanged';
    await revokeFirstAdminLinks(tx);
    return (
      (await promote(scope, email.data, password)) ?? (await create(scope, email.data, password))
    );
  });
}

/** Arbitrary key of the advisory lock that serializes servers that start at the same time. */
const FIRST_ADMIN_LOCK = 4_100_272;

async function lockFirstAdmin(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMIN_LOCK})`);
}

async function findAccount(db: DbOrTx, email: string) {
  const [user] = await db
    .select({
      password: users.password,
      isAdmin: users.isAdmin,
      mustChangePassword: users.mustChangePassword,
    })
    .from(users)
    .where(eq(users.emailKey, buildEmailColumns(email).emailKey));
  return user;
}

async function isAdminWithPassword(
  user: Awaited<ReturnType<typeof findAccount>>,
  password: string,
): Promise<boolean> {
  if (!user?.isAdmin || user.mustChangePassword) return false;
  return verifyPassword(user.password, password);
}

async function promote(
  { tx, record, changed }: ChangeScope,
  email: string,
  password: string,
): Promise<'promoted' | undefined> {
  const now = new Date();
  const [user] = await tx
    .update(users)
    .set({
      password,
      isAdmin: true,
      isModerator: false,
      mustChangePassword: false,
      passwordChangedAt: now,
      updatedAt: now,
    })
    .where(eq(users.emailKey, buildEmailColumns(email).emailKey))
    .returning({ id: users.id });
  if (!user) return undefined;
  const { hadPasskeys } = await revokeAllAccess(tx, user.id);
  const subject = { subjectId: user.id, version: now.getTime() };
  changed({ topic: 'account', ...subject }, ...createSessionEndChanges(user.id, subject.version));
  if (hadPasskeys) changed({ topic: 'credentials', ...subject });
  await record({ action: 'user.promote', subjectId: user.id });
  return 'promoted';
}

async function create(
  { tx, record, changed }: ChangeScope,
  email: string,
  password: string,
): Promise<'created'> {
  const name = await findFreeUsername(tx, email);
  const [user] = await tx
    .insert(users)
    .values({ ...buildEmailColumns(email), ...buildUsernameColumns(name), password, isAdmin: true })
    .returning({ id: users.id });
  if (!user) throw new Error('The account insert returned no row.');
  changed({ topic: 'account', subjectId: user.id, version: Date.now() });
  await record({ action: 'user.promote', subjectId: user.id });
  return 'created';
}

async function findFreeUsername(tx: Tx, email: string): Promise<string> {
  const [localPart = ''] = email.split('@');
  const baseName = username.safeParse(localPart).data ?? `${localPart.slice(0, 80)}-admin`;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? baseName : `${baseName.slice(0, 90)}-${number}`;
    const { usernameKey } = buildUsernameColumns(name);
    const [existingUser] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.usernameKey, usernameKey));
    if (!existingUser) return name;
  }
}
