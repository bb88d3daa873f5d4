import { once } from 'node:events';
import { eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql as runStatement } from '../../../tests/support/template-database.ts';
import { openTestDatabase } from '../../../tests/support/test-database.ts';
import { findViolatedConstraint, mapDatabaseError } from '../http/database-errors.ts';
import { connectionUrl, type Database, type Db, openUrl } from './open.ts';
import { users } from './schema/accounts.ts';
import { predictionSongs, predictions } from './schema/predictions.ts';
import { liveSetlistSongs } from './schema/setlists.ts';
import { shows } from './schema/shows.ts';
import { songs } from './schema/songs.ts';
import type { Tx } from './transaction.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('rejects the use of the root handle inside a transaction', async () => {
  const { db } = database;
  await expect(db.transaction(() => db.select().from(users))).rejects.toThrow(
    expect.objectContaining({
      cause: expect.objectContaining({ message: expect.stringMatching(/use its tx/) }),
    }),
  );
  await expect(db.transaction(() => db.transaction(async () => 1))).rejects.toThrow(
    /Use the outer tx/,
  );
  expect(await db.select().from(users)).toEqual([]);
});

test('a connection that breaks inside a transaction fails only that transaction', async () => {
  const { db } = database;
  const nextClient = waitForClient(db);
  const brokenTransaction = db.transaction(async (tx) => {
    await endSession(tx, nextClient);
    return tx.select().from(users);
  });
  const error = await brokenTransaction.catch((reason: unknown) => reason);
  expect(mapDatabaseError(error)).toMatchObject({ statusCode: 503, retryAfter: 2 });
  expect(await db.select().from(users)).toEqual([]);
});

test.each([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENOTFOUND', 'EAI_AGAIN'],
])('recognizes an unreachable server (%s)', (code) => {
  const error = new Error('Failed query', {
    cause: Object.assign(new Error('unreachable'), { code }),
  });
  expect(mapDatabaseError(error)).toMatchObject({ statusCode: 503, retryAfter: 2 });
});

test('releases the connection of a transaction that cannot start', async () => {
  const { db, close } = await openUrl(connectionUrl(database.db), 1);
  const isolationLevel = 'invalid' as 'serializable';
  await expect(db.transaction(async () => 1, { isolationLevel })).rejects.toThrow();
  expect(await db.transaction(async () => 'committed')).toBe('committed');
  await close();
});

describe('a transaction', () => {
  const raise = (tx: Tx, code: string) =>
    tx.execute(sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`));

  test.each(['40001', '40P01'])(
    'is retried after a conflict (%s) and applied once',
    async (code) => {
      let attempts = 0;
      await database.db.transaction(async (tx) => {
        attempts += 1;
        await tx.insert(songs).values({ title: `After ${code}` });
        if (attempts < 3) await raise(tx, code);
      });
      expect(attempts).toBe(3);
      const rows = await database.db
        .select()
        .from(songs)
        .where(eq(songs.title, `After ${code}`));
      expect(rows).toHaveLength(1);
    },
  );

  test('runs at most four times before the caller is asked to retry', async () => {
    const work = vi.fn((tx: Tx) => raise(tx, '40001'));
    const error = await database.db.transaction(work).catch((reason: unknown) => reason);
    expect(work).toHaveBeenCalledTimes(4);
    expect(mapDatabaseError(error)).toMatchObject({ statusCode: 503, retryAfter: 1 });
  });

  test('is retried if it never started because its connection had ended', async () => {
    const { db, close } = await openUrl(connectionUrl(database.db), 1);
    const query = vi
      .spyOn(pg.Client.prototype, 'query')
      .mockImplementationOnce((() =>
        Promise.reject(new Error('Connection terminated unexpectedly'))) as never);
    expect(await db.transaction(async () => 'committed')).toBe('committed');
    query.mockRestore();
    await close();
  });

  test('is not retried if the commit may have succeeded', async () => {
    const { db, close } = await openUrl(connectionUrl(database.db), 1);
    const nextClient = waitForClient(db);
    const work = vi.fn(async (tx: Tx) => {
      await tx.insert(songs).values({ title: 'Ember' });
      await endSession(tx, nextClient);
    });
    const error = await db.transaction(work).catch((reason: unknown) => reason);
    expect(work).toHaveBeenCalledOnce();
    expect(mapDatabaseError(error)).toMatchObject({ statusCode: 503, retryAfter: 2 });
    await close();
  });
});

test('cancels a statement that runs or waits for a row too long', async () => {
  const url = connectionUrl(database.db);
  const { db, close } = await openUrl(url, 1, 1);
  const error = await db.execute(sql`select pg_sleep(5)`).catch((reason: unknown) => reason);
  expect(mapDatabaseError(error)).toMatchObject({ statusCode: 503, retryAfter: 1 });
  const { rows } = await db.execute<{ name: string; setting: string }>(
    sql`select name, setting from pg_settings
      where name in ('lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
  );
  expect(rows.map(({ setting }) => Number(setting))).toEqual([30_000, 30_000]);
  await close();
});

describe('constraints', () => {
  test.each([
    ['an unknown status', () => addShow({ status: 'adjourned' as 'open' }), 'shows_status'],
    [
      'scores on an open show',
      () => addShow({ scoredAt: new Date() }),
      'shows_unscored_unless_played',
    ],
    [
      'scores on a cancelled show',
      () => addShow({ status: 'cancelled', scoredAt: new Date() }),
      'shows_unscored_unless_played',
    ],
    [
      'a lock after the start',
      () => addShow({ locksAt: new Date('2200-01-01') }),
      'shows_locks_in_time',
    ],
    ['an unknown break', () => addSetlist([1], 'tea'), 'live_setlist_songs_break'],
    ['an unknown rarity', () => addSong({ rarity: 'mythic' as 'rare' }), 'songs_rarity'],
    ['a position past 24', () => addPicks([25]), 'prediction_songs_range'],
    ['two songs at one position', () => addPicks([1, 1]), 'prediction_songs_position'],
    ['a setlist row before the first', () => addSetlist([0]), 'live_setlist_songs_range'],
    ['two setlist rows at one position', () => addSetlist([2, 2]), 'live_setlist_songs_position'],
  ])('reject %s', async (_, write, constraint) => {
    const error = await write().then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(findViolatedConstraint(error)).toBe(constraint);
  });

  test('allow one statement to swap rows', async () => {
    const showId = await addSetlist([1, 2, 3]);
    await database.db
      .update(liveSetlistSongs)
      .set({ position: sql`4 - ${liveSetlistSongs.position}` })
      .where(sql`${liveSetlistSongs.showId} = ${showId}`);
  });
});

async function endSession(tx: Tx, clientPromise: Promise<[client: pg.PoolClient]>): Promise<void> {
  const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
  const [client] = await clientPromise;
  const connectionEnd = new Promise<void>((resolve) => client.once('end', resolve));
  await runStatement(
    connectionUrl(database.db),
    `select pg_terminate_backend(${rows[0]?.pid}, 5000)`,
  );
  await connectionEnd;
}

function waitForClient(db: Db): Promise<[client: pg.PoolClient]> {
  return once(db.$client, 'acquire') as Promise<[client: pg.PoolClient]>;
}

let rowCount = 0;

async function addShow(values: Partial<typeof shows.$inferInsert> = {}): Promise<string> {
  const show = { name: 'A show', city: 'Richmond', date: new Date(), timeZone: 'UTC', ...values };
  const [row] = await database.db.insert(shows).values(show).returning({ id: shows.id });
  return row?.id ?? '';
}

async function addSong(values: Partial<typeof songs.$inferInsert> = {}): Promise<string> {
  const song = { title: `Song ${++rowCount}`, ...values };
  const [row] = await database.db.insert(songs).values(song).returning({ id: songs.id });
  return row?.id ?? '';
}

async function addPicks(positions: number[]): Promise<void> {
  const name = `fan ${++rowCount}`;
  const user = { email: name, emailKey: name, username: name, usernameKey: name, password: '-' };
  const [fan] = await database.db.insert(users).values(user).returning({ id: users.id });
  const entry = { userId: fan?.id ?? '', showId: await addShow() };
  const [row] = await database.db.insert(predictions).values(entry).returning();
  const picks = [];
  for (const position of positions)
    picks.push({ predictionId: row?.id ?? '', songId: await addSong(), position });
  await database.db.insert(predictionSongs).values(picks);
}

async function addSetlist(positions: number[], breakAfter?: string): Promise<string> {
  const showId = await addShow();
  const rows = [];
  for (const position of positions)
    rows.push({ showId, songId: await addSong(), position, breakAfter: breakAfter as 'set' });
  await database.db.insert(liveSetlistSongs).values(rows);
  return showId;
}
