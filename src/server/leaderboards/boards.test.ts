import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { createChangeVersions } from '../changes/change-versions.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { createPicksCache } from '../scoring/picks-cache.ts';
import { type Boards, createBoards } from './boards.ts';

let app: TestApp;
let tour: Tour;
let leaderboards: Boards;
let song: string;
let fans: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  [song = ''] = await tour.addSongs('Ember');
  fans = await tour.addFans(3);
});
afterAll(() => app.close());
beforeEach(() => {
  leaderboards = openBoards(app.database.db);
});

function openBoards(db: Db): Boards {
  const bus = createLocalBus();
  const changeVersions = createChangeVersions(bus);
  return createBoards({ db, changeVersions }, createPicksCache({ bus, changeVersions }));
}

const fetchFirstPage = async (showId: string) => (await leaderboards.forShow(showId)).page(10, 0);

async function addPredictedShow(
  status: 'open' | 'live' | 'closed',
  fanCount: number,
): Promise<string> {
  const showId = await tour.addShow();
  for (const userId of fans.slice(0, fanCount)) await tour.addPrediction(userId, showId, [song]);
  if (status !== 'open') {
    await tour.setStatus(showId, 'live');
    await tour.play(showId, song);
  }
  if (status === 'closed') await tour.setStatus(showId, 'closed');
  return showId;
}

const getViewer = (index: number) => ({ userId: fans[index] ?? '', username: 'Fan' });

const READS = ['select', 'execute', '$count', 'transaction'] as const;

function createFailingDb(failing: number): Db {
  let reads = 0;
  return new Proxy(app.database.db, {
    get(db, name) {
      const isRead = READS.some((read) => read === name);
      if (isRead) reads += 1;
      if (isRead && reads === failing) throw new Error('The connection was lost');
      return Reflect.get(db, name, db);
    },
  });
}

async function countReads(request: () => Promise<unknown>): Promise<number> {
  const spies = READS.map((read) => vi.spyOn(app.database.db, read));
  await request();
  const reads = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return reads;
}

describe('a second show', () => {
  test.each(['open', 'live', 'closed'] as const)(
    'is neither counted nor scanned for a row, when %s',
    async (status) => {
      const bystander = await addPredictedShow(status, 3);
      const showId = await addPredictedShow(status, 1);
      expect((await fetchFirstPage(showId)).total).toBe(1);
      expect((await fetchFirstPage(bystander)).total).toBe(3);
      const leaderboard = await leaderboards.forShow(showId);
      expect(await leaderboard.findRow(getViewer(0))).toMatchObject({ userId: fans[0], rank: 1 });
      expect(await leaderboard.findRow(getViewer(1))).toBeUndefined();
    },
  );
});

test("a fan's average is rounded the same in their row and in the list", async () => {
  const userIds = await tour.addFans(2, 'Regular');
  for (const [index, userId] of userIds.entries()) {
    // 41 / 40 is 1.025, which binary floating point rounds down. The other fan has 1 per game.
    const totals = { totalPoints: 41 - index, gamesPlayed: 40, averageScore: index ? '1' : '1.03' };
    await app.database.db.update(users).set(totals).where(eq(users.id, userId));
  }
  const leaderboard = await leaderboards.global();
  const { rows } = await leaderboard.page(500, 0);
  for (const [index, userId] of userIds.entries()) {
    const row = await leaderboard.findRow({ userId, username: `Regular 000${index}` });
    expect(row).toEqual(rows.find((listedRow) => listedRow.userId === userId));
    expect(row?.averageScore).toBe(['1.03', '1.00'][index]);
  }
});

describe('a failed read', () => {
  test.each([
    ['open', 1],
    ['closed', 1],
    ['closed', 2],
    ['closed', 3],
    ['live', 1],
    ['live', 2],
    ['live', 3],
  ] as const)('of a %s show is not cached (read %i)', async (status, failing) => {
    const showId = await addPredictedShow(status, 2);
    leaderboards = openBoards(createFailingDb(failing));
    await expect(fetchFirstPage(showId)).rejects.toThrow('The connection was lost');
    expect((await fetchFirstPage(showId)).total).toBe(2);
  });
});

describe('leaderboards in memory', () => {
  test('are limited in number, so the oldest must be rebuilt', async () => {
    const showIds: string[] = [];
    for (let n = 0; n < 10; n += 1) showIds.push(await addPredictedShow('closed', 1));
    for (const showId of showIds) await fetchFirstPage(showId);
    const [oldest = '', latest = ''] = [showIds[0], showIds.at(-1)];
    expect(await countReads(() => fetchFirstPage(latest))).toBe(PAGE_READS);
    expect(await countReads(() => fetchFirstPage(oldest))).toBeGreaterThan(PAGE_READS);
  });

  test('are built once for many requests after a change', async () => {
    const showId = await addPredictedShow('closed', 3);
    const requestAll = () =>
      Promise.all(Array.from({ length: 200 }, () => leaderboards.forShow(showId)));
    const singleReads = (await countReads(() => fetchFirstPage(showId))) - PAGE_READS;
    await tour.calculate(showId);
    leaderboards = openBoards(app.database.db);
    expect(await countReads(requestAll)).toBe(singleReads);
  });

  test('are read twice for many simultaneous requests before the show', async () => {
    const showId = await addPredictedShow('open', 3);
    const leaderboard = await leaderboards.forShow(showId);
    const readAsCrowd = () =>
      Promise.all(Array.from({ length: 50 }, () => leaderboard.page(10, 0)));
    const singleReads = await countReads(() => leaderboard.page(10, 0));
    leaderboards = openBoards(app.database.db);
    expect(await countReads(readAsCrowd)).toBeLessThanOrEqual(2 * singleReads);
  });

  test('are limited for live shows, including their picks', async () => {
    const showIds: string[] = [];
    for (let n = 0; n < 10; n += 1) showIds.push(await addPredictedShow('live', 1));
    for (const showId of showIds) await fetchFirstPage(showId);
    const [oldest = '', latest = ''] = [showIds[0], showIds.at(-1)];
    expect(await countReads(() => fetchFirstPage(latest))).toBe(PAGE_READS);
    expect(await countReads(() => fetchFirstPage(oldest))).toBe(UNCACHED_READS);
  });
});

const PAGE_READS = 1;
const UNCACHED_READS = 3;
