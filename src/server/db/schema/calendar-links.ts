import { pgTable, uuid, varchar } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { instant } from './columns.ts';

export const calendarLinks = pgTable('calendar_links', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  token: varchar('token', { length: 22 }).notNull().unique('calendar_links_token'),
  createdAt: instant('created_at').notNull(),
});
