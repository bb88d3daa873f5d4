import { bigint, check, index, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core';
import { PASSKEY_NAME_MAX } from '#contract/passkeys.ts';
import { instant, isOneOf, users } from './schema.ts';

/** What a one-time token is for. */
export const TOKEN_PURPOSES = [
  'reset-password',
  'sign-in',
  'verify-email',
  'add-passkey',
  'passkey',
  'first-administrator',
] as const;

/** Keys that work once and not for long: links that are mailed, and challenges that passkeys sign. */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    /** SHA-256 of the token, in hex; the token itself is stored nowhere. */
    tokenHash: varchar('token_hash', { length: 64 }).primaryKey(),
    purpose: varchar('purpose', { length: 20, enum: TOKEN_PURPOSES }).notNull(),
    /** Null where it is for whoever signs in with it. */
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
    /** As the authenticator names it, in base64url: at most 1,023 bytes. */
    credentialId: varchar('credential_id', { length: 1_400 })
      .notNull()
      .unique('passkeys_credential'),
    /** COSE, in base64url. */
    publicKey: text('public_key').notNull(),
    /** How often it has signed, as it says itself; 0 where it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How a browser reaches it: usb, nfc, ble, internal, hybrid. */
    transports: text('transports').array().notNull(),
    name: varchar('name', { length: PASSKEY_NAME_MAX }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
);

/** Browsers in which somebody has signed in to an account: strangers' failures do not hinder them. */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** SHA-256 of the token in the device's cookie, in hex. */
    tokenHash: varchar('token_hash', { length: 64 }).primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('known_devices_user').on(t.userId)],
);
