import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Change } from '#contract/freshness.ts';
import { createLocalBus, EVERYTHING } from '#server/changes/bus.ts';
import { createRedisBus } from '#server/changes/redis-bus.ts';
import { openRedis } from '#server/redis.ts';
import { within } from '../support/full-size.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';

const SONG: Change = { topic: 'song', subjectId: 'one', version: 1 };

let server: RedisServer;
const log = { warn: vi.fn(), info: vi.fn(), debug: vi.fn() };
const open: Node[] = [];
let here: Node;
let there: Node;
interface Node {
  redis: Redis;
  bus: Awaited<ReturnType<typeof createRedisBus>>;
  heard: Change[][];
  /** Whom it has received a message from. */
  met: Set<string | undefined>;
}

async function openNode(hearsAfter?: Promise<void>): Promise<Node> {
  const others = [...open];
  const redis = await openRedis(server.url, log);
  const said = vi.spyOn(redis, 'publish');
  const ears = redis.duplicate();
  vi.spyOn(redis, 'duplicate').mockReturnValueOnce(ears);
  const met: Node['met'] = new Set();
  ears.on('message', (_, text: string) => met.add(senderOf(text)));
  if (hearsAfter) hearLate(ears, hearsAfter);
  const heard: Change[][] = [];
  const bus = await createRedisBus(redis, createLocalBus(), log);
  bus.subscribe((changes) => heard.push([...changes]));
  const node = { redis, bus, heard, met };
  open.push(node);
  await expect.poll(bus.isDeaf).toBe(false);
  // Its first question may be lost on a node that was kept waiting; it speaks again every second.
  const name = () => senderOf(String(said.mock.calls[0]?.[1]));
  await expect.poll(() => others.every((other) => other.met.has(name()))).toBe(true);
  said.mockRestore();
  return node;
}

function senderOf(text: string): string | undefined {
  return /"from":"([^"]+)"/.exec(text)?.[1];
}

/** Whether that is what a node published which says that it has heard another. */
function isAnswer([, text]: unknown[]): boolean {
  return 'heard' in JSON.parse(String(text));
}

/** What a connection receives is there, but is not read until then. */
function hearLate(ears: Redis, until: Promise<void>) {
  const emit = ears.emit.bind(ears);
  ears.emit = (event, ...args) => {
    if (event !== 'message') return emit(event, ...args);
    void until.then(() => emit(event, ...args));
    return true;
  };
}

beforeAll(async () => {
  server = await startRedis();
});
beforeEach(async () => {
  vi.resetAllMocks();
  here = await openNode();
  there = await openNode();
});
afterEach(async () => {
  server.thaw();
  vi.restoreAllMocks();
  for (const { bus, redis } of open.splice(0)) {
    await bus.close();
    redis.disconnect();
  }
});
afterAll(() => server.kill());

test('a change is heard here when its publishing is over, there soon, and nowhere twice', async () => {
  await here.bus.publish([SONG]);
  expect(here.heard).toEqual([[SONG]]);
  await expect.poll(() => there.heard).toEqual([[SONG]]);
  await there.bus.publish([{ ...SONG, version: 2 }]);
  await expect.poll(() => here.heard).toHaveLength(2);
  expect([here.heard.length, there.heard.length]).toEqual([2, 2]);
});

const ACCESS: Change = { topic: 'access', subjectId: 'one', version: 1 };

test('that somebody may do less has been heard by every node when its publishing is over', async () => {
  let letHear: (() => void) | undefined;
  const late = await openNode(
    new Promise((resolve) => {
      letHear = resolve;
    }),
  );
  await here.bus.publish([SONG]);
  expect(late.heard).toEqual([]);
  setTimeout(() => letHear?.(), 100);
  await here.bus.publish([ACCESS]);
  expect([there.heard, late.heard]).toEqual([
    [[SONG], [ACCESS]],
    [[SONG], [ACCESS]],
  ]);
});

test('a node that no longer answers is not waited for beyond a second, one that left not at all', async () => {
  const [dying, leaving] = [await openNode(), await openNode()];
  await leaving.bus.close();
  await here.bus.publish([ACCESS]);
  expect(dying.heard).toEqual([[ACCESS]]);
  vi.spyOn(dying.redis, 'publish').mockResolvedValue(0);
  await Promise.race([
    here.bus.publish([ACCESS]),
    // From then on it counts as dead, and is waited for no longer in any case.
    sleep(2_400).then(() => Promise.reject(new Error('It is still waited for'))),
  ]);
  expect(there.heard.slice(0, 2)).toEqual([[ACCESS], [ACCESS]]);
});

test('who is about to leave says nothing after its goodbye, by which the others would think it back', async () => {
  const leaving = await openNode();
  const publish = leaving.redis.publish.bind(leaving.redis);
  const said = vi.spyOn(leaving.redis, 'publish').mockImplementation(async (to, text) => {
    await sleep(100);
    return publish(to, text);
  });
  const hasLeft = leaving.bus.close();
  await here.bus.publish([ACCESS]);
  await hasLeft;
  expect(leaving.heard).toEqual([[ACCESS]]);
  expect(said.mock.calls.filter(isAnswer)).toEqual([]);
});

test("what another node's request changed is logged under its id", async () => {
  await here.bus.publish([SONG], { requestId: 'asked there' });
  await expect
    .poll(() => log.debug.mock.calls)
    .toEqual([
      [expect.objectContaining({ reqId: 'asked there', changes: [SONG] }), expect.any(String)],
    ]);
});

test('what is no message of ours is logged and dropped; of a later version what is known is heard', async () => {
  const say = (text: string) => here.redis.publish('called-it:0:changes', text);
  for (const text of ['{', '[]', '{"from":"x"}', '{"from":"x","changes":[{"topic":1}]}'])
    await say(text);
  await expect.poll(() => log.warn).toHaveBeenCalledTimes(8);
  const changes = [{ topic: 'toString', subjectId: null, version: 1 }, SONG];
  await say(JSON.stringify({ from: 'x', changes, later: true }));
  await expect.poll(() => there.heard).toEqual([[SONG]]);
});

test('without Redis a change is made all the same, and doubted; back, anything may have changed', async () => {
  await server.kill();
  await expect.poll(here.bus.isDeaf).toBe(true);
  await here.bus.publish([SONG]);
  expect(here.heard).toEqual([[SONG]]);
  const beats = vi.spyOn(here.redis, 'publish');
  await expect.poll(() => beats.mock.calls.length).toBeGreaterThan(1);
  await server.start();
  // However often it tried since.
  expect(timesWarned('could not publish a change to other nodes')).toBe(1);
  // Once as its own line was cut; and once more where the other could not tell what it changed.
  await expect.poll(() => here.heard.slice(1)).toEqual([EVERYTHING]);
  await expect.poll(() => there.heard).toContainEqual(EVERYTHING);
  await expect.poll(() => [here.bus.isDeaf(), there.bus.isDeaf()]).toEqual([false, false]);
});

test('a Redis that stands still holds up no answer for long, and is taken for lost', async () => {
  server.freeze();
  const begun = performance.now();
  await here.bus.publish([SONG]);
  expect(performance.now() - begun).toBeLessThan(within(3));
  await expect.poll(here.bus.isDeaf).toBe(true);
  // Each of the two looks once a second.
  await expect.poll(() => timesWarned('Redis timed out')).toBe(2);
  server.thaw();
  await expect.poll(() => here.heard).toContainEqual(EVERYTHING);
  await expect.poll(() => there.heard).toContainEqual(EVERYTHING);
});

function timesWarned(sentence: string): number {
  return log.warn.mock.calls.filter((told) => told.includes(sentence)).length;
}

test('who alone could not tell of a change tells of all as soon as it can', async () => {
  here.redis.disconnect(true);
  await here.bus.publish([SONG]);
  await expect.poll(() => there.heard).toEqual([EVERYTHING]);
  expect(here.heard).toEqual([[SONG]]);
});

test('a node that dies may not have told what it changed last; one that says goodbye has', async () => {
  const [dying, leaving] = [await openNode(), await openNode()];
  // Heard once, it is known.
  await dying.bus.publish([SONG]);
  await leaving.bus.publish([SONG]);
  await expect.poll(() => here.heard).toEqual([[SONG], [SONG]]);
  await leaving.bus.close();
  vi.spyOn(dying.redis, 'publish').mockResolvedValue(0);
  await expect.poll(() => here.heard).toEqual([[SONG], [SONG], EVERYTHING]);
});
