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

// What came from archives of setlists.

/** How long a source's name and its ids may be. */
export const SOURCE_MAX = 100;
export const SOURCE_ID_MAX = 100;
export const SOURCE_URL_MAX = 500;

/** A show of an archive, by the archive's own id: a second import knows it. */
export const importedShows = pgTable(
  'imported_shows',
  {
    /** 'setlist.fm', 'songfish:kglw.net', 'shows'. */
    source: varchar('source', { length: SOURCE_MAX }).notNull(),
    sourceId: varchar('source_id', { length: SOURCE_ID_MAX }).notNull(),
    /** Null once an administrator has deleted the show: no import brings it back. */
    showId: uuid('show_id').references(() => shows.id, { onDelete: 'set null' }),
    /** What the archive said last of the show: another thing is news. `ArchiveDetails` */
    details: jsonb('details').notNull(),
    /** Of the setlist as the archive had it last, in hex. */
    setlistHash: varchar('setlist_hash', { length: 64 }).notNull(),
    /** Where the archive shows it: its terms want a link there. */
    url: varchar('url', { length: SOURCE_URL_MAX }),
    notes: text('notes'),
    soundcheck: text('soundcheck'),
    /** Who played before the band. */
    support: text('support'),
    /** Songs that the archive did not know in setlists of it that are here: each leaves its place empty. */
    unknownSongs: integer('unknown_songs').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.sourceId] }),
    index('imported_shows_show').on(t.showId),
  ],
);

/** A song that was here before an archive told of it, by the archive's key: renamed, it is still the same. */
export const importedSongs = pgTable(
  'imported_songs',
  {
    /** Of the same make as `songs.importKey` of a song that an archive brought. */
    importKey: varchar('import_key', { length: 255 }).primaryKey(),
    songId: uuid('song_id')
      .notNull()
      .references(() => songs.id, { onDelete: 'cascade' }),
  },
  (t) => [index('imported_songs_song').on(t.songId)],
);

/** What an archive has corrected since it was imported: an administrator accepts or dismisses it. */
export const proposedChanges = pgTable('proposed_changes', {
  showId: uuid('show_id')
    .primaryKey()
    .references(() => shows.id, { onDelete: 'cascade' }),
  source: varchar('source', { length: SOURCE_MAX }).notNull(),
  at: instant('at').notNull(),
  /** `ProposedContent` */
  content: jsonb('content').notNull(),
});

/** Imports that the server has made or is making, so that every node can tell how far they are. */
export const importRuns = pgTable('import_runs', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  source: varchar('source', { length: SOURCE_MAX }).notNull(),
  state: varchar('state', { length: 10, enum: IMPORT_STATES }).notNull(),
  /** The page that is in, and how many shows; `total` is null where nobody knows it. */
  place: text('place').notNull().default(''),
  done: integer('done').notNull().default(0),
  total: integer('total'),
  lines: text('lines').array().notNull().default([]),
  updatedAt: instant('updated_at').notNull(),
});
