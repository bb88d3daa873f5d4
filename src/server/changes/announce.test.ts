import type { FastifyReply } from 'fastify';
import { beforeEach, expect, test, vi } from 'vitest';
import { CHANGES_HEADER, type Change } from '#contract/freshness.ts';
import { announce, createLocalBus, nextVersion } from './bus.ts';

const headers = new Map<string, string>();
const reply = {
  request: { id: 'the request' },
  getHeader: (name: string) => headers.get(name),
  header: (name: string, value: string) => headers.set(name, value),
} as unknown as FastifyReply;
const bus = createLocalBus();
let heard: (readonly Change[])[] = [];
bus.subscribe((changes) => heard.push(changes));

beforeEach(() => {
  headers.clear();
  heard = [];
});

const changesOf = (count: number): Change[] =>
  Array.from({ length: count }, (_, index) => ({
    topic: index === 0 ? 'show' : 'song',
    subjectId: `${index}`,
    version: index,
  }));
const told = () => JSON.parse(headers.get(CHANGES_HEADER) ?? 'null');

test('all who listen hear of a change at once, and the answer brings it', async () => {
  const [show, song] = changesOf(2) as [Change, Change];
  await announce({ bus, reply }, [show]);
  expect(told()).toEqual([show]);
  await announce({ bus, reply }, [song]);
  expect(heard).toEqual([[show], [song]]);
  expect(told()).toEqual([show, song]);
});

test('other nodes learn which request it was', async () => {
  const publish = vi.spyOn(bus, 'publish');
  await announce({ bus, reply }, changesOf(1));
  expect(publish).toHaveBeenCalledWith(changesOf(1), { requestId: 'the request' });
});

test('where nothing changed nobody is told', async () => {
  await announce({ bus, reply }, []);
  expect([heard, headers.size]).toEqual([[], 0]);
});

test('an answer names twenty changes, of more only what they are of', async () => {
  await announce({ bus, reply }, changesOf(20));
  expect(told()).toEqual(changesOf(20));
  headers.clear();
  await announce({ bus, reply }, changesOf(21));
  expect(told()).toEqual([
    { topic: 'show', subjectId: null, version: 0 },
    { topic: 'song', subjectId: null, version: 0 },
  ]);
  expect(heard.at(-1)).toHaveLength(21);
});

test('versions of what counts none of its own never meet', () => {
  const versions = Array.from({ length: 100 }, nextVersion);
  expect(new Set(versions).size).toBe(100);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
});
