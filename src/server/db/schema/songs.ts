import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  integer,
  numeric,
  pgTable,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { DEFAULT_CATEGORY, RARITIES, SONG_LENGTHS } from '#contract/songs.ts';
import { instant, isOneOf } from './columns.ts';

/** `identityKey` in SQL, except that it keeps the joiners and selectors that `songTitle` allows. */
export function titleKey(title: AnyPgColumn | SQL): SQL {
  return sql`lower(regexp_replace(normalize(${title}, NFKC), '\\s+', ' ', 'g'))`;
}

export const songs = pgTable(
  'songs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    title: varchar('title', { length: SONG_LENGTHS.title }).notNull(),
    album: varchar('album', { length: SONG_LENGTHS.album }),
    rarity: varchar('rarity', { length: 10, enum: RARITIES }).notNull().default('common'),
    category: varchar('category', { length: SONG_LENGTHS.category })
      .notNull()
      .default(DEFAULT_CATEGORY),
    /** Statistics add this site's setlists when read. */
    importedFirstPlayed: instant('imported_first_played'),
    importedLastPlayed: instant('imported_last_played'),
    importedTimesPlayed: integer('imported_times_played').notNull().default(0),
    importedAveragePosition: numeric('imported_average_position', { precision: 5, scale: 2 }),
    importKey: varchar('import_key', { length: 255 }).unique('songs_import_key'),
    /** Increases only when a field of the song's form changes. */
    version: integer('version').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('songs_title').on(titleKey(t.title)),
    check('songs_rarity', isOneOf(t.rarity, RARITIES)),
  ],
);
