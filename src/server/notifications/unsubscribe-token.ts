import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications.ts';
import type { Db } from '../db/open.ts';
import { siteKey } from './site-keys.ts';

// Not of those that work once: a letter's link must work for as long as the letter lies about, and all
// that it can do is to end such letters.

/** Whose letters of which kind a link ends. */
export interface Unsubscribing {
  userId: string;
  kind: NotificationKind;
}

/** The site's key by which tokens are signed. */
export function signingKey(db: Db): Promise<string> {
  return siteKey(db, 'unsubscribe', makeSigningKey);
}

export function makeSigningKey(): string {
  return randomBytes(32).toString('base64url');
}

export function signUnsubscribing({ userId, kind }: Unsubscribing, key: string): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  const what = Buffer.concat([id, Buffer.from([NOTIFICATION_KINDS.indexOf(kind)])]);
  return Buffer.concat([what, signatureOf(what, key)]).toString('base64url');
}

/** What a token is for; undefined where it is none of ours. */
export function readUnsubscribing(token: string, key: string): Unsubscribing | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + 1 + SIGNATURE_BYTES) return undefined;
  const what = bytes.subarray(0, ID_BYTES + 1);
  if (!timingSafeEqual(bytes.subarray(ID_BYTES + 1), signatureOf(what, key))) return undefined;
  const kind = NOTIFICATION_KINDS[what[ID_BYTES] ?? -1];
  const hex = what.toString('hex', 0, ID_BYTES);
  return kind && { userId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), kind };
}

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;

function signatureOf(what: Buffer, key: string): Buffer {
  const mac = createHmac('sha256', Buffer.from(key, 'base64url'));
  return mac.update('unsubscribe').update(what).digest().subarray(0, SIGNATURE_BYTES);
}
