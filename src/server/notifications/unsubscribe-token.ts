import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications.ts';
import type { Db } from '../db/open.ts';
import { loadSiteKey } from './site-keys.ts';

// A token works more than once and never expires, because it can only turn off emails.

export interface UnsubscribeClaim {
  userId: string;
  kind: NotificationKind;
}

export function loadSigningKey(db: Db): Promise<string> {
  return loadSiteKey(db, 'unsubscribe', generateSigningKey);
}

export function generateSigningKey(): string {
  return randomBytes(32).toString('base64url');
}

export function createUnsubscribeToken({ userId, kind }: UnsubscribeClaim, key: string): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  const payload = Buffer.concat([id, Buffer.from([NOTIFICATION_KINDS.indexOf(kind)])]);
  return Buffer.concat([payload, computeSignature(payload, key)]).toString('base64url');
}

/** Returns undefined if this site did not sign the token. */
export function verifyUnsubscribeToken(token: string, key: string): UnsubscribeClaim | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== ID_BYTES + 1 + SIGNATURE_BYTES) return undefined;
  const payload = bytes.subarray(0, ID_BYTES + 1);
  if (!timingSafeEqual(bytes.subarray(ID_BYTES + 1), computeSignature(payload, key)))
    return undefined;
  const kind = NOTIFICATION_KINDS[payload[ID_BYTES] ?? -1];
  const hex = payload.toString('hex', 0, ID_BYTES);
  return kind && { userId: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), kind };
}

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;

function computeSignature(payload: Buffer, key: string): Buffer {
  const hmac = createHmac('sha256', Buffer.from(key, 'base64url'));
  return hmac.update('unsubscribe').update(payload).digest().subarray(0, SIGNATURE_BYTES);
}
