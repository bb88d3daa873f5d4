import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { eq } from 'drizzle-orm';
import { DAY } from '#contract/durations.ts';
import { paths } from '#contract/pages.ts';
import type { Db, DbOrTx } from '../../db/open.ts';
import { oneTimeTokens, users } from '../../db/schema/accounts.ts';
import type { Tx } from '../../db/transaction.ts';
import { issueTokens, lockToken, peekToken } from '../links/one-time-tokens.ts';

const FILE_NAME = 'first-administrator.txt';
const LIFETIME_DAYS = 7;
const PURPOSE = 'first-administrator';

interface FirstAdminOffer {
  folder: string;
  site: string;
  isOnTerminal: boolean;
  now?: number;
}

/** Returns the text to print, or undefined if an administrator exists. Saves the link in a file. */
export async function offerFirstAdmin(
  db: Db,
  { folder, site, isOnTerminal, now = Date.now() }: FirstAdminOffer,
): Promise<string | undefined> {
  const file = resolveFile(folder);
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.isAdmin, true))
    .limit(1);
  if (admin) {
    await removeFirstAdminFile(folder);
    return undefined;
  }
  const token = (await readToken(db, file, now)) ?? (await createFirstAdminToken(db, now));
  const link = `${new URL(paths.firstAdministrator(), site).href}#${token}`;
  const isSaved = await saveLink(file, link).then(
    () => true,
    () => false,
  );
  if (!isOnTerminal) return formatWithoutLink(file, isSaved);
  const note = isSaved
    ? `The link is also in ${file} and is printed at every start.`
    : `Failed to write the link to ${file}: copy it now.`;
  return `There is no administrator yet. Open this link within ${LIFETIME_DAYS} days to look around, set up your band or restore a backup:\n  ${link}\n${note}`;
}

/** Keeps the link out of logs, which other people may read. */
function formatWithoutLink(file: string, isSaved: boolean): string {
  return isSaved
    ? `There is no administrator yet. To set up your band or restore a backup, open the link in ${file} within ${LIFETIME_DAYS} days.`
    : `There is no administrator yet, and the server failed to write the link that creates one to ${file}. Make that folder writable, start the server in a terminal, or set ADMIN_EMAIL and ADMIN_PASSWORD.`;
}

export async function removeFirstAdminFile(folder: string): Promise<void> {
  // A failure is ignored, because the next start removes the file.
  await rm(resolveFile(folder), { force: true }).catch(() => undefined);
}

function resolveFile(folder: string): string {
  return join(resolve(folder), FILE_NAME);
}

async function readToken(db: Db, file: string, now: number): Promise<string | undefined> {
  const [, token] = (await readFile(file, 'utf8').catch(() => '')).trim().split('#');
  return token && (await isFirstAdminToken(db, token, now)) ? token : undefined;
}

export async function createFirstAdminToken(db: Db, now: number): Promise<string> {
  const lifetimeMs = LIFETIME_DAYS * DAY;
  const [token = ''] = await issueTokens(db, PURPOSE, [null], { now, lifetimeMs });
  return token;
}

async function saveLink(file: string, link: string): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  await writeFile(file, `${link}\n`, { mode: 0o600 });
  await chmod(file, 0o600);
}

/** Locks the token's row. */
export async function isFirstAdminToken(db: DbOrTx, token: string, now: number): Promise<boolean> {
  return lockToken(db, PURPOSE, token, now);
}

/** Returns undefined for an unknown, used or expired token. */
export async function readFirstAdminExpiry(
  db: DbOrTx,
  token: string,
  now: number,
): Promise<Date | undefined> {
  return (await peekToken(db, PURPOSE, token, now))?.expiresAt;
}

export async function revokeFirstAdminLinks(tx: Tx): Promise<void> {
  await tx.delete(oneTimeTokens).where(eq(oneTimeTokens.purpose, PURPOSE));
}
