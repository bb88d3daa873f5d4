import { parseOptions } from '@node-rs/argon2';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { argon2, replaceHashing } from '../../../../tests/support/hashing.ts';
import { DUMMY_HASH, hashPassword, verifyPassword } from './passwords.ts';

const work = {
  running: 0,
  maxRunning: 0,
  verify: undefined as (() => Promise<boolean>) | undefined,
};
afterAll(
  replaceHashing({
    ...argon2,
    async verify(stored, password) {
      work.running += 1;
      work.maxRunning = Math.max(work.maxRunning, work.running);
      return (work.verify?.() ?? argon2.verify(stored, password)).finally(() => {
        work.running -= 1;
      });
    },
  }),
);
afterEach(() => {
  work.maxRunning = 0;
  work.verify = undefined;
});

describe('passwords', () => {
  test('are verified against their hash', async () => {
    const hash = await hashPassword('Scarlet Begonias');
    expect(await verifyPassword(hash, 'Scarlet Begonias')).toBe(true);
    expect(await verifyPassword(hash, 'scarlet begonias')).toBe(false);
  });

  test('are salted: the same password gives two hashes', async () => {
    expect(await hashPassword('twice')).not.toBe(await hashPassword('twice'));
  });

  test('cost the same for an unknown account', async () => {
    const { saltLen, outputLen, ...cost } = parseOptions(await hashPassword('x'));
    expect(parseOptions(DUMMY_HASH)).toEqual({ saltLen, outputLen, ...cost });
    expect(cost).toMatchObject({ algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  });

  test('are never correct for an unknown account', async () => {
    expect(await verifyPassword(undefined, 'anything')).toBe(false);
  });

  test('are hashed four at a time at most, and rejected with 503 when too many wait', async () => {
    work.verify = () => new Promise((resolve) => setTimeout(() => resolve(false), 1));
    const attempts = Array.from({ length: 300 }, () => verifyPassword(undefined, 'flood'));
    const results = await Promise.allSettled(attempts);
    expect(work.maxRunning).toBeGreaterThan(0);
    expect(work.maxRunning).toBeLessThanOrEqual(4);
    const rejections = results.filter((result) => result.status === 'rejected');
    expect(rejections.length).toBeGreaterThanOrEqual(90);
    for (const { reason } of rejections)
      expect(reason).toMatchObject({ statusCode: 503, retryAfter: expect.any(Number) });
    expect(await verifyPassword(undefined, 'afterwards there is room')).toBe(false);
  });

  test('free the queue slot of a rejected attempt', async () => {
    const reject = async () => {
      throw new Error('no more');
    };
    const attempts = Array.from({ length: 20 }, () => verifyPassword(undefined, 'x', reject));
    const results = await Promise.allSettled(attempts);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    expect(work.maxRunning).toBe(0);
    expect(await verifyPassword(undefined, 'x')).toBe(false);
  });
});
