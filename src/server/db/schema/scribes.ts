import { sql } from 'drizzle-orm';
import { check, index, pgTable, unique, uuid, varchar } from 'drizzle-orm/pg-core';
import { SHOW_LENGTHS } from '#contract/shows.ts';
import { users } from './accounts.ts';
import { instant } from './columns.ts';
import { shows } from './shows.ts';

export const scribes = pgTable(
  'scribes',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** SHA-256 of the invitation's token, in hex. */
    tokenHash: varchar('token_hash', { length: 64 }).notNull().unique('scribes_token_hash'),
    showId: uuid('show_id').references(() => shows.id, { onDelete: 'cascade' }),
    /** Covers every show of the tour, including later ones. */
    tourName: varchar('tour_name', { length: SHOW_LENGTHS.tourName }),
    /** Null until a fan accepts the invitation. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    check('scribes_show_or_tour', sql`(${t.showId} is null) <> (${t.tourName} is null)`),
    unique('scribes_user_show').on(t.userId, t.showId),
    unique('scribes_user_tour').on(t.userId, t.tourName),
    index('scribes_show').on(t.showId),
  ],
);
