import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { MINUTE } from '#contract/durations.ts';
import { checkRedis } from '#server/doctor/service-checks.ts';
import { createLimits } from '#server/http/limit.ts';
import { createRedisCounts } from '#server/http/shared-counts.ts';
import { openRedis } from '#server/redis.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';

const log = { warn: vi.fn(), info: vi.fn(), debug: vi.fn() };
let server: RedisServer;
const connections: Redis[] = [];

beforeAll(async () => {
  server = await startRedis();
});
afterEach(() => {
  for (const redis of connections.splice(0)) redis.disconnect();
});
afterAll(() => server.kill());

async function createNodeLimit(name: string, windowMs = MINUTE) {
  const redis = await openRedis(server.url, log);
  connections.push(redis);
  await once(redis, 'ready');
  const { counts, isRejectingWrites } = createRedisCounts(redis, log);
  const limit = createLimits(Date.now, counts)({ name, max: 3, windowMs, message: 'Enough.' });
  return { ...limit, redis, isRejectingWrites };
}

test('nodes share counts and refunds per key', async () => {
  const firstNode = await createNodeLimit('shared');
  const secondNode = await createNodeLimit('shared');
  for (let n = 0; n < 3; n += 1) {
    await firstNode.count('a');
    await firstNode.count('bystander');
  }
  await expect(secondNode.check('a')).rejects.toThrow('Enough.');
  await firstNode.refund('a');
  await secondNode.check('a');
  await expect(secondNode.check('bystander')).rejects.toThrow('Enough.');
});

test('nodes together consume no more than the maximum', async () => {
  const nodes = [await createNodeLimit('consumed'), await createNodeLimit('consumed')];
  await nodes[0]?.consume('bystander');
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) => nodes[n % 2]?.consume('a')),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(nodes[1]?.consume('a')).rejects.toThrow('Enough. Please wait');
  await nodes[1]?.refund('a');
  await nodes[0]?.consume('a');
  await nodes[1]?.check('bystander');
});

test('a refund after the window has ended stores nothing', async () => {
  const limit = await createNodeLimit('over', 50);
  await limit.count('a');
  await expect.poll(() => connections[0]?.keys('*over*')).toEqual([]);
  await limit.refund('a');
  await expect.poll(() => connections[0]?.keys('*over*')).toEqual([]);
});

test.each<[string, (redis: Redis) => Promise<unknown>, (redis: Redis) => Promise<unknown>]>([
  [
    'is a read-only replica',
    (redis) => redis.replicaof('127.0.0.1', '1'),
    (redis) => redis.replicaof('NO', 'ONE'),
  ],
  [
    'rejects writes because saving to disk failed',
    // Without two replicas, Redis then rejects the same commands as after a failed save.
    (redis) => redis.config('SET', 'min-replicas-to-write', '2'),
    (redis) => redis.config('SET', 'min-replicas-to-write', '0'),
  ],
])(
  "a limit falls back to the node's own count while Redis %s, with one warning",
  async (reason, breakRedis, repair) => {
    const name = `rejected ${reason}`;
    const limit = await createNodeLimit(name);
    await limit.count('bystander');
    await breakRedis(limit.redis);
    log.warn.mockClear();
    try {
      for (let n = 0; n < 3; n += 1) await limit.count('a');
      await expect(limit.check('a')).rejects.toThrow('Enough.');
      await limit.check('bystander');
      expect(limit.isRejectingWrites()).toBe(true);
      expect(log.warn).toHaveBeenCalledOnce();
      expect(await checkRedis(server.url)).toMatchObject({
        state: 'bad',
        message: expect.stringMatching(/^rejects writes: (READONLY|NOREPLICAS)/),
      });
    } finally {
      await repair(limit.redis);
    }
    await limit.count('b');
    expect(limit.isRejectingWrites()).toBe(false);
    expect(await checkRedis(server.url)).toMatchObject({ state: 'ok' });
  },
);

test("a limit falls back to the node's own count if its Redis key has another type or isn't a number", async () => {
  const limit = await createNodeLimit('odd');
  await limit.count('list');
  await limit.count('word');
  const [key = '', otherKey = ''] = await limit.redis.keys('*odd*');
  await limit.redis.set(key, 'word');
  await limit.redis.del(otherKey);
  await limit.redis.rpush(otherKey, 'item');
  for (const key of ['list', 'word']) {
    await limit.count(key);
    await limit.check(key);
    await limit.count(key);
    await expect(limit.check(key)).rejects.toThrow('Enough.');
  }
});

test('a limit that one node clears is cleared on all nodes', async () => {
  const firstNode = await createNodeLimit('cleared');
  const secondNode = await createNodeLimit('cleared');
  for (let n = 0; n < 3; n += 1) await firstNode.count('a');
  await secondNode.clear('a');
  await firstNode.check('a');
});
