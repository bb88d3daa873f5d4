import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Concern, Topic } from '#contract/freshness.ts';
import { createLocalBus } from './bus.ts';
import { type ChangeVersions, createChangeVersions } from './change-versions.ts';

let bus: ReturnType<typeof createLocalBus>;
let lastChange: ChangeVersions;

beforeEach(() => {
  bus = createLocalBus();
  lastChange = createChangeVersions(bus);
});

const of = (topic: Topic, subjectId: string | null): Concern => ({ topic, subjectId });
const change = (...concerns: Concern[]) =>
  bus.publish(concerns.map((concern) => ({ ...concern, version: 1 })));

/** Which of these a change makes another. */
async function madeStale(concerns: readonly Concern[], ...changed: Concern[]) {
  const before = concerns.map((one) => lastChange([one]));
  await change(...changed);
  return concerns.filter((one, index) => lastChange([one]) !== before[index]);
}

const A = of('setlist', 'a');
const B = of('setlist', 'b');
const ANY = of('setlist', null);
const SONG = of('song', 'a');
const CONCERNS = [A, B, ANY, SONG];

afterEach(() => vi.useRealTimers());

test('while other processes are not heard, what is remembered is believed for a second', () => {
  vi.useFakeTimers();
  const isDeaf = vi.spyOn(bus, 'isDeaf').mockReturnValue(true);
  const asOf = lastChange(CONCERNS);
  vi.advanceTimersByTime(999);
  expect(lastChange(CONCERNS)).toBe(asOf);
  vi.advanceTimersByTime(1);
  const later = lastChange([SONG]);
  expect(later).toBeGreaterThan(asOf);
  isDeaf.mockReturnValue(false);
  vi.advanceTimersByTime(10_000);
  expect(lastChange(CONCERNS)).toBe(later);
});

test('what nothing has changed since stays as it is', async () => {
  expect(CONCERNS.map((one) => lastChange([one]))).toEqual([0, 0, 0, 0]);
  await change(A);
  const asOf = lastChange(CONCERNS);
  expect(lastChange(CONCERNS)).toBe(asOf);
  await change();
  expect(lastChange(CONCERNS)).toBe(asOf);
});

test('a change of one makes its own and the list of all another, and no more', async () => {
  expect(await madeStale(CONCERNS, A)).toEqual([A, ANY]);
  expect(await madeStale(CONCERNS, B)).toEqual([B, ANY]);
  expect(await madeStale(CONCERNS, A)).toEqual([A, ANY]);
});

test('a change of all makes each of its topic another', async () => {
  await change(A);
  expect(await madeStale(CONCERNS, ANY)).toEqual([A, B, ANY]);
  expect(await madeStale(CONCERNS, A)).toEqual([A, ANY]);
});

test('what depends on several is another with each of them, whichever is named first', async () => {
  for (const changed of [A, SONG, A]) {
    for (const several of [
      [A, SONG],
      [SONG, ANY],
    ]) {
      const before = lastChange(several);
      await change(changed);
      expect(lastChange(several)).toBeGreaterThan(before);
    }
  }
});

test('of more subjects than are told apart, all that is remembered of their topic is made anew, once', async () => {
  await change(...Array.from({ length: 10_000 }, (_, index) => of('setlist', `${index}`)));
  expect(await madeStale([B, SONG], A)).toEqual([B]);
  expect(await madeStale([B, SONG], A)).toEqual([]);
  expect(await madeStale(CONCERNS, B)).toEqual([B, ANY]);
});
