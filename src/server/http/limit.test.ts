import { describe, expect, it } from 'vitest';
import { MINUTE } from '#contract/durations.ts';
import { createLimits, toClientNetwork } from './limit.ts';

describe('toClientNetwork', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:DB8:0001:0002:0:0:0:1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
  ])('maps %s to the network %s', (address, network) => {
    expect(toClientNetwork(address)).toBe(network);
  });
});

describe('a limit', () => {
  function setUp() {
    const clock = { now: 1_000_000 };
    const createLimit = createLimits(() => clock.now);
    const limit = createLimit({ name: 'test', max: 3, windowMs: MINUTE, message: 'Enough.' });
    const isUsedUp = (key: string) =>
      limit.check(key).then(
        () => false,
        () => true,
      );
    const use = async (key: string, times = 3) => {
      for (let time = 0; time < times; time += 1) await limit.count(key);
    };
    return { clock, limit, isUsedUp, use };
  }

  it('counts each key separately', async () => {
    const { isUsedUp, use } = setUp();
    const keys = Array.from({ length: 2_000 }, (_, n) => `key ${n}`);
    for (const key of keys) await use(key);
    expect(await Promise.all(keys.map(isUsedUp))).toEqual(keys.map(() => true));
    expect(await isUsedUp('another')).toBe(false);
  });

  it('starts over one window after the first attempt, regardless of later ones', async () => {
    const { clock, isUsedUp, use } = setUp();
    await use('a', 1);
    for (let second = 0; second < 50; second += 10) {
      clock.now += 10_000;
      await use('a', 1);
    }
    clock.now += 10_000 - 1;
    expect(await isUsedUp('a')).toBe(true);
    clock.now += 1;
    expect(await isUsedUp('a')).toBe(false);
    await use('a', 2);
    expect(await isUsedUp('a')).toBe(false);
  });

  it('allows one more attempt after a refund', async () => {
    const { limit, clock, isUsedUp, use } = setUp();
    await use('a');
    await use('bystander');
    await limit.refund('a');
    expect([await isUsedUp('a'), await isUsedUp('bystander')]).toEqual([false, true]);
    await use('a', 1);
    expect(await isUsedUp('a')).toBe(true);
    clock.now += MINUTE;
    await limit.refund('a');
    await use('a');
    expect(await isUsedUp('a')).toBe(true);
  });

  it('allows no more than the maximum in parallel, and does not count rejected attempts', async () => {
    const { limit, clock, isUsedUp } = setUp();
    await limit.consume('bystander');
    const consume = async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 60 }, () => limit.consume('a')),
      );
      return results.filter(({ status }) => status === 'fulfilled').length;
    };
    expect(await consume()).toBe(3);
    await expect(limit.consume('a')).rejects.toThrow('Enough. Please wait a minute');
    await limit.refund('a');
    expect(await consume()).toBe(1);
    expect(await isUsedUp('bystander')).toBe(false);
    clock.now += MINUTE;
    expect(await consume()).toBe(3);
  });

  it('evicts the least recently used keys', async () => {
    const { isUsedUp, use } = setUp();
    await use('the first');
    for (let n = 0; n < 20_000; n += 1) await use(`key ${n}`, 1);
    expect(await isUsedUp('the first')).toBe(false);
  });
});

describe('a limit with growing waits', () => {
  const waits = { firstMs: 5_000, longestMs: 30_000 };
  function setUp() {
    const clock = { now: 1_000_000 };
    const createLimit = createLimits(() => clock.now);
    const limit = createLimit({ name: 'test', max: 3, windowMs: 60_000, waits, message: 'No.' });
    const countNext = async () => {
      const start = clock.now;
      await limit.check('a').catch(({ retryAfter }) => {
        clock.now += retryAfter * 1000 - 1;
      });
      if (clock.now > start) {
        await expect(limit.check('a')).rejects.toThrow('No. Please wait a second and try again.');
        clock.now += 1;
      }
      await limit.check('a');
      await limit.count('a');
      return (clock.now - start) / 1000;
    };
    return { clock, limit, countNext };
  }

  it('allows free attempts, then doubles the wait up to the longest', async () => {
    const { countNext } = setUp();
    const waitSeconds: number[] = [];
    for (let time = 0; time < 8; time += 1) waitSeconds.push(await countNext());
    expect(waitSeconds).toEqual([0, 0, 0, 5, 10, 20, 30, 30]);
  });

  it('starts over one window after the last attempt, or when cleared', async () => {
    const { clock, limit, countNext } = setUp();
    for (let time = 0; time < 5; time += 1) await countNext();
    clock.now += 60_000;
    expect(await countNext()).toBe(0);
    for (let time = 0; time < 5; time += 1) await countNext();
    await limit.clear('a');
    expect(await countNext()).toBe(0);
  });
});
