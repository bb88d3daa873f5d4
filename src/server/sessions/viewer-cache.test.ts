import { describe, expect, it, vi } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { createLocalBus } from '#server/changes/bus.ts';
import { createChangeVersions } from '#server/changes/change-versions.ts';
import { createChanges } from '../../../tests/support/tour.ts';
import { createViewerCache } from './viewer-cache.ts';

const viewer = {
  userId: 'u',
  username: 'Fan',
  sessionId: 's',
  isAdmin: false,
  isModerator: false,
  scribeOf: [],
  mustChangePassword: false,
  isFresh: false,
};
const session = { viewer, createdAt: new Date(0), lastSeenAt: new Date(0) };

const createAccessChange = (subjectId: string): Change => ({
  topic: 'access',
  subjectId,
  version: 0,
});

function setUp() {
  const bus = createLocalBus();
  const clock = { now: 1_000 };
  const cache = createViewerCache(createChangeVersions(bus), () => clock.now);
  const readSession = vi.fn(async () => session);
  const find = async () => cache.get('token') ?? cache.load('token', readSession);
  return { bus, clock, cache, read: readSession, find };
}

describe('createViewerCache', () => {
  it('reads a session once', async () => {
    const { read, find } = setUp();
    await find();
    expect(await find()).toMatchObject(session);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('reads the session again after half a minute', async () => {
    const { clock, read, find } = setUp();
    await find();
    clock.now += 29_999;
    await find();
    expect(read).toHaveBeenCalledTimes(1);
    clock.now += 1;
    await find();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('reads the session again only after a change of that account', async () => {
    const { bus, read, find } = setUp();
    await find();
    await bus.publish([createAccessChange('another user'), ...createChanges('song')]);
    await find();
    expect(read).toHaveBeenCalledTimes(1);
    await bus.publish([createAccessChange('u')]);
    await find();
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('does not cache a session that changed while it was read', async () => {
    const { bus, cache, read, find } = setUp();
    await cache.load('token', async () => {
      await bus.publish([createAccessChange('u')]);
      return session;
    });
    await find();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('stays correct and small after 10,000 changes', async () => {
    const { bus, cache, read, find } = setUp();
    const bystander = { ...viewer, userId: 'unchanged' };
    await cache.load('bystander token', async () => ({ ...session, viewer: bystander }));
    await find();
    const accounts = Array.from({ length: 10_001 }, (_, index) => `user ${index}`);
    await bus.publish(['u', ...accounts].map(createAccessChange));
    await find();
    expect(read).toHaveBeenCalledTimes(2);
    await find();
    expect(read).toHaveBeenCalledTimes(2);
    expect(cache.get('bystander token')).toBeUndefined();
  });

  it('evicts the least recently used session when full', async () => {
    const { cache, read } = setUp();
    for (let n = 0; n <= 50_000; n += 1) await cache.load(`token ${n}`, read);
    expect(cache.get('token 0')).toBeUndefined();
    expect(cache.get('token 1')).toMatchObject(session);
  });

  it('does not cache a session read during 10,000 changes', async () => {
    const { bus, cache, find, read } = setUp();
    const accounts = Array.from({ length: 10_001 }, (_, index) => `user ${index}`);
    await cache.load('token', async () => {
      await bus.publish(['u', ...accounts].map(createAccessChange));
      return session;
    });
    await find();
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('does not cache a missing session', async () => {
    const { cache, find } = setUp();
    expect(await cache.load('token', async () => undefined)).toBeUndefined();
    expect(await find()).toMatchObject(session);
  });
});
