import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpError } from '#web/http/http-error.ts';
import { createQueue, type QueuedItem, removeQueuedItem, updateQueuedItem } from './queue.ts';

const NETWORK_ERROR = new TypeError('Failed to fetch');

let storage: Map<string, string>;
let isFull: boolean;
let applied: Set<string>;
let attempts: string[];
let outcomes: ('request lost' | 'response lost' | HttpError)[];

beforeEach(() => {
  vi.useFakeTimers();
  storage = new Map();
  isFull = false;
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem(key: string, text: string) {
      if (isFull) throw new DOMException('Full', 'QuotaExceededError');
      storage.set(key, text);
    },
    removeItem: (key: string) => void storage.delete(key),
  });
  applied = new Set();
  attempts = [];
  outcomes = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openPage(key = 'mine') {
  const queue = createQueue<QueuedItem, string>(key, {
    parse: (text) => JSON.parse(text),
    serialize: (items) => JSON.stringify(items),
    async send({ id }) {
      attempts.push(id);
      const outcome = outcomes.shift();
      if (outcome instanceof HttpError) throw outcome;
      if (outcome !== 'request lost') applied.add(id);
      if (outcome) throw NETWORK_ERROR;
      return `result of ${id}`;
    },
    settle: (items, { id }) => removeQueuedItem(items, id),
    reject: (items, { id }, { serverMessage }) =>
      updateQueuedItem(items, id, { refusal: serverMessage }),
  });
  const add = (id: string) => queue.change((items) => [...items, { id }]);
  return { ...queue, add, ids: () => queue.get().items.map(({ id }) => id) };
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const createRejection = (status: number, message: string) =>
  new HttpError(status, message, { message });

test('sends each item until a response arrives, in order', async () => {
  const page = openPage();
  outcomes = ['request lost', 'response lost', 'response lost'];
  for (const id of ['a', 'b', 'c']) page.add(id);
  await wait(1_000);
  expect(page.get()).toMatchObject({ isWaiting: true, items: [{}, {}, {}] });
  await wait(60_000);
  expect([...applied]).toEqual(['a', 'b', 'c']);
  expect(attempts).toEqual(['a', 'a', 'a', 'a', 'b', 'c']);
  expect(page.get()).toMatchObject({ isWaiting: false, items: [] });
  expect(page.get().sent.at(-1)).toMatchObject({ item: { id: 'c' }, result: 'result of c' });
});

test('keeps items across a reload, for the user who added them', async () => {
  outcomes = ['request lost'];
  const page = openPage();
  for (const id of ['a', 'b']) page.add(id);
  await wait(0);
  expect(openPage('theirs').ids()).toEqual([]);
  const reloaded = openPage();
  expect(reloaded.ids()).toEqual(['a', 'b']);
  await reloaded.sendAll();
  expect([...applied]).toEqual(['a', 'b']);
  expect(openPage().ids()).toEqual([]);
});

test.each([401, 429, 502, 503, 504])('retries after a response of %d', async (status) => {
  const page = openPage();
  outcomes = [createRejection(status, 'Later.')];
  page.add('a');
  await wait(60_000);
  expect([...applied]).toEqual(['a']);
});

test('keeps a rejected item with its reason, and sends the next', async () => {
  const page = openPage();
  outcomes = [createRejection(409, 'Kim was first.')];
  for (const id of ['a', 'b']) page.add(id);
  await wait(60_000);
  expect(attempts).toEqual(['a', 'b']);
  expect(openPage().get()).toMatchObject({ items: [{ id: 'a', refusal: 'Kim was first.' }] });
  page.change((items) => updateQueuedItem(items, 'a', { refusal: undefined }));
  await wait(0);
  expect([...applied]).toEqual(['b', 'a']);
  expect(page.ids()).toEqual([]);
});

test('reports a slow response', async () => {
  const page = createQueue<QueuedItem, void>('slow', {
    parse: (text) => JSON.parse(text),
    serialize: (items) => JSON.stringify(items),
    send: () => new Promise((resolve) => setTimeout(resolve, 2_000)),
    settle: (items, { id }) => removeQueuedItem(items, id),
    reject: (items) => items,
  });
  page.change(() => [{ id: 'a' }]);
  await wait(1_400);
  expect(page.get().isWaiting).toBe(false);
  await wait(200);
  expect(page.get().isWaiting).toBe(true);
  await wait(1_000);
  expect(page.get()).toMatchObject({ isWaiting: false, items: [] });
});

test('shows and keeps the items of all tabs', async () => {
  const [firstTab, secondTab] = [openPage(), openPage()];
  outcomes = Array(2).fill('request lost');
  firstTab.add('a');
  secondTab.add('b');
  await wait(0);
  for (const page of [firstTab, secondTab, openPage()]) expect(page.ids()).toEqual(['a', 'b']);
  await wait(60_000);
  expect([...applied]).toEqual(['a', 'b']);
  for (const page of [firstTab, secondTab]) expect(page.ids()).toEqual([]);
});

test("sends another tab's items only if that tab doesn't", async () => {
  const follower = openPage();
  storage.set('mine', '[{"id":"a"}]');
  follower.syncWithOtherTab();
  expect(follower.ids()).toEqual(['a']);
  await wait(1_000);
  expect(attempts).toEqual([]);
  await wait(2_000);
  expect(attempts).toEqual(['a']);
});

test('keeps items in memory while storage is full', async () => {
  const page = openPage();
  outcomes = Array(5).fill('request lost');
  page.add('a');
  isFull = true;
  expect(page.add('b')).toBe(false);
  expect(page.ids()).toEqual(['a', 'b']);
  storage.set('mine', '[{"id":"a"},{"id":"c"}]');
  expect(page.ids()).toEqual(['a', 'c', 'b']);
  await wait(60_000);
  expect([...applied]).toEqual(['a', 'c', 'b']);
});
