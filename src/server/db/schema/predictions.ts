import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { MAX_PICKS } from '#contract/predictions.ts';
import { users } from './accounts.ts';
import { instant } from './columns.ts';
import { shows } from './shows.ts';
import { songs } from './songs.ts';

export const predictions = pgTable(
  'predictions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    showId: uuid('show_id')
      .notNull()
      .references(() => shows.id, { onDelete: 'cascade' }),
    points: integer('points'),
    /** Whether the picks are exactly those that 'Surprise me' drew, as the client reported it. */
    isSurprise: boolean('is_surprise').notNull().default(false),
    submittedAt: instant('submitted_at').notNull().defaultNow(),
  },
  (t) => [
    unique('predictions_user_show').on(t.userId, t.showId),
    index('predictions_show').on(t.showId, t.submittedAt),
    check('predictions_points', sql`${t.points} >= 0`),
  ],
);

export const voidedPredictions = pgTable(
  'voided_predictions',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    showId: uuid('show_id')
      .notNull()
      .references(() => shows.id, { onDelete: 'cascade' }),
    voidedAt: instant('voided_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.showId] }),
    index('voided_predictions_show').on(t.showId),
  ],
);

export const predictionSongs = pgTable(
  'prediction_songs',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    predictionId: uuid('prediction_id')
      .notNull()
      .references(() => predictions.id, { onDelete: 'cascade' }),
    songId: uuid('song_id')
      .notNull()
      .references(() => songs.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
  },
  (t) => [
    unique('prediction_songs_position').on(t.predictionId, t.position),
    unique('prediction_songs_song').on(t.predictionId, t.songId),
    check('prediction_songs_range', sql`${t.position} between 1 and ${sql.raw(`${MAX_PICKS}`)}`),
    index('prediction_songs_by_song').on(t.songId),
  ],
);

export const pointCorrections = pgTable(
  'point_corrections',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    predictionId: uuid('prediction_id')
      .notNull()
      .references(() => predictions.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    /** The displayed reason, such as '“Ember” removed from 7'. */
    what: varchar('what', { length: 300 }).notNull(),
    difference: integer('difference').notNull(),
  },
  (t) => [index('point_corrections_prediction').on(t.predictionId, t.id)],
);

export const predictionShares = pgTable('prediction_shares', {
  predictionId: uuid('prediction_id')
    .primaryKey()
    .references(() => predictions.id, { onDelete: 'cascade' }),
  /** 128 random bits in base64url. Grants access to the card. */
  token: varchar('token', { length: 32 }).notNull().unique('prediction_shares_token'),
  showsSongsEarly: boolean('shows_songs_early').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
});
