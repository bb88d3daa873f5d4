import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { LEAGUE_COLORS, LEAGUE_NAME_MAX } from '#contract/leagues.ts';
import { users } from './accounts.ts';
import { instant, isOneOf } from './columns.ts';
import { shows } from './shows.ts';

export const leagues = pgTable(
  'leagues',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: varchar('name', { length: LEAGUE_NAME_MAX }).notNull(),
    color: varchar('color', { length: 10, enum: LEAGUE_COLORS }).notNull(),
    isListed: boolean('is_listed').notNull(),
    /** The owner is always a member. */
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    startShowId: uuid('start_show_id').references(() => shows.id, { onDelete: 'set null' }),
    /** The start show's date when it was chosen. Used once that show is deleted. */
    startsAt: instant('starts_at').notNull(),
    /** 128 random bits in base64url. Grants access to the league. */
    invitation: varchar('invitation', { length: 32 }).notNull().unique('leagues_invitation'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    check('leagues_color', isOneOf(t.color, LEAGUE_COLORS)),
    index('leagues_owner').on(t.ownerId),
    index('leagues_listed').on(t.createdAt, t.id).where(sql`is_listed`),
    index('leagues_start_show').on(t.startShowId),
  ],
);

export const leagueMembers = pgTable(
  'league_members',
  {
    leagueId: uuid('league_id')
      .notNull()
      .references(() => leagues.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    joinedAt: instant('joined_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.userId] }),
    index('league_members_user').on(t.userId),
    index('league_members_joined').on(t.leagueId, t.joinedAt, t.userId),
  ],
);

export const leagueBans = pgTable(
  'league_bans',
  {
    leagueId: uuid('league_id')
      .notNull()
      .references(() => leagues.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    bannedAt: instant('banned_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.userId] }),
    index('league_bans_user').on(t.userId),
    index('league_bans_latest').on(t.leagueId, t.bannedAt, t.userId),
  ],
);

export const leaguePosts = pgTable(
  'league_posts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    leagueId: uuid('league_id')
      .notNull()
      .references(() => leagues.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    content: text('content').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    unique('league_posts_order').on(t.leagueId, t.createdAt),
    index('league_posts_author').on(t.authorId, t.createdAt),
  ],
);

export const leagueNudges = pgTable(
  'league_nudges',
  {
    leagueId: uuid('league_id')
      .notNull()
      .references(() => leagues.id, { onDelete: 'cascade' }),
    showId: uuid('show_id')
      .notNull()
      .references(() => shows.id, { onDelete: 'cascade' }),
    /** Null after the account was deleted. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.leagueId, t.showId] }),
    index('league_nudges_show').on(t.showId),
    index('league_nudges_user').on(t.userId),
  ],
);
