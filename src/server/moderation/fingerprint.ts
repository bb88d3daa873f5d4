import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';

/** Identifies a piece of content and the fan responsible for it. */
export function fingerprint({ fan, text }: { fan: { id: string }; text: string }): string {
  return createHash('sha256').update(`${fan.id}\n${text}`).digest('hex');
}

export function buildFingerprintSql(fanId: SQL, text: SQL): SQL {
  return sql`encode(sha256(convert_to(${fanId}::text || E'\\n' || ${text}, 'UTF8')), 'hex')`;
}
