import { sql } from 'drizzle-orm';
import type { users } from '../db/schema/accounts.ts';
import { formatIsoInstant } from './moderation-notices.ts';

/** Columns of `users`. Name the table, because Drizzle leaves it out of a query on one table. */
export const spoilerColumns = {
  spoilersHiddenSince: sql<string | null>`${formatIsoInstant('users.spoilers_hidden_since')}`,
  revealedShowIds: sql<string[]>`(
    select coalesce(json_agg(show_id order by revealed_at), '[]') from revealed_shows
    where revealed_shows.user_id = users.id
  )`,
};

/** Hides everything from now on, except the shows that the fan revealed. */
export function toSpoilerColumns(
  hidesSpoilers: boolean | undefined,
  since: string | null,
  now: Date,
) {
  if (hidesSpoilers === undefined || hidesSpoilers === (since !== null)) return {};
  return { spoilersHiddenSince: hidesSpoilers ? now : null } satisfies Partial<
    typeof users.$inferInsert
  >;
}
