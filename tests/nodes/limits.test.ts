import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { MINUTE } from '#contract/durations.ts';
import { redisFinding } from '#server/doctor/service-checks.ts';
import { createLimits } from '#server/http/limit.ts';
import { countInRedis } from '#server/http/shared-counts.ts';
import { openRedis } from '#server/redis.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';

const log = { warn: vi.fn(), info: vi.fn(), debug: vi.fn() };
let server: RedisServer;
const open: Redis[] = [];

beforeAll(async () => {
  server = await startRedis();
});
afterEach(() => {
  for (const redis of open.splice(0)) redis.disconnect();
});
afterAll(() => server.kill());

async function limitOfNode(name: string, windowMs = MINUTE) {
  const redis = await openRedis(server.url, log);
  open.push(redis);
  await once(redis, 'ready');
  const { counts, isRefused } = countInRedis(redis, log);
  const limit = createLimits(Date.now, counts)({ name, most: 3, windowMs, sentence: 'Enough.' });
  return { ...limit, redis, isRefused };
}

test('nodes share counts and their reversals, per key', async () => {
  const here = await limitOfNode('shared');
  const there = await limitOfNode('shared');
  for (let n = 0; n < 3; n += 1) {
    await here.count('a');
    await here.count('bystander');
  }
  await expect(there.check('a')).rejects.toThrow('Enough.');
  await here.takeBack('a');
  await there.check('a');
  await expect(there.check('bystander')).rejects.toThrow('Enough.');
});

test('a reversal after the window ended stores nothing', async () => {
  const limit = await limitOfNode('over', 50);
  await limit.count('a');
  await expect.poll(() => open[0]?.keys('*over*')).toEqual([]);
  await limit.takeBack('a');
  await expect.poll(() => open[0]?.keys('*over*')).toEqual([]);
});

test.each<[string, (redis: Redis) => Promise<unknown>, (redis: Redis) => Promise<unknown>]>([
  [
    'is a read-only replica',
    (redis) => redis.replicaof('127.0.0.1', '1'),
    (redis) => redis.replicaof('NO', 'ONE'),
  ],
  [
    'refuses writes because saving to disk failed',
    // A minimum of two replicas refuses the same commands as a failed save.
    (redis) => redis.config('SET', 'min-replicas-to-write', '2'),
    (redis) => redis.config('SET', 'min-replicas-to-write', '0'),
  ],
])(
  "a limit falls back to the node's own count while Redis %s, with one warning",
  async (why, breakRedis, repair) => {
    const name = `refused ${why}`;
    const limit = await limitOfNode(name);
    await limit.count('bystander');
    await breakRedis(limit.redis);
    log.warn.mockClear();
    try {
      for (let n = 0; n < 3; n += 1) await limit.count('a');
      await expect(limit.check('a')).rejects.toThrow('Enough.');
      await limit.check('bystander');
      expect(limit.isRefused()).toBe(true);
      expect(log.warn).toHaveBeenCalledOnce();
      expect(await redisFinding(server.url)).toMatchObject({
        state: 'bad',
        message: expect.stringMatching(/^refuses writes: (READONLY|NOREPLICAS)/),
      });
    } finally {
      await repair(limit.redis);
    }
    await limit.count('b');
    expect(limit.isRefused()).toBe(false);
    expect(await redisFinding(server.url)).toMatchObject({ state: 'ok' });
  },
);

test("a limit falls back to the node's own count if its Redis key has another type or isn't a number", async () => {
  const limit = await limitOfNode('odd');
  await limit.count('list');
  await limit.count('word');
  const [one = '', other = ''] = await limit.redis.keys('*odd*');
  await limit.redis.set(one, 'word');
  await limit.redis.del(other);
  await limit.redis.rpush(other, 'item');
  for (const key of ['list', 'word']) {
    await limit.count(key);
    await limit.check(key);
    await limit.count(key);
    await expect(limit.check(key)).rejects.toThrow('Enough.');
  }
});

test('a limit that one node clears is cleared on all nodes', async () => {
  const here = await limitOfNode('cleared');
  const there = await limitOfNode('cleared');
  for (let n = 0; n < 3; n += 1) await here.count('a');
  await there.clear('a');
  await here.check('a');
});
