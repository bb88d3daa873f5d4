import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Change, Topic } from '#contract/freshness.ts';
import { createThrottle, GAP_MS } from './throttle.ts';

let sentMessages: string[];
let throttle: ReturnType<typeof createThrottle>;

beforeEach(() => {
  vi.useFakeTimers();
  sentMessages = [];
  throttle = createThrottle(({ topic, subjectId, version }: Change) =>
    sentMessages.push(`${topic} ${subjectId} ${version}`),
  );
});

afterEach(() => {
  throttle.close();
  vi.useRealTimers();
});

function change(version: number, subjectId: string | null = 'one', topic: Topic = 'setlist') {
  throttle.push({ topic, subjectId, version });
}

test('sends the first change immediately and the newest one after a second', () => {
  change(1);
  expect(sentMessages).toEqual(['setlist one 1']);
  change(2);
  change(3);
  vi.advanceTimersByTime(GAP_MS - 1);
  expect(sentMessages).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sentMessages).toEqual(['setlist one 1', 'setlist one 3']);
});

test('waits another second after a delayed message', () => {
  change(1);
  change(2);
  vi.advanceTimersByTime(GAP_MS);
  change(3);
  vi.advanceTimersByTime(GAP_MS - 1);
  expect(sentMessages).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(sentMessages.at(-1)).toBe('setlist one 3');
});

test('does not repeat a message when nothing changed', () => {
  change(1);
  vi.advanceTimersByTime(10 * GAP_MS);
  expect(sentMessages).toHaveLength(1);
  change(2);
  expect(sentMessages).toHaveLength(2);
});

test('does not delay other shows or kinds', () => {
  change(1);
  change(1, 'two');
  change(1, 'one', 'standings');
  expect(sentMessages).toEqual(['setlist one 1', 'setlist two 1', 'standings one 1']);
});

test("combines a show's standings and totals into one event of the specification", () => {
  change(1, 'one', 'standings');
  change(1, 'one', 'totals');
  change(2, 'one', 'totals');
  vi.advanceTimersByTime(2 * GAP_MS);
  expect(sentMessages).toEqual(['standings one 1', 'standings one 2']);
});

test('never sends a lower version, even when an older change arrives late', () => {
  change(6);
  change(5);
  vi.advanceTimersByTime(GAP_MS);
  vi.advanceTimersByTime(GAP_MS);
  change(4);
  expect(sentMessages).toEqual(['setlist one 6', 'setlist one 6', 'setlist one 6']);
});

test('sends nothing after it is closed', () => {
  change(1);
  change(2);
  throttle.close();
  vi.advanceTimersByTime(10 * GAP_MS);
  expect(sentMessages).toHaveLength(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('removes the slot of a thread after a second', () => {
  const sentVersions: number[] = [];
  const throttle = createThrottle(({ version }) => sentVersions.push(version));
  const push = (version: number) => throttle.push({ topic: 'thread', subjectId: 'one', version });
  push(6);
  push(5);
  vi.advanceTimersByTime(2 * GAP_MS);
  push(4);
  expect(sentVersions).toEqual([6, 5, 4]);
  throttle.close();
});

test("sends changes of any show by topic name, because no show's event covers them", () => {
  change(0, null, 'standings');
  change(0, null, 'totals');
  expect(sentMessages).toEqual(['standings null 0', 'totals null 0']);
});
