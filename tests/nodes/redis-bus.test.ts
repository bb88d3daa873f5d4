import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { createLocalBus, EVERYTHING } from '#server/changes/bus.ts';
import { createRedisBus } from '#server/changes/redis-bus.ts';
import { openRedis } from '#server/redis.ts';
import { withinSeconds } from '../support/full-size.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';

const SONG: Change = { topic: 'song', subjectId: 'one', version: 1 };

let server: RedisServer;
const log = { warn: vi.fn(), info: vi.fn(), debug: vi.fn() };
const openNodes: Node[] = [];
let firstNode: Node;
let secondNode: Node;
interface Node {
  redis: Redis;
  bus: Awaited<ReturnType<typeof createRedisBus>>;
  received: Change[][];
  peers: Set<string | undefined>;
}

async function openNode(receivesAfter?: Promise<void>): Promise<Node> {
  const others = [...openNodes];
  const redis = await openRedis(server.url, log);
  const published = vi.spyOn(redis, 'publish');
  const subscriber = redis.duplicate();
  vi.spyOn(redis, 'duplicate').mockReturnValueOnce(subscriber);
  const peers: Node['peers'] = new Set();
  subscriber.on('message', (_, text: string) => peers.add(parseSender(text)));
  if (receivesAfter) delayMessages(subscriber, receivesAfter);
  const received: Change[][] = [];
  const bus = await createRedisBus(redis, createLocalBus(), log);
  bus.subscribe((changes) => received.push([...changes]));
  const node = { redis, bus, received, peers };
  openNodes.push(node);
  await expect.poll(bus.isDisconnected).toBe(false);
  // Another node can miss the first greeting, which is repeated every second.
  const getName = () => parseSender(String(published.mock.calls[0]?.[1]));
  await expect.poll(() => others.every((other) => other.peers.has(getName()))).toBe(true);
  published.mockRestore();
  // On a slow Redis, a bus invalidates everything when it subscribes late.
  received.length = 0;
  return node;
}

function parseSender(text: string): string | undefined {
  return /"from":"([^"]+)"/.exec(text)?.[1];
}

function isAcknowledgement([, text]: unknown[]): boolean {
  return 'heard' in JSON.parse(String(text));
}

function delayMessages(subscriber: Redis, released: Promise<void>) {
  const emit = subscriber.emit.bind(subscriber);
  subscriber.emit = (event, ...args) => {
    if (event !== 'message') return emit(event, ...args);
    void released.then(() => emit(event, ...args));
    return true;
  };
}

beforeAll(async () => {
  server = await startRedis();
});
beforeEach(async () => {
  vi.resetAllMocks();
  firstNode = await openNode();
  secondNode = await openNode();
});
afterEach(async () => {
  server.thaw();
  vi.restoreAllMocks();
  for (const { bus, redis } of openNodes.splice(0)) {
    await bus.close();
    redis.disconnect();
  }
});
afterAll(() => server.kill());

test('a change reaches its own node immediately and other nodes soon, each once', async () => {
  await firstNode.bus.publish([SONG]);
  expect(firstNode.received).toEqual([[SONG]]);
  await expect.poll(() => secondNode.received).toEqual([[SONG]]);
  await secondNode.bus.publish([{ ...SONG, version: 2 }]);
  await expect.poll(() => firstNode.received).toHaveLength(2);
  expect([firstNode.received.length, secondNode.received.length]).toEqual([2, 2]);
});

const ACCESS: Change = { topic: 'access', subjectId: 'one', version: 1 };

test('publishing an access change waits until every node has received it', async () => {
  let release: (() => void) | undefined;
  const lateNode = await openNode(
    new Promise((resolve) => {
      release = resolve;
    }),
  );
  await firstNode.bus.publish([SONG]);
  expect(lateNode.received).toEqual([]);
  setTimeout(() => release?.(), 100);
  await firstNode.bus.publish([ACCESS]);
  expect([secondNode.received, lateNode.received]).toEqual([
    [[SONG], [ACCESS]],
    [[SONG], [ACCESS]],
  ]);
});

test('publishing waits at most a second for a node that stopped responding, and not for one that shut down', async () => {
  const [killedNode, closingNode] = [await openNode(), await openNode()];
  await closingNode.bus.close();
  await firstNode.bus.publish([ACCESS]);
  expect(killedNode.received).toEqual([[ACCESS]]);
  vi.spyOn(killedNode.redis, 'publish').mockResolvedValue(0);
  await Promise.race([
    firstNode.bus.publish([ACCESS]),
    // Later, the node counts as dead, and publishing no longer waits for it.
    sleep(2_400).then(() => Promise.reject(new Error('Publishing still waits for the node'))),
  ]);
  expect(secondNode.received.slice(0, 2)).toEqual([[ACCESS], [ACCESS]]);
});

test('a node that shuts down publishes nothing after it announced the shutdown', async () => {
  const closingNode = await openNode();
  const publish = closingNode.redis.publish.bind(closingNode.redis);
  const published = vi
    .spyOn(closingNode.redis, 'publish')
    .mockImplementation(async (channel, text) => {
      await sleep(100);
      return publish(channel, text);
    });
  const closing = closingNode.bus.close();
  await firstNode.bus.publish([ACCESS]);
  await closing;
  expect(closingNode.received).toEqual([[ACCESS]]);
  expect(published.mock.calls.filter(isAcknowledgement)).toEqual([]);
});

test('logs a change from another node with its request ID', async () => {
  await firstNode.bus.publish([SONG], { requestId: 'the request' });
  await expect
    .poll(() => log.debug.mock.calls)
    .toEqual([
      [expect.objectContaining({ reqId: 'the request', changes: [SONG] }), expect.any(String)],
    ]);
});

test('invalid messages are logged and dropped, and known topics in newer messages are received', async () => {
  const publish = (text: string) => firstNode.redis.publish('called-it:0:changes', text);
  for (const text of ['{', '[]', '{"from":"x"}', '{"from":"x","changes":[{"topic":1}]}'])
    await publish(text);
  await expect.poll(() => log.warn).toHaveBeenCalledTimes(8);
  const changes = [{ topic: 'toString', subjectId: null, version: 1 }, SONG];
  await publish(JSON.stringify({ from: 'x', changes, later: true }));
  await expect.poll(() => secondNode.received).toEqual([[SONG]]);
});

test('without Redis a change reaches its own node, and a reconnect invalidates everything', async () => {
  await server.kill();
  await expect.poll(firstNode.bus.isDisconnected).toBe(true);
  await firstNode.bus.publish([SONG]);
  expect(firstNode.received).toEqual([[SONG]]);
  const heartbeats = vi.spyOn(firstNode.redis, 'publish');
  await expect.poll(() => heartbeats.mock.calls.length).toBeGreaterThan(1);
  await server.start();
  expect(countWarnings('failed to publish a change to other nodes')).toBe(1);
  // Once for its own connection, and once more if the other node could not publish its changes.
  await expect.poll(() => firstNode.received.slice(1)).toEqual([EVERYTHING]);
  await expect.poll(() => secondNode.received).toContainEqual(EVERYTHING);
  await expect
    .poll(() => [firstNode.bus.isDisconnected(), secondNode.bus.isDisconnected()])
    .toEqual([false, false]);
});

test('a frozen Redis delays responses only briefly and counts as disconnected', async () => {
  server.freeze();
  const startedAt = performance.now();
  await firstNode.bus.publish([SONG]);
  expect(performance.now() - startedAt).toBeLessThan(withinSeconds(3));
  await expect.poll(firstNode.bus.isDisconnected).toBe(true);
  // Each of the two nodes checks once a second.
  await expect.poll(() => countWarnings('Redis timed out')).toBe(2);
  server.thaw();
  await expect.poll(() => firstNode.received).toContainEqual(EVERYTHING);
  await expect.poll(() => secondNode.received).toContainEqual(EVERYTHING);
});

function countWarnings(message: string): number {
  return log.warn.mock.calls.filter((call) => call.includes(message)).length;
}

test('a node that could not publish a change invalidates everything after it reconnects', async () => {
  firstNode.redis.disconnect(true);
  await firstNode.bus.publish([SONG]);
  await expect.poll(() => secondNode.received).toEqual([EVERYTHING]);
  expect(firstNode.received).toEqual([[SONG]]);
});

test('a node retries an invalidation that could not be published', async () => {
  const { redis } = firstNode;
  const publish = redis.publish.bind(redis);
  let failuresLeft = 2;
  vi.spyOn(redis, 'publish').mockImplementation((channel, text) => {
    if (JSON.parse(String(text)).changes.length === 0 || failuresLeft === 0)
      return publish(channel, text);
    failuresLeft -= 1;
    return Promise.reject(new Error('Redis is read-only.'));
  });
  await firstNode.bus.publish([SONG]);
  await expect.poll(() => secondNode.received).toEqual([EVERYTHING]);
  expect(firstNode.received).toEqual([[SONG]]);
});

test('a node that crashes invalidates everything, unlike one that announces its shutdown', async () => {
  const [killedNode, closingNode] = [await openNode(), await openNode()];
  // A node becomes known through its first message.
  await killedNode.bus.publish([SONG]);
  await closingNode.bus.publish([SONG]);
  await expect.poll(() => firstNode.received).toEqual([[SONG], [SONG]]);
  await closingNode.bus.close();
  vi.spyOn(killedNode.redis, 'publish').mockResolvedValue(0);
  await expect.poll(() => firstNode.received).toEqual([[SONG], [SONG], EVERYTHING]);
});
