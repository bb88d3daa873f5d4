import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { instant } from './columns.ts';
import { shows } from './shows.ts';

/** Shows that a fan with the 'no spoilers' setting asked to see. */
export const revealedShows = pgTable(
  'revealed_shows',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    showId: uuid('show_id')
      .notNull()
      .references(() => shows.id, { onDelete: 'cascade' }),
    revealedAt: instant('revealed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.showId] }), index('revealed_shows_show').on(t.showId)],
);
