import type { FastifyReply } from 'fastify';
import { beforeEach, expect, test, vi } from 'vitest';
import { CHANGES_HEADER, type Change } from '#contract/freshness.ts';
import { announce, createLocalBus, nextChangeVersion } from './bus.ts';

const headers = new Map<string, string>();
const reply = {
  request: { id: 'the request' },
  getHeader: (name: string) => headers.get(name),
  header: (name: string, value: string) => headers.set(name, value),
} as unknown as FastifyReply;
const bus = createLocalBus();
let published: (readonly Change[])[] = [];
bus.subscribe((changes) => published.push(changes));

beforeEach(() => {
  headers.clear();
  published = [];
});

const createChanges = (count: number): Change[] =>
  Array.from({ length: count }, (_, index) => ({
    topic: index === 0 ? 'show' : 'song',
    subjectId: `${index}`,
    version: index,
  }));
const readHeader = () => JSON.parse(headers.get(CHANGES_HEADER) ?? 'null');

test('publishes each change and adds it to the response', async () => {
  const [show, song] = createChanges(2) as [Change, Change];
  await announce({ bus, reply }, [show]);
  expect(readHeader()).toEqual([show]);
  await announce({ bus, reply }, [song]);
  expect(published).toEqual([[show], [song]]);
  expect(readHeader()).toEqual([show, song]);
});

test('publishes the request ID', async () => {
  const publish = vi.spyOn(bus, 'publish');
  await announce({ bus, reply }, createChanges(1));
  expect(publish).toHaveBeenCalledWith(createChanges(1), { requestId: 'the request' });
});

test('does nothing if there are no changes', async () => {
  await announce({ bus, reply }, []);
  expect([published, headers.size]).toEqual([[], 0]);
});

test('lists up to twenty changes in the response, and only their topics above that', async () => {
  await announce({ bus, reply }, createChanges(20));
  expect(readHeader()).toEqual(createChanges(20));
  headers.clear();
  await announce({ bus, reply }, createChanges(21));
  expect(readHeader()).toEqual([
    { topic: 'show', subjectId: null, version: 0 },
    { topic: 'song', subjectId: null, version: 0 },
  ]);
  expect(published.at(-1)).toHaveLength(21);
});

test('never returns the same version twice', () => {
  const versions = Array.from({ length: 100 }, nextChangeVersion);
  expect(new Set(versions).size).toBe(100);
  expect(versions).toEqual(versions.toSorted((a, b) => a - b));
});
