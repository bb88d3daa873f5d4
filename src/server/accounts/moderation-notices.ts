import { sql } from 'drizzle-orm';
import type { ModerationNotice } from '#contract/moderation-notices.ts';

const MAX_NOTICES = 5;

/** The unconfirmed notices, newest first. Names the table `users`, which Drizzle omits. */
export const moderationNotices = sql<ModerationNotice[]>`(
  select coalesce(json_agg(json_build_object(
    'id', id, 'kind', kind, 'about', about, 'excerpt', excerpt, 'isHidden', is_hidden,
    'mutedUntil', ${formatIsoInstant('muted_until')}, 'createdAt', ${formatIsoInstant('created_at')}
  ) order by created_at desc), '[]')
  from (
    select * from moderation_notices notices
    where notices.user_id = users.id and not is_confirmed
    order by notices.created_at desc limit ${MAX_NOTICES}
  ) latest
)`;

export function formatIsoInstant(column: string) {
  return sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);
}
