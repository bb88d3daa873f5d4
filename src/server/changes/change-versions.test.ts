import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Concern, Topic } from '#contract/freshness.ts';
import { createLocalBus } from './bus.ts';
import { type ChangeVersions, createChangeVersions } from './change-versions.ts';

let bus: ReturnType<typeof createLocalBus>;
let changeVersions: ChangeVersions;

beforeEach(() => {
  bus = createLocalBus();
  changeVersions = createChangeVersions(bus);
});

const createConcern = (topic: Topic, subjectId: string | null): Concern => ({ topic, subjectId });
const change = (...concerns: Concern[]) =>
  bus.publish(concerns.map((concern) => ({ ...concern, version: 1 })));

async function listInvalidated(concerns: readonly Concern[], ...changes: Concern[]) {
  const versions = concerns.map((concern) => changeVersions([concern]));
  await change(...changes);
  return concerns.filter((concern, index) => changeVersions([concern]) !== versions[index]);
}

const A = createConcern('setlist', 'a');
const B = createConcern('setlist', 'b');
const ANY = createConcern('setlist', null);
const SONG = createConcern('song', 'a');
const CONCERNS = [A, B, ANY, SONG];

afterEach(() => vi.useRealTimers());

test('invalidates everything every second while changes from other nodes may be missed', () => {
  vi.useFakeTimers();
  const isDisconnected = vi.spyOn(bus, 'isDisconnected').mockReturnValue(true);
  const version = changeVersions(CONCERNS);
  vi.advanceTimersByTime(999);
  expect(changeVersions(CONCERNS)).toBe(version);
  vi.advanceTimersByTime(1);
  const laterVersion = changeVersions([SONG]);
  expect(laterVersion).toBeGreaterThan(version);
  isDisconnected.mockReturnValue(false);
  vi.advanceTimersByTime(10_000);
  expect(changeVersions(CONCERNS)).toBe(laterVersion);
});

test('keeps the version while nothing changes', async () => {
  expect(CONCERNS.map((concern) => changeVersions([concern]))).toEqual([0, 0, 0, 0]);
  await change(A);
  const version = changeVersions(CONCERNS);
  expect(changeVersions(CONCERNS)).toBe(version);
  await change();
  expect(changeVersions(CONCERNS)).toBe(version);
});

test('invalidates a subject and its list', async () => {
  expect(await listInvalidated(CONCERNS, A)).toEqual([A, ANY]);
  expect(await listInvalidated(CONCERNS, B)).toEqual([B, ANY]);
  expect(await listInvalidated(CONCERNS, A)).toEqual([A, ANY]);
});

test('invalidates every subject of a topic', async () => {
  await change(A);
  expect(await listInvalidated(CONCERNS, ANY)).toEqual([A, B, ANY]);
  expect(await listInvalidated(CONCERNS, A)).toEqual([A, ANY]);
});

test('invalidates a response after a change to any concern that it depends on', async () => {
  for (const changed of [A, SONG, A]) {
    for (const concerns of [
      [A, SONG],
      [SONG, ANY],
    ]) {
      const version = changeVersions(concerns);
      await change(changed);
      expect(changeVersions(concerns)).toBeGreaterThan(version);
    }
  }
});

test('invalidates the whole topic once when it has too many subjects', async () => {
  await change(
    ...Array.from({ length: 10_000 }, (_, index) => createConcern('setlist', `${index}`)),
  );
  expect(await listInvalidated([B, SONG], A)).toEqual([B]);
  expect(await listInvalidated([B, SONG], A)).toEqual([]);
  expect(await listInvalidated(CONCERNS, B)).toEqual([B, ANY]);
});
