import { describe, expect, it, vi } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { createLocalBus } from '#server/changes/bus.ts';
import { createChangeVersions } from '#server/changes/change-versions.ts';
import { anyOf } from '../../../tests/support/schedule.ts';
import { createViewerCache } from './viewer-cache.ts';

const viewer = {
  userId: 'u',
  username: 'Fan',
  sessionId: 's',
  isAdmin: false,
  mustChangePassword: false,
  isFresh: false,
};
const seen = { viewer, createdAt: new Date(0), lastSeenAt: new Date(0) };

const accessOf = (subjectId: string): Change => ({ topic: 'access', subjectId, version: 0 });

function setUp() {
  const bus = createLocalBus();
  const clock = { now: 1_000 };
  const cache = createViewerCache(createChangeVersions(bus), () => clock.now);
  const read = vi.fn(async () => seen);
  const find = async () => cache.known('token') ?? cache.read('token', read);
  return { bus, clock, cache, read, find };
}

describe('the memory of who is signed in', () => {
  it('reads once', async () => {
    const { read, find } = setUp();
    await find();
    expect(await find()).toMatchObject(seen);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('reads again after half a minute', async () => {
    const { clock, read, find } = setUp();
    await find();
    clock.now += 29_999;
    await find();
    expect(read).toHaveBeenCalledTimes(1);
    clock.now += 1;
    await find();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('reads again after a change of that account, and of no other', async () => {
    const { bus, read, find } = setUp();
    await find();
    await bus.publish([accessOf('somebody else'), ...anyOf('song')]);
    await find();
    expect(read).toHaveBeenCalledTimes(1);
    await bus.publish([accessOf('u')]);
    await find();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('does not remember what was being read while it changed', async () => {
    const { bus, cache, read, find } = setUp();
    await cache.read('token', async () => {
      await bus.publish([accessOf('u')]);
      return seen;
    });
    await find();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('stays right, and small, after very many changes', async () => {
    const { bus, cache, read, find } = setUp();
    const bystander = { ...viewer, userId: 'unchanged' };
    await cache.read('theirs', async () => ({ ...seen, viewer: bystander }));
    await find();
    const accounts = Array.from({ length: 10_001 }, (_, index) => `user ${index}`);
    await bus.publish(['u', ...accounts].map(accessOf));
    await find();
    expect(read).toHaveBeenCalledTimes(2);
    await find();
    expect(read).toHaveBeenCalledTimes(2);
    // All is forgotten rather than each change kept.
    expect(cache.known('theirs')).toBeUndefined();
  });

  it('forgets the one unseen for longest rather than grow without end', async () => {
    const { cache, read } = setUp();
    for (let n = 0; n <= 50_000; n += 1) await cache.read(`token ${n}`, read);
    expect(cache.known('token 0')).toBeUndefined();
    expect(cache.known('token 1')).toMatchObject(seen);
  });

  it('does not believe what was being read while very many changed', async () => {
    const { bus, cache, find, read } = setUp();
    const accounts = Array.from({ length: 10_001 }, (_, index) => `user ${index}`);
    await cache.read('token', async () => {
      await bus.publish(['u', ...accounts].map(accessOf));
      return seen;
    });
    await find();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('does not remember that there was nobody', async () => {
    const { cache, find } = setUp();
    expect(await cache.read('token', async () => undefined)).toBeUndefined();
    expect(await find()).toMatchObject(seen);
  });
});
