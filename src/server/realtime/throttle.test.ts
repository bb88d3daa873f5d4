import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Change, Topic } from '#contract/freshness.ts';
import { createThrottle, GAP_MS } from './throttle.ts';

let sent: string[];
let throttle: ReturnType<typeof createThrottle>;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  throttle = createThrottle(({ topic, subjectId, version }: Change) =>
    sent.push(`${topic} ${subjectId} ${version}`),
  );
});

afterEach(() => {
  throttle.close();
  vi.useRealTimers();
});

function change(version: number, subjectId: string | null = 'one', topic: Topic = 'setlist') {
  throttle.push({ topic, subjectId, version });
}

test('the first goes at once, what changes inside its second once at the end, the newest', () => {
  change(1);
  expect(sent).toEqual(['setlist one 1']);
  change(2);
  change(3);
  vi.advanceTimersByTime(GAP_MS - 1);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual(['setlist one 1', 'setlist one 3']);
});

test('the one at the end begins a second of its own', () => {
  change(1);
  change(2);
  vi.advanceTimersByTime(GAP_MS);
  change(3);
  vi.advanceTimersByTime(GAP_MS - 1);
  expect(sent).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(sent.at(-1)).toBe('setlist one 3');
});

test('nothing is repeated when nothing changed', () => {
  change(1);
  vi.advanceTimersByTime(10 * GAP_MS);
  expect(sent).toHaveLength(1);
  change(2);
  expect(sent).toHaveLength(2);
});

test('shows and kinds do not wait for each other', () => {
  change(1);
  change(1, 'two');
  change(1, 'one', 'standings');
  expect(sent).toEqual(['setlist one 1', 'setlist two 1', 'standings one 1']);
});

test('standings and totals of a show are one event of the specification', () => {
  change(1, 'one', 'standings');
  change(1, 'one', 'totals');
  change(2, 'one', 'totals');
  vi.advanceTimersByTime(2 * GAP_MS);
  expect(sent).toEqual(['standings one 1', 'standings one 2']);
});

test('versions never fall, also when a change is told after a later one', () => {
  change(6);
  change(5);
  vi.advanceTimersByTime(GAP_MS);
  vi.advanceTimersByTime(GAP_MS);
  change(4);
  expect(sent).toEqual(['setlist one 6', 'setlist one 6', 'setlist one 6']);
});

test('after the end nothing comes any more', () => {
  change(1);
  change(2);
  throttle.close();
  vi.advanceTimersByTime(10 * GAP_MS);
  expect(sent).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('of a thread nothing is kept once its second is over', () => {
  const told: number[] = [];
  const ofThreads = createThrottle(({ version }) => told.push(version));
  const push = (version: number) => ofThreads.push({ topic: 'thread', subjectId: 'one', version });
  push(6);
  push(5);
  vi.advanceTimersByTime(2 * GAP_MS);
  push(4);
  // The number names the last of them, and says nothing of order.
  expect(told).toEqual([6, 5, 4]);
  ofThreads.close();
});

test('of any show each topic is told by its own name: no event of one show says it', () => {
  change(0, null, 'standings');
  change(0, null, 'totals');
  expect(sent).toEqual(['standings null 0', 'totals null 0']);
});
