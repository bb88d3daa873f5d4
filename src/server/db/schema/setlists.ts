import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { BREAKS, SET_LABEL_MAX, SOURCE_MAX } from '#contract/setlists.ts';
import { instant, isOneOf } from './columns.ts';
import { shows } from './shows.ts';
import { songs } from './songs.ts';

export const liveSetlistSongs = pgTable(
  'live_setlist_songs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    showId: uuid('show_id')
      .notNull()
      .references(() => shows.id, { onDelete: 'cascade' }),
    songId: uuid('song_id')
      .notNull()
      .references(() => songs.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    isCloser: boolean('is_closer').notNull().default(false),
    notes: text('notes'),
    setLabel: varchar('set_label', { length: SET_LABEL_MAX }),
    segue: boolean('segue').notNull().default(false),
    breakAfter: varchar('break_after', { length: 10, enum: BREAKS }),
    source: varchar('source', { length: SOURCE_MAX }),
    playedAt: instant('played_at'),
    /** The show's version when this row was last changed or moved. */
    version: integer('version').notNull().default(0),
  },
  (t) => [
    // DEFERRABLE in the migration, by hand: moving rows creates temporary duplicates.
    unique('live_setlist_songs_position').on(t.showId, t.position),
    check('live_setlist_songs_range', sql`${t.position} >= 1`),
    check('live_setlist_songs_break', isOneOf(t.breakAfter, BREAKS)),
    index('live_setlist_songs_song').on(t.songId),
  ],
);
