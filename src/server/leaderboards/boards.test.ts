import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { createChangeVersions } from '../changes/change-versions.ts';
import type { Db } from '../db/open.ts';
import { createPicksCache } from '../scoring/picks-cache.ts';
import { type Boards, createBoards } from './boards.ts';

let t: TestApp;
let tour: Tour;
let boards: Boards;
let song: string;
let fans: string[];

beforeAll(async () => {
  t = await openTestApp();
  tour = planTour(t);
  [song = ''] = await tour.songs('Ember');
  fans = await tour.crowd(3);
});
afterAll(() => t.close());
beforeEach(() => {
  boards = boardsOf(t.database.db);
});

function boardsOf(db: Db): Boards {
  const bus = createLocalBus();
  const changeVersions = createChangeVersions(bus);
  return createBoards({ db, changeVersions }, createPicksCache({ bus, changeVersions }));
}

const firstPage = async (showId: string) => (await boards.ofShow(showId)).page(10, 0);

async function predictedShow(status: 'open' | 'live' | 'closed', by: number): Promise<string> {
  const showId = await tour.show();
  for (const userId of fans.slice(0, by)) await tour.predicted(userId, showId, [song]);
  if (status !== 'open') {
    await tour.status(showId, 'live');
    await tour.play(showId, song);
  }
  if (status === 'closed') await tour.status(showId, 'closed');
  return showId;
}

const fanAt = (index: number) => ({ userId: fans[index] ?? '', username: 'Fan' });

const READS = ['select', 'execute', '$count', 'transaction'] as const;

function failingAt(failing: number): Db {
  let reads = 0;
  return new Proxy(t.database.db, {
    get(db, name) {
      const isRead = READS.some((read) => read === name);
      if (isRead) reads += 1;
      if (isRead && reads === failing) throw new Error('The connection was lost');
      return Reflect.get(db, name, db);
    },
  });
}

async function readsOf(ask: () => Promise<unknown>): Promise<number> {
  const spies = READS.map((read) => vi.spyOn(t.database.db, read));
  await ask();
  const reads = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return reads;
}

describe('a second show', () => {
  it.each(['open', 'live', 'closed'] as const)(
    'is neither counted nor scanned for a row, when %s',
    async (status) => {
      const bystander = await predictedShow(status, 3);
      const showId = await predictedShow(status, 1);
      expect((await firstPage(showId)).total).toBe(1);
      expect((await firstPage(bystander)).total).toBe(3);
      const board = await boards.ofShow(showId);
      expect(await board.rowOf(fanAt(0))).toMatchObject({ userId: fans[0], rank: 1 });
      expect(await board.rowOf(fanAt(1))).toBeUndefined();
    },
  );
});

describe('a failed read', () => {
  it.each([
    ['open', 1],
    ['closed', 1],
    ['closed', 2],
    ['closed', 3],
    // The show, its predictions, and the names of a page's rows.
    ['live', 1],
    ['live', 2],
    ['live', 3],
  ] as const)('is not cached: a %s show, read %i', async (status, failing) => {
    const showId = await predictedShow(status, 2);
    boards = boardsOf(failingAt(failing));
    await expect(firstPage(showId)).rejects.toThrow('The connection was lost');
    expect((await firstPage(showId)).total).toBe(2);
  });
});

describe('boards in memory', () => {
  it('are limited: the oldest of many is read again', async () => {
    const many: string[] = [];
    for (let n = 0; n < 10; n += 1) many.push(await predictedShow('closed', 1));
    for (const showId of many) await firstPage(showId);
    const [oldest = '', latest = ''] = [many[0], many.at(-1)];
    expect(await readsOf(() => firstPage(latest))).toBe(THE_PAGE);
    expect(await readsOf(() => firstPage(oldest))).toBeGreaterThan(THE_PAGE);
  });

  it('are built once for a crowd that arrives after a change', async () => {
    const showId = await predictedShow('closed', 3);
    const herd = () => Promise.all(Array.from({ length: 200 }, () => boards.ofShow(showId)));
    const once = (await readsOf(() => firstPage(showId))) - THE_PAGE;
    await tour.calculate(showId);
    boards = boardsOf(t.database.db);
    expect(await readsOf(herd)).toBe(once);
  });

  it('before the show are read twice for a crowd that arrives at once', async () => {
    const showId = await predictedShow('open', 3);
    const board = await boards.ofShow(showId);
    const crowd = () => Promise.all(Array.from({ length: 50 }, () => board.page(10, 0)));
    const once = await readsOf(() => board.page(10, 0));
    boards = boardsOf(t.database.db);
    expect(await readsOf(crowd)).toBeLessThanOrEqual(2 * once);
  });

  it('are limited for live shows too, picks included', async () => {
    const many: string[] = [];
    for (let n = 0; n < 10; n += 1) many.push(await predictedShow('live', 1));
    for (const showId of many) await firstPage(showId);
    const [oldest = '', latest = ''] = [many[0], many.at(-1)];
    expect(await readsOf(() => firstPage(latest))).toBe(THE_PAGE);
    expect(await readsOf(() => firstPage(oldest))).toBe(FROM_NOTHING);
  });
});

const THE_PAGE = 1;
const FROM_NOTHING = 3;
