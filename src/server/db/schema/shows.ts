import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, uuid, varchar } from 'drizzle-orm/pg-core';
import { SHOW_LENGTHS, SHOW_STATUSES } from '#contract/shows.ts';
import { instant, isOneOf } from './columns.ts';

export const shows = pgTable(
  'shows',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: varchar('name', { length: SHOW_LENGTHS.name }).notNull(),
    venue: varchar('venue', { length: SHOW_LENGTHS.venue }),
    city: varchar('city', { length: SHOW_LENGTHS.city }).notNull(),
    state: varchar('state', { length: SHOW_LENGTHS.state }),
    country: varchar('country', { length: SHOW_LENGTHS.country }).default('USA'),
    date: instant('date').notNull(),
    timeZone: varchar('time_zone', { length: SHOW_LENGTHS.timeZone }).notNull(),
    tourName: varchar('tour_name', { length: SHOW_LENGTHS.tourName }),
    /** Null means one hour before the start. */
    locksAt: instant('locks_at'),
    status: varchar('status', { length: 10, enum: SHOW_STATUSES }).notNull().default('open'),
    /** Increases with every change to the show, its setlist or its scores. */
    version: integer('version').notNull().default(0),
    /** Increases only when a field of the show's form changes. */
    detailsVersion: integer('details_version').notNull().default(0),
    /** Null while no prediction has points. */
    scoredAt: instant('scored_at'),
    /** When the show last closed with points. Kept if it reopens, until the points are cleared. */
    publishedAt: instant('published_at'),
    /** The last correction to the setlist after `publishedAt`; null without one. */
    correctedAt: instant('corrected_at'),
    /** Hashes of all published setlists, oldest first. Returning to one removes later ones. */
    publishedSetlists: jsonb('published_setlists')
      .$type<{ hash: string; correctedAt: string | null }[]>()
      .notNull()
      .default([]),
    /** Whether fans saw the picks before the last change to the show, even if they don't now. */
    werePicksRevealed: boolean('were_picks_revealed').notNull().default(false),
    arePredictionsFrozen: boolean('are_predictions_frozen').notNull().default(false),
    importKey: varchar('import_key', { length: 255 }).unique('shows_import_key'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    check('shows_status', isOneOf(t.status, SHOW_STATUSES)),
    check('shows_locks_in_time', sql`${t.locksAt} <= ${t.date}`),
    check(
      'shows_unscored_unless_played',
      sql`${t.status} in ('live', 'closed') or ${t.scoredAt} is null`,
    ),
    check('shows_published_if_scored', sql`${t.publishedAt} is null or ${t.scoredAt} is not null`),
    check(
      'shows_corrected_if_published',
      sql`${t.correctedAt} is null or ${t.publishedAt} is not null`,
    ),
    check(
      'shows_frozen_after_reveal',
      sql`${t.werePicksRevealed} or not ${t.arePredictionsFrozen}`,
    ),
    index('shows_date').on(t.date),
    index('shows_status_date').on(t.status, t.date),
  ],
);
