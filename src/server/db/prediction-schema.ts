import { bigint, boolean, index, integer, pgTable, uuid, varchar } from 'drizzle-orm/pg-core';
import { instant, predictions } from './schema.ts';

// What hangs on a prediction.

/** What changed of a prediction's points after they were out: its owner reads each as a line. */
export const pointCorrections = pgTable(
  'point_corrections',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    predictionId: uuid('prediction_id')
      .notNull()
      .references(() => predictions.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    /** As it is read: 'Song 7 corrected'. */
    what: varchar('what', { length: 300 }).notNull(),
    /** By how much the points changed. */
    difference: integer('difference').notNull(),
  },
  (t) => [index('point_corrections_prediction').on(t.predictionId, t.id)],
);

/** Public links to predictions, one each at most. A new link of the same prediction gets a new token. */
export const predictionShares = pgTable('prediction_shares', {
  predictionId: uuid('prediction_id')
    .primaryKey()
    .references(() => predictions.id, { onDelete: 'cascade' }),
  /** 128 random bits, in base64url: whoever knows it sees the card. */
  token: varchar('token', { length: 32 }).notNull().unique('prediction_shares_token'),
  /** Whether the songs are shown before the lock too. */
  showsSongsEarly: boolean('shows_songs_early').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
});
