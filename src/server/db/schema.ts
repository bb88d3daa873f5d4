import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { EMAIL_MAX, PROFILE_TEXT_MAX, USERNAME_MAX } from '#contract/accounts.ts';
import { AUDIT_ACTION_NAMES } from '#contract/audit.ts';
import { MAX_PICKS } from '#contract/predictions.ts';
import { BREAKS, SET_LABEL_MAX } from '#contract/setlists.ts';
import { SHOW_LENGTHS, SHOW_STATUSES } from '#contract/shows.ts';
import { DEFAULT_CATEGORY, RARITIES, SONG_LENGTHS } from '#contract/songs.ts';
import { IDENTITY_KEY_MAX } from '#contract/text.ts';

/** Instants are stored with their zone and read as `Date`. */
export function instant(name: string) {
  return timestamp(name, { withTimezone: true, mode: 'date' });
}

/** A check's text has its values in it: there are no parameters in a table's definition. */
export function isOneOf(column: AnyPgColumn, values: readonly string[]): SQL {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
}

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: varchar('email', { length: EMAIL_MAX }).notNull(),
    /** `identityKey(email)`: addresses are unique without regard to case. */
    emailKey: varchar('email_key', { length: EMAIL_MAX }).notNull().unique('users_email_key'),
    password: varchar('password', { length: 255 }).notNull(),
    username: varchar('username', { length: USERNAME_MAX }).notNull(),
    /** `identityKey(username)`: NFKC and case folded. */
    usernameKey: varchar('username_key', { length: IDENTITY_KEY_MAX })
      .notNull()
      .unique('users_username_key'),
    bio: text('bio'),
    location: varchar('location', { length: PROFILE_TEXT_MAX }),
    favoriteSong: varchar('favorite_song', { length: PROFILE_TEXT_MAX }),
    homeVenue: varchar('home_venue', { length: PROFILE_TEXT_MAX }),
    isAdmin: boolean('is_admin').notNull().default(false),
    /** When a link that was mailed to the address was opened; null: nobody knows whose it is. */
    emailVerifiedAt: instant('email_verified_at'),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    postingEndedAt: instant('posting_ended_at'),
    passwordChangedAt: instant('password_changed_at').notNull().defaultNow(),
    totalPoints: integer('total_points').notNull().default(0),
    gamesPlayed: integer('games_played').notNull().default(0),
    averageScore: numeric('average_score', { precision: 10, scale: 2 }).notNull().default('0'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    // As the global board is ordered: a plain `desc()` would put nulls last, and never serve it.
    index('users_standing')
      .on(t.totalPoints.desc().nullsFirst(), sql`${t.usernameKey} collate "C"`)
      .where(sql`${t.gamesPlayed} > 0`),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** SHA-256 of the cookie's token, in hex; the token itself is stored nowhere. */
    tokenHash: varchar('token_hash', { length: 64 }).notNull().unique('sessions_token_hash'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: varchar('user_agent', { length: 500 }),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    /** When it was last confirmed whose it is; null: not since the sign-in. */
    confirmedAt: instant('confirmed_at'),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

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
    /** Null: the usual hour before. */
    locksAt: instant('locks_at'),
    status: varchar('status', { length: 10, enum: SHOW_STATUSES }).notNull().default('open'),
    /** Grows with every change of the show, its setlist or its scores; sent with the realtime events. */
    version: integer('version').notNull().default(0),
    /** Grows with every change of what the show's own form holds, and of nothing else. */
    detailsVersion: integer('details_version').notNull().default(0),
    /** When its scores were last calculated; null while no prediction of it has points. */
    scoredAt: instant('scored_at'),
    /** By which a second import recognises the row. */
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
    index('shows_date').on(t.date),
    index('shows_status_date').on(t.status, t.date),
  ],
);

/** As `identityKey` has it: titles that differ by case, blanks or composition are the same. */
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
    /** What it came with; its figures are these plus what the setlists here say, counted when read. */
    importedFirstPlayed: instant('imported_first_played'),
    importedLastPlayed: instant('imported_last_played'),
    importedTimesPlayed: integer('imported_times_played').notNull().default(0),
    importedAveragePosition: numeric('imported_average_position', { precision: 5, scale: 2 }),
    importKey: varchar('import_key', { length: 255 }).unique('songs_import_key'),
    /** Grows with every change of what the song's form holds; its figures are no part of that. */
    version: integer('version').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('songs_title').on(titleKey(t.title)),
    check('songs_rarity', isOneOf(t.rarity, RARITIES)),
  ],
);

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
    /** The last submission. */
    submittedAt: instant('submitted_at').notNull().defaultNow(),
  },
  (t) => [
    unique('predictions_user_show').on(t.userId, t.showId),
    index('predictions_show').on(t.showId, t.submittedAt),
    check('predictions_points', sql`${t.points} >= 0`),
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
    playedAt: instant('played_at'),
    /** The show's version as of which somebody last changed or moved this very row. */
    version: integer('version').notNull().default(0),
  },
  (t) => [
    // DEFERRABLE in the migration (by hand): one UPDATE that moves rows passes through doubles.
    unique('live_setlist_songs_position').on(t.showId, t.position),
    check('live_setlist_songs_range', sql`${t.position} >= 1`),
    check('live_setlist_songs_break', isOneOf(t.breakAfter, BREAKS)),
    index('live_setlist_songs_song').on(t.songId),
  ],
);

/** Who changed what, and when; written in the transaction of the change. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    /** Null for what the program does by itself: first start, command line. */
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    action: varchar('action', { length: 50, enum: AUDIT_ACTION_NAMES }).notNull(),
    /** No foreign key on purpose: the record outlives what it is about. */
    subjectId: uuid('subject_id'),
    showId: uuid('show_id'),
    before: jsonb('before'),
    after: jsonb('after'),
    /** Set when an undo took this change back. */
    undoneAt: instant('undone_at'),
    /** The caller's own name for a change: sent again, it is not made again. */
    requestId: uuid('request_id').unique('audit_log_request'),
  },
  (t) => [index('audit_log_show').on(t.showId, t.id), index('audit_log_actor').on(t.actorId)],
);
