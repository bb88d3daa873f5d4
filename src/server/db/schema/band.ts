import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** One row, or none while the band pack applies. */
export const bandSettings = pgTable(
  'band_settings',
  {
    id: integer('id').primaryKey().default(1),
    facts: jsonb('facts').notNull(),
    version: integer('version').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [check('band_settings_one', sql`${t.id} = 1`)],
);
