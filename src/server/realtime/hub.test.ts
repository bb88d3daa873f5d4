import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Topic } from '#contract/freshness.ts';
import { type ServerMessage, toChanges } from '#contract/realtime.ts';
import { createHubClient } from '../../../tests/support/hub-client.ts';
import { createLocalBus, EVERYTHING } from '../changes/bus.ts';
import { createHub, type FindDelta, type Hub } from './hub.ts';
import { GAP_MS } from './throttle.ts';

const SHOW = '10000000-0000-4000-8000-000000000000';
const SOCKET_COUNT = 1_000;

let hub: Hub;
let bus: ReturnType<typeof createLocalBus>;
let failures: unknown[];
const findDelta: FindDelta = () => undefined;

beforeEach(() => {
  bus = createLocalBus();
  failures = [];
  hub = createHub(bus, () => undefined, { findDelta, onFailure: (error) => failures.push(error) });
});
afterEach(async () => {
  vi.useRealTimers();
  await hub.close();
});

function join(
  versions: number[],
  {
    onMessage = (_: ServerMessage) => {},
    wantsRecent = false,
    userId = 'fan',
    isAdmin = false,
    position = undefined as string | undefined,
  } = {},
) {
  const client = createHubClient(
    (message) => {
      versions.push(message.data.version);
      onMessage(message);
    },
    { wantsRecent, userId, isAdmin, dataLoadedAt: hub.readPosition(position) },
  );
  hub.add(client);
  return client.socket;
}

const change = (version: number) => ({ topic: 'setlist', subjectId: SHOW, version }) as const;

test('sends to a crowd in batches and lets other work run in between', async () => {
  const versions: number[] = [];
  for (let n = 0; n < SOCKET_COUNT; n += 1) join(versions);
  await bus.publish([change(1)]);
  const synchronousCount = versions.length;
  expect(synchronousCount).toBeGreaterThan(0);
  expect(synchronousCount).toBeLessThan(SOCKET_COUNT / 2);
  await expect.poll(() => versions.length).toBe(SOCKET_COUNT);
});

test('sends one message per client when everything is invalidated', async () => {
  const versions: number[] = [];
  for (let n = 0; n < SOCKET_COUNT; n += 1) join(versions);
  await bus.publish(EVERYTHING);
  await expect.poll(() => versions.length).toBe(SOCKET_COUNT);
  await setImmediate();
  expect(versions).toHaveLength(SOCKET_COUNT);
});

test('limits the messages per batch when many changes arrive at once', async () => {
  const versions: number[] = [];
  for (let n = 0; n < SOCKET_COUNT; n += 1) join(versions);
  const shows = Array.from({ length: 20 }, (_, n) => ({ ...change(1), subjectId: `show ${n}` }));
  await bus.publish(shows);
  const perTurn = [versions.length];
  for (let count = versions.length; versions.length < 20 * SOCKET_COUNT; count = versions.length) {
    await setImmediate();
    perTurn.push(versions.length - count);
  }
  expect(Math.max(...perTurn)).toBeLessThan(SOCKET_COUNT / 2);
});

test("replays a fan's own change to their new page and to no other", async () => {
  const [fanVersions, bystanderVersions]: [number[], number[]] = [[], []];
  await bus.publish([{ topic: 'prediction', subjectId: 'fan', version: 7 }, change(3)]);
  join(fanVersions, { wantsRecent: true });
  join(bystanderVersions, { wantsRecent: true, userId: 'bystander' });
  expect([fanVersions, bystanderVersions]).toEqual([[3, 7], [3]]);
});

test('replays no change that a new page does not watch or may not see', async () => {
  const [fanVersions, administratorVersions]: [number[], number[]] = [[], []];
  await bus.publish([
    { topic: 'audit', subjectId: null, version: 4 },
    { topic: 'league', subjectId: 'a league', version: 5 },
  ]);
  join(fanVersions, { wantsRecent: true });
  join(administratorVersions, { wantsRecent: true, isAdmin: true });
  expect([fanVersions, administratorVersions]).toEqual([[], [4]]);
});

test("replays only what changed after the position of the page's data", async () => {
  const replayed: number[][] = [[], [], []];
  await bus.publish([change(1), { topic: 'prediction', subjectId: 'fan', version: 2 }]);
  const position = hub.position();
  await bus.publish([{ ...change(3), subjectId: 'another show' }]);
  // The last page comes from another server.
  for (const [index, from] of [position, hub.position(), 'other 9'].entries())
    join(replayed[index] ?? [], { wantsRecent: true, position: from });
  expect(replayed).toEqual([[3], [], [1, 3, 2]]);
});

test("doesn't send a delayed change to a page whose data includes it", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [newVersions, olderVersions]: [number[], number[]] = [[], []];
  join(olderVersions);
  await bus.publish([change(1)]);
  await bus.publish([change(2)]);
  join(newVersions, { wantsRecent: true, position: hub.position() });
  await vi.advanceTimersByTimeAsync(GAP_MS);
  expect([newVersions, olderVersions]).toEqual([[], [1, 2]]);
  await bus.publish([change(3)]);
  await vi.advanceTimersByTimeAsync(GAP_MS);
  expect([newVersions, olderVersions]).toEqual([[3], [1, 2, 3]]);
});

test("replays changes in the order of each subject's latest change", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const versions: number[] = [];
  await bus.publish([change(1)]);
  await bus.publish([{ ...change(2), subjectId: 'bystander' }]);
  await vi.advanceTimersByTimeAsync(GAP_MS);
  await bus.publish([change(3)]);
  join(versions, { wantsRecent: true });
  expect(versions).toEqual([2, 3]);
});

function joinBoth() {
  const topics: Record<'fan' | 'administrator', Topic[][]> = { fan: [], administrator: [] };
  for (const name of ['fan', 'administrator'] as const) {
    const onMessage = (message: ServerMessage) =>
      topics[name].push(toChanges(message).map(({ topic }) => topic));
    join([], { onMessage, isAdmin: name === 'administrator' });
  }
  return topics;
}

const createChangeOfAny = (topic: Topic) => ({ topic, subjectId: null, version: 1 });

test('sends administrator topics to administrators, combined with topics for everyone', async () => {
  const topics = joinBoth();
  await bus.publish([change(1), createChangeOfAny('audit')]);
  await expect.poll(() => topics.administrator).toEqual([['setlist'], ['audit']]);
  expect(topics.fan).toEqual([['setlist']]);
  await bus.publish([createChangeOfAny('import'), createChangeOfAny('song')]);
  await expect.poll(() => topics.administrator.slice(2)).toEqual([['song', 'import']]);
  expect(topics.fan.slice(1)).toEqual([['song', 'import']]);
});

test('sends a topic to fans even if administrators received it before', async () => {
  const topics = joinBoth();
  await bus.publish([createChangeOfAny('audit'), createChangeOfAny('backup')]);
  await expect.poll(() => topics.administrator).toEqual([['audit', 'backup']]);
  expect(topics.fan).toEqual([]);
  await bus.publish([createChangeOfAny('song'), createChangeOfAny('audit')]);
  await expect.poll(() => topics.fan.flat()).toContain('song');
});

test('does not write to a client that leaves before its turn', async () => {
  const [versions, lateVersions]: [number[], number[]] = [[], []];
  for (let n = 0; n < SOCKET_COUNT; n += 1) join(versions);
  const socket = join(lateVersions);
  await bus.publish([change(1)]);
  socket.close();
  await expect.poll(() => versions.length).toBe(SOCKET_COUNT);
  await setImmediate();
  expect(lateVersions).toEqual([]);
  expect(failures).toEqual([]);
});

test('sends nothing more to a closing socket and continues with the next', async () => {
  const [closing, open]: [number[], number[]] = [[], []];
  Object.assign(join(closing), { readyState: 2 });
  join(open);
  await bus.publish([change(1)]);
  await setImmediate();
  expect({ closing, open }).toEqual({ closing: [], open: [1] });
});

test('no longer counts a socket that the server closes, even before the page confirms', () => {
  const socket = join([]);
  Object.assign(socket, { close: () => {} });
  const isBinary = true;
  socket.emit('message', Buffer.from('No text'), isBinary);
  const count = hub.countSockets('fan');
  socket.emit('close');
  expect(count).toBe(0);
});

test('withholds the payload of an event from the fans it names, but not the event', async () => {
  await hub.close();
  const newPosts = { total: 0, posts: [] };
  hub = createHub(bus, () => undefined, {
    findDelta: async () => ({ newPosts, withheldFrom: new Set(['blocked']) }),
    onFailure: (error) => failures.push(error),
  });
  const received: Record<string, unknown> = {};
  for (const userId of ['fan', 'blocked']) {
    const onMessage = ({ data }: ServerMessage) => {
      received[userId] = data;
    };
    hub.add(createHubClient(onMessage, { userId, watches: new Set(['newPost']) }));
  }
  await bus.publish([{ topic: 'newPost', subjectId: 'thread', version: 1 }]);
  await expect.poll(() => Object.keys(received)).toHaveLength(2);
  const event = { topic: 'newPost', subjectId: 'thread', version: 1, audience: 2 };
  expect(received).toEqual({ fan: { ...event, newPosts }, blocked: event });
});
