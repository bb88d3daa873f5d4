import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { EMAIL_MAX, PROFILE_FIELDS, PROFILE_TEXT_MAX, USERNAME_MAX } from '#contract/accounts.ts';
import { PASSKEY_NAME_MAX } from '#contract/passkeys.ts';
import { IDENTITY_KEY_MAX } from '#contract/text.ts';
import { instant, isEachOneOf, isOneOf } from './columns.ts';

export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: varchar('email', { length: EMAIL_MAX }).notNull(),
    /** `identityKey(email)` */
    emailKey: varchar('email_key', { length: EMAIL_MAX }).notNull().unique('users_email_key'),
    password: varchar('password', { length: 255 }).notNull(),
    username: varchar('username', { length: USERNAME_MAX }).notNull(),
    /** `identityKey(username)` */
    usernameKey: varchar('username_key', { length: IDENTITY_KEY_MAX })
      .notNull()
      .unique('users_username_key'),
    bio: text('bio'),
    location: varchar('location', { length: PROFILE_TEXT_MAX }),
    favoriteSong: varchar('favorite_song', { length: PROFILE_TEXT_MAX }),
    homeVenue: varchar('home_venue', { length: PROFILE_TEXT_MAX }),
    hasPrivateSheets: boolean('has_private_sheets').notNull().default(false),
    /** Profile fields that other fans don't see. */
    hiddenFields: text('hidden_fields', { enum: PROFILE_FIELDS }).array().notNull().default([]),
    /** When the fan turned 'no spoilers' on; null if it is off. */
    spoilersHiddenSince: instant('spoilers_hidden_since'),
    isAdmin: boolean('is_admin').notNull().default(false),
    isModerator: boolean('is_moderator').notNull().default(false),
    emailVerifiedAt: instant('email_verified_at'),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    postingEndedAt: instant('posting_ended_at'),
    /** Until this time, the fan can't post, report, or change text that others can read. */
    mutedUntil: instant('muted_until'),
    passwordChangedAt: instant('password_changed_at').notNull().defaultNow(),
    totalPoints: integer('total_points').notNull().default(0),
    gamesPlayed: integer('games_played').notNull().default(0),
    averageScore: numeric('average_score', { precision: 10, scale: 2 }).notNull().default('0'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    // The exact order of the global board. With a plain `desc()` the planner would not use it.
    index('users_standing')
      .on(t.totalPoints.desc().nullsFirst(), sql`${t.usernameKey} collate "C"`)
      .where(sql`${t.gamesPlayed} > 0`),
    check('users_one_role', sql`not (${t.isAdmin} and ${t.isModerator})`),
    check('users_hidden_fields', isEachOneOf(t.hiddenFields, PROFILE_FIELDS)),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** SHA-256 of the cookie's token, in hex. */
    tokenHash: varchar('token_hash', { length: 64 }).notNull().unique('sessions_token_hash'),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: varchar('user_agent', { length: 500 }),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    confirmedAt: instant('confirmed_at'),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

export const TOKEN_PURPOSES = [
  'reset-password',
  'sign-in',
  'verify-email',
  'add-passkey',
  'passkey',
  'first-administrator',
] as const;

export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    /** SHA-256 of the token, in hex. */
    tokenHash: varchar('token_hash', { length: 64 }).primaryKey(),
    purpose: varchar('purpose', { length: 20, enum: TOKEN_PURPOSES }).notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    check('one_time_tokens_purpose', isOneOf(t.purpose, TOKEN_PURPOSES)),
    index('one_time_tokens_user').on(t.userId),
    index('one_time_tokens_expiry').on(t.expiresAt),
  ],
);

export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** At most 1,023 bytes (WebAuthn), in base64url. */
    credentialId: varchar('credential_id', { length: 1_400 })
      .notNull()
      .unique('passkeys_credential'),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** WebAuthn's signature counter; 0 if the authenticator has none. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    name: varchar('name', { length: PASSKEY_NAME_MAX }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
);

/** Devices whose sign-ins are not throttled by failed attempts from elsewhere. */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** SHA-256 of the device cookie's token, in hex. */
    tokenHash: varchar('token_hash', { length: 64 }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('known_devices_user').on(t.userId)],
);
