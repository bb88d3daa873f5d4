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

/** A show of an archive, by the archive's id, so that a second import recognizes it. */
export const importedShows = pgTable(
  'imported_shows',
  {
    /** 'setlist.fm', 'songfish:kglw.net', 'shows'. */
    source: varchar('source', { length: SOURCE_MAX }).notNull(),
    sourceId: varchar('source_id', { length: SOURCE_ID_MAX }).notNull(),
    /** Null if an administrator deleted the show. Imports don't restore it. */
    showId: uuid('show_id').references(() => shows.id, { onDelete: 'set null' }),
    /** `ArchiveDetails` of the last import, to detect changes. */
    details: jsonb('details').notNull(),
    /** Hash of the archive's last setlist, in hex. */
    setlistHash: varchar('setlist_hash', { length: 64 }).notNull(),
    /** The show's page in the archive, whose terms require a link. */
    url: varchar('url', { length: SOURCE_URL_MAX }),
    notes: text('notes'),
    soundcheck: text('soundcheck'),
    /** The support act. */
    support: text('support'),
    /** Songs the archive could not name. Each leaves a gap in the setlist. */
    unknownSongs: integer('unknown_songs').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.sourceId] }),
    index('imported_shows_show').on(t.showId),
  ],
);

/** Links a song that existed before the import to the archive's key, so a renamed song still matches. */
export const importedSongs = pgTable(
  'imported_songs',
  {
    /** Same format as `songs.importKey`. */
    importKey: varchar('import_key', { length: 255 }).primaryKey(),
    songId: uuid('song_id')
      .notNull()
      .references(() => songs.id, { onDelete: 'cascade' }),
  },
  (t) => [index('imported_songs_song').on(t.songId)],
);

/** An archive's later corrections of a show, for an administrator to accept or dismiss. */
export const proposedChanges = pgTable('proposed_changes', {
  showId: uuid('show_id')
    .primaryKey()
    .references(() => shows.id, { onDelete: 'cascade' }),
  source: varchar('source', { length: SOURCE_MAX }).notNull(),
  at: instant('at').notNull(),
  /** `ProposedContent` */
  content: jsonb('content').notNull(),
});

/** Imports with their progress, which every node can read. */
export const importRuns = pgTable('import_runs', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  source: varchar('source', { length: SOURCE_MAX }).notNull(),
  state: varchar('state', { length: 10, enum: IMPORT_STATES }).notNull(),
  /** The last imported page and the number of shows; `total` is null if unknown. */
  place: text('place').notNull().default(''),
  done: integer('done').notNull().default(0),
  total: integer('total'),
  lines: text('lines').array().notNull().default([]),
  updatedAt: instant('updated_at').notNull(),
});
