import { once } from 'node:events';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createLimits } from '#server/http/limit.ts';
import { openRedis } from '#server/redis.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';

const MINUTE = 60_000;
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
  return createLimits(Date.now, redis)({ name, most: 3, windowMs, sentence: 'Enough.' });
}

test('what one node counts and takes back, another knows, and of nobody else', async () => {
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

test('what is taken back after its window has ended does not stay', async () => {
  const limit = await limitOfNode('over', 50);
  await limit.count('a');
  await expect.poll(() => open[0]?.keys('*over*')).toEqual([]);
  await limit.takeBack('a');
  await expect.poll(() => open[0]?.keys('*over*')).toEqual([]);
});
