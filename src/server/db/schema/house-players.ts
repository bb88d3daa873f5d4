import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { HOUSE_PLAYERS } from '#contract/house-players.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { instant, isOneOf } from './columns.ts';
import { shows } from './shows.ts';
import { songs } from './songs.ts';

// Separate from fans' tables, so that no count or rank of fans can include house players.

/** The primary key allows one prediction run per show, even if two servers try. */
export const houseNights = pgTable(
  'house_nights',
  {
    showId: uuid('show_id')
      .primaryKey()
      .references(() => shows.id, { onDelete: 'cascade' }),
    madeAt: instant('made_at').notNull(),
    /** Number of earlier setlists in the training data. */
    learntFrom: integer('learnt_from').notNull(),
    /** Number of sheets that The Twenty was made from. Null if it didn't exist yet. */
    twentySheets: integer('twenty_sheets'),
  },
  (t) => [
    check('house_nights_learnt_from', sql`${t.learntFrom} >= 0`),
    check('house_nights_twenty_sheets', sql`${t.twentySheets} between 0 and 20`),
  ],
);

export const housePicks = pgTable(
  'house_picks',
  {
    showId: uuid('show_id')
      .notNull()
      .references(() => houseNights.showId, { onDelete: 'cascade' }),
    player: varchar('player', { length: 10, enum: HOUSE_PLAYERS }).notNull(),
    position: integer('position').notNull(),
    songId: uuid('song_id')
      .notNull()
      .references(() => songs.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.showId, t.player, t.position] }),
    unique('house_picks_song').on(t.showId, t.player, t.songId),
    check('house_picks_player', isOneOf(t.player, HOUSE_PLAYERS)),
    check('house_picks_range', sql`${t.position} between 1 and ${sql.raw(`${MAX_PICKS}`)}`),
    index('house_picks_by_song').on(t.songId),
  ],
);

export const houseOdds = pgTable(
  'house_odds',
  {
    showId: uuid('show_id')
      .notNull()
      .references(() => houseNights.showId, { onDelete: 'cascade' }),
    rank: integer('rank').notNull(),
    songId: uuid('song_id')
      .notNull()
      .references(() => songs.id, { onDelete: 'cascade' }),
  },
  (t) => [
    primaryKey({ columns: [t.showId, t.rank] }),
    unique('house_odds_song').on(t.showId, t.songId),
    check('house_odds_range', sql`${t.rank} between 1 and ${sql.raw(`${MAX_PICKS}`)}`),
    index('house_odds_by_song').on(t.songId),
  ],
);
