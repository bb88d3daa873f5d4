import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Whose site this is, where an owner has said so: one row, or none, and then the band pack says it. */
export const bandSettings = pgTable(
  'band_settings',
  {
    id: integer('id').primaryKey().default(1),
    /** As `band` of the contract has it. */
    facts: jsonb('facts').notNull(),
    version: integer('version').notNull(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [check('band_settings_one', sql`${t.id} = 1`)],
);
