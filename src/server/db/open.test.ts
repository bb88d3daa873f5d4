import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sql as runStatement, withDatabase } from '../../../tests/support/template-database.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { apiErrorOfDatabase, violatedConstraint } from '../http/database-errors.ts';
import { type Database, openUrl } from './open.ts';
import { liveSetlistSongs, predictionSongs, predictions, shows, songs, users } from './schema.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('the root handle refuses to work inside a transaction', async () => {
  const { db } = database;
  await expect(db.transaction(() => db.select().from(users))).rejects.toThrow(
    expect.objectContaining({
      cause: expect.objectContaining({ message: expect.stringMatching(/use its tx/) }),
    }),
  );
  await expect(db.transaction(() => db.transaction(async () => 1))).rejects.toThrow(
    /pass its tx on/,
  );
  expect(await db.select().from(users)).toEqual([]);
});

test('a connection that breaks between two queries of a transaction fails that one alone', async () => {
  const { db } = database;
  const broken = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await endBackend(rows[0]?.pid ?? 0);
    return tx.select().from(users);
  });
  const error = await broken.catch((reason: unknown) => reason);
  expect(apiErrorOfDatabase(error)).toMatchObject({ statusCode: 503, retryAfter: 2 });
  expect(await db.select().from(users)).toEqual([]);
});

test('a transaction that cannot begin gives its connection back', async () => {
  const { db, close } = await openUrl(await ownUrl(), 1);
  const isolationLevel = 'of no such kind' as 'serializable';
  await expect(db.transaction(async () => 1, { isolationLevel })).rejects.toThrow();
  expect(await db.transaction(async () => 'had one')).toBe('had one');
  await close();
});

describe('constraints', () => {
  test.each([
    ['a status of no meaning', () => addShow({ status: 'cancelled' as 'open' }), 'shows_status'],
    [
      'scores on an open show',
      () => addShow({ scoredAt: new Date() }),
      'shows_unscored_while_open',
    ],
    ['an unknown rarity', () => addSong({ rarity: 'mythic' as 'rare' }), 'songs_rarity'],
    ['a place past 24', () => addPicks([25]), 'prediction_songs_range'],
    ['two songs in one place', () => addPicks([1, 1]), 'prediction_songs_position'],
    ['a setlist row before the first', () => addSetlist([0]), 'live_setlist_songs_range'],
    ['two setlist rows in one place', () => addSetlist([2, 2]), 'live_setlist_songs_position'],
  ])('refuse %s', async (_, write, constraint) => {
    const error = await write().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(violatedConstraint(error)).toBe(constraint);
  });

  test('let one statement move rows through each other', async () => {
    const showId = await addSetlist([1, 2, 3]);
    await database.db
      .update(liveSetlistSongs)
      .set({ position: sql`4 - ${liveSetlistSongs.position}` })
      .where(sql`${liveSetlistSongs.showId} = ${showId}`);
  });
});

/** URL of this file's database, for a pool of its own. */
async function ownUrl(): Promise<string> {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select current_database() as name`,
  );
  return withDatabase(inject('databaseTemplate').url, rows[0]?.name ?? '');
}

/** From outside, as when PostgreSQL ends; by the time this resolves, the client has been told. */
async function endBackend(pid: number): Promise<void> {
  const template = inject('databaseTemplate');
  await runStatement(template.url, `select pg_terminate_backend(${pid}, 5000)`);
  await new Promise((resolve) => setTimeout(resolve, 100));
}

let made = 0;

async function addShow(values: Partial<typeof shows.$inferInsert> = {}): Promise<string> {
  const show = { name: 'A show', city: 'Richmond', date: new Date(), timeZone: 'UTC', ...values };
  const [row] = await database.db.insert(shows).values(show).returning({ id: shows.id });
  return row?.id ?? '';
}

async function addSong(values: Partial<typeof songs.$inferInsert> = {}): Promise<string> {
  const song = { title: `Song ${++made}`, ...values };
  const [row] = await database.db.insert(songs).values(song).returning({ id: songs.id });
  return row?.id ?? '';
}

async function addPicks(positions: number[]): Promise<void> {
  const name = `fan ${++made}`;
  const user = { email: name, emailKey: name, username: name, usernameKey: name, password: '-' };
  const [fan] = await database.db.insert(users).values(user).returning({ id: users.id });
  const entry = { userId: fan?.id ?? '', showId: await addShow() };
  const [row] = await database.db.insert(predictions).values(entry).returning();
  const picks = [];
  for (const position of positions)
    picks.push({ predictionId: row?.id ?? '', songId: await addSong(), position });
  await database.db.insert(predictionSongs).values(picks);
}

async function addSetlist(positions: number[]): Promise<string> {
  const showId = await addShow();
  const rows = [];
  for (const position of positions) rows.push({ showId, songId: await addSong(), position });
  await database.db.insert(liveSetlistSongs).values(rows);
  return showId;
}
