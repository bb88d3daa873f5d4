import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Topic } from '#contract/freshness.ts';
import { changesIn, type ServerMessage } from '#contract/realtime.ts';
import { hubClient } from '../../../tests/support/hub-client.ts';
import { createLocalBus, EVERYTHING } from '../changes/bus.ts';
import { createHub, type FindDelta, type Hub } from './hub.ts';

const SHOW = '10000000-0000-4000-8000-000000000000';
const CROWD = 1_000;

let hub: Hub;
let bus: ReturnType<typeof createLocalBus>;
let failures: unknown[];
const findDelta: FindDelta = () => undefined;

beforeEach(() => {
  bus = createLocalBus();
  failures = [];
  hub = createHub(bus, () => undefined, { findDelta, onFailure: (error) => failures.push(error) });
});
afterEach(() => hub.close());

function join(
  heard: number[],
  { onHeard = (_: ServerMessage) => {}, wantsRecent = false, userId = 'fan', isAdmin = false } = {},
) {
  const client = hubClient(
    (message) => {
      heard.push(message.data.version);
      onHeard(message);
    },
    { wantsRecent, userId, isAdmin },
  );
  hub.add(client);
  return client.socket;
}

const change = (version: number) => ({ topic: 'setlist', subjectId: SHOW, version }) as const;

test('sends to a crowd in batches and lets other work run in between', async () => {
  const heard: number[] = [];
  for (let n = 0; n < CROWD; n += 1) join(heard);
  await bus.publish([change(1)]);
  const atOnce = heard.length;
  expect(atOnce).toBeGreaterThan(0);
  expect(atOnce).toBeLessThan(CROWD / 2);
  await expect.poll(() => heard.length).toBe(CROWD);
});

test('sends one message per client when anything may have changed', async () => {
  const heard: number[] = [];
  for (let n = 0; n < CROWD; n += 1) join(heard);
  await bus.publish(EVERYTHING);
  await expect.poll(() => heard.length).toBe(CROWD);
  await setImmediate();
  expect(heard).toHaveLength(CROWD);
});

test('limits the messages per batch when many changes come at once', async () => {
  const heard: number[] = [];
  for (let n = 0; n < CROWD; n += 1) join(heard);
  const shows = Array.from({ length: 20 }, (_, n) => ({ ...change(1), subjectId: `show ${n}` }));
  await bus.publish(shows);
  const perTurn = [heard.length];
  for (let before = heard.length; heard.length < 20 * CROWD; before = heard.length) {
    await setImmediate();
    perTurn.push(heard.length - before);
  }
  expect(Math.max(...perTurn)).toBeLessThan(CROWD / 2);
});

test("replays a fan's own change to their new page and to no other", async () => {
  const [mine, others]: [number[], number[]] = [[], []];
  await bus.publish([{ topic: 'prediction', subjectId: 'fan', version: 7 }, change(3)]);
  join(mine, { wantsRecent: true });
  join(others, { wantsRecent: true, userId: 'bystander' });
  expect([mine, others]).toEqual([[3, 7], [3]]);
});

function joinBoth() {
  const heard: Record<'fan' | 'administrator', Topic[][]> = { fan: [], administrator: [] };
  for (const name of ['fan', 'administrator'] as const) {
    const onHeard = (message: ServerMessage) =>
      heard[name].push(changesIn(message).map(({ topic }) => topic));
    join([], { onHeard, isAdmin: name === 'administrator' });
  }
  return heard;
}

const ofAny = (topic: Topic) => ({ topic, subjectId: null, version: 1 });

test('sends administrator topics to administrators, combined with topics for everyone', async () => {
  const heard = joinBoth();
  await bus.publish([change(1), ofAny('audit')]);
  await expect.poll(() => heard.administrator).toEqual([['setlist'], ['audit']]);
  expect(heard.fan).toEqual([['setlist']]);
  await bus.publish([ofAny('import'), ofAny('song')]);
  await expect.poll(() => heard.administrator.slice(2)).toEqual([['song', 'import']]);
  expect(heard.fan.slice(1)).toEqual([['song', 'import']]);
});

test('does not withhold a topic from fans that was sent to administrators before', async () => {
  const heard = joinBoth();
  await bus.publish([ofAny('audit'), ofAny('backup')]);
  await expect.poll(() => heard.administrator).toEqual([['audit', 'backup']]);
  expect(heard.fan).toEqual([]);
  await bus.publish([ofAny('song'), ofAny('audit')]);
  await expect.poll(() => heard.fan.flat()).toContain('song');
});

test('does not write to a client that leaves before its turn', async () => {
  const [heard, late]: [number[], number[]] = [[], []];
  for (let n = 0; n < CROWD; n += 1) join(heard);
  const socket = join(late);
  await bus.publish([change(1)]);
  socket.close();
  await expect.poll(() => heard.length).toBe(CROWD);
  await setImmediate();
  expect(late).toEqual([]);
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

test('no longer counts a socket that the server closes, even before the page answers', () => {
  const socket = join([]);
  Object.assign(socket, { close: () => {} });
  const isBinary = true;
  socket.emit('message', Buffer.from('No text'), isBinary);
  const stillCounted = hub.countOf('fan');
  socket.emit('close');
  expect(stillCounted).toBe(0);
});
