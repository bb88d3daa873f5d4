import { parseOptions } from '@node-rs/argon2';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { argon2, replaceHashing } from '../../../../tests/support/hashing.ts';
import { DUMMY_HASH, hashPassword, verifyPassword } from './passwords.ts';

const work = {
  running: 0,
  most: 0,
  /** Set for a flood: the turns are what matters there, not the sums. */
  instead: undefined as (() => Promise<boolean>) | undefined,
};
afterAll(
  replaceHashing({
    ...argon2,
    async verify(stored, password) {
      work.running += 1;
      work.most = Math.max(work.most, work.running);
      return (work.instead?.() ?? argon2.verify(stored, password)).finally(() => {
        work.running -= 1;
      });
    },
  }),
);
afterEach(() => {
  work.most = 0;
  work.instead = undefined;
});

describe('passwords', () => {
  it('are verified by their hash', async () => {
    const hash = await hashPassword('Scarlet Begonias');
    expect(await verifyPassword(hash, 'Scarlet Begonias')).toBe(true);
    expect(await verifyPassword(hash, 'scarlet begonias')).toBe(false);
  });

  it('are salted: the same twice gives two hashes', async () => {
    expect(await hashPassword('twice')).not.toBe(await hashPassword('twice'));
  });

  it('cost as much where there is no account', async () => {
    const { saltLen, outputLen, ...cost } = parseOptions(await hashPassword('x'));
    expect(parseOptions(DUMMY_HASH)).toEqual({ saltLen, outputLen, ...cost });
    expect(cost).toMatchObject({ algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  });

  it('are never right where there is no account', async () => {
    expect(await verifyPassword(undefined, 'anything')).toBe(false);
  });

  it('are worked on at most four at a time, and refused with 503 when too many wait', async () => {
    work.instead = () => new Promise((resolve) => setTimeout(() => resolve(false), 1));
    const tries = Array.from({ length: 300 }, () => verifyPassword(undefined, 'flood'));
    const ends = await Promise.allSettled(tries);
    expect(work.most).toBeGreaterThan(0);
    expect(work.most).toBeLessThanOrEqual(4);
    const refused = ends.filter((end) => end.status === 'rejected');
    expect(refused.length).toBeGreaterThanOrEqual(90);
    for (const { reason } of refused)
      expect(reason).toMatchObject({ statusCode: 503, retryAfter: expect.any(Number) });
    expect(await verifyPassword(undefined, 'afterwards there is room')).toBe(false);
  });

  it('let nobody wait for a place that was given up', async () => {
    const refuse = async () => {
      throw new Error('no more');
    };
    const tries = Array.from({ length: 20 }, () => verifyPassword(undefined, 'x', refuse));
    const ends = await Promise.allSettled(tries);
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    expect(work.most).toBe(0);
    expect(await verifyPassword(undefined, 'x')).toBe(false);
  });
});
