import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { IMPORT_STATES } from '#contract/imports.ts';
import { instant } from './columns.ts';
import { shows } from './shows.ts';
import { songs } from './songs.ts';

export const SOURCE_MAX = 100;
export const SOURCE_ID_MAX = 100;
export const SOURCE_URL_MAX = 500;

/** The archives' versions of shows. A second import uses them to recognize a show. */
export const importedShows = pgTable(
  'imported_shows',
  {
    /** 'setlist.fm', 'songfish:kglw.net', 'shows'. */
    source: varchar('source', { length: SOURCE_MAX }).notNull(),
    sourceId: varchar('source_id', { length: SOURCE_ID_MAX }).notNull(),
    /** Null after an administrator deleted the show. Imports don't restore it. */
    showId: uuid('show_id').references(() => shows.id, { onDelete: 'set null' }),
    /** `ArchiveDetails` of the last import. */
    details: jsonb('details').notNull(),
    setlistHash: varchar('setlist_hash', { length: 64 }).notNull(),
    /** The archive's page, which its terms require us to link. */
    url: varchar('url', { length: SOURCE_URL_MAX }),
    notes: text('notes'),
    soundcheck: text('soundcheck'),
    support: text('support'),
    /** The number of unknown songs. Each leaves a gap in the setlist. */
    unknownSongs: integer('unknown_songs').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.sourceId] }),
    index('imported_shows_show').on(t.showId),
  ],
);

/** Archive keys of songs that existed before the import, so a renamed song still matches. */
export const importedSongs = pgTable(
  'imported_songs',
  {
    importKey: varchar('import_key', { length: 255 }).primaryKey(),
    songId: uuid('song_id')
      .notNull()
      .references(() => songs.id, { onDelete: 'cascade' }),
  },
  (t) => [index('imported_songs_song').on(t.songId)],
);

export const proposedChanges = pgTable('proposed_changes', {
  showId: uuid('show_id')
    .primaryKey()
    .references(() => shows.id, { onDelete: 'cascade' }),
  source: varchar('source', { length: SOURCE_MAX }).notNull(),
  at: instant('at').notNull(),
  /** `ProposedContent` */
  content: jsonb('content').notNull(),
});

export const importRuns = pgTable('import_runs', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  source: varchar('source', { length: SOURCE_MAX }).notNull(),
  state: varchar('state', { length: 10, enum: IMPORT_STATES }).notNull(),
  place: text('place').notNull().default(''),
  done: integer('done').notNull().default(0),
  total: integer('total'),
  lines: text('lines').array().notNull().default([]),
  updatedAt: instant('updated_at').notNull(),
});
