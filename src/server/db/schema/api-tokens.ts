import { sql } from 'drizzle-orm';
import { check, index, pgTable, uuid, varchar } from 'drizzle-orm/pg-core';
import { API_TOKEN_NAME_LENGTH } from '#contract/api-tokens.ts';
import { API_TOKEN_SCOPES } from '#contract/token-scopes.ts';
import { users } from './accounts.ts';
import { instant } from './columns.ts';

export const apiTokens = pgTable(
  'api_tokens',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: varchar('name', { length: API_TOKEN_NAME_LENGTH }).notNull(),
    tokenHash: varchar('token_hash', { length: 64 }).notNull().unique('api_tokens_token_hash'),
    scopes: varchar('scopes', { length: 10, enum: API_TOKEN_SCOPES }).array().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    check('api_tokens_end', sql`${t.expiresAt} > ${t.createdAt}`),
    check('api_tokens_have_scopes', sql`cardinality(${t.scopes}) > 0`),
    index('api_tokens_user').on(t.userId),
  ],
);
