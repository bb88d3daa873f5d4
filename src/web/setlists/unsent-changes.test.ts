import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpError } from '#web/http/http-error.ts';
import { createUnsentChanges, type SetlistEdit, type UnsentChange } from './unsent-changes.ts';

const NO_LINE = new TypeError('Failed to fetch');

/** What the server has done, and what becomes of the next attempts; all is well where nothing is said. */
let done: string[];
let made: Set<string>;
let outcomes: ('lost' | 'lost on the way back' | HttpError)[];

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
  done = [];
  made = new Set();
  outcomes = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Every row has as its version how many changes were made. */
function open(key = 'mine') {
  return createUnsentChanges({
    key,
    async send(change) {
      const outcome = outcomes.shift();
      if (outcome instanceof HttpError) throw outcome;
      if (outcome !== 'lost' && !made.has(change.id)) {
        made.add(change.id);
        done.push(inWords(change));
      }
      if (outcome) throw NO_LINE;
      return { changeId: made.size, rows: [{ id: change.rowId, version: made.size }] };
    },
    onRefused: (error) => error.sentence ?? 'Failed',
  });
}

function inWords({ id, deed }: UnsentChange): string {
  if (deed.do === 'undo') return `undo of ${deed.changeId}`;
  if (deed.do === 'remove' && deed.version !== undefined) return `${id} from ${deed.version}`;
  return deed.do === 'update' ? `${id} from ${deed.body.version}` : id;
}

const change = (id: string, rowId: string, deed: SetlistEdit): UnsentChange => {
  return { id, rowId, showId: 's', title: id, deed };
};
const add = (id: string) => change(id, id, { do: 'add', body: { id, songId: id } });
const mark = (id: string, rowId: string, version?: number) =>
  change(id, rowId, { do: 'update', body: { isCloser: true, version } });
const remove = (id: string, rowId: string, version?: number) =>
  change(id, rowId, { do: 'remove', version });
const refused = (status: number, message: string) => new HttpError(status, message, { message });
const ids = (unsent: ReturnType<typeof open>) => unsent.get().changes.map(({ id }) => id);

test('changes go in the order in which they were made, once each, whatever the line does', async () => {
  const unsent = open();
  outcomes = ['lost', 'lost on the way back', 'lost on the way back'];
  for (const one of [add('a'), add('b'), mark('c', 'x', 7), remove('d', 'y')]) unsent.add(one);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(unsent.get()).toMatchObject({ isWaiting: true, changes: [{}, {}, {}, {}] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(['a', 'b', 'c from 7', 'd']);
  expect(unsent.get()).toMatchObject({ isWaiting: false, changes: [] });
  expect(unsent.get().arrived).toMatchObject({ changeId: 4, change: { id: 'd' } });
});

test('a reload keeps them, for whoever made them', async () => {
  outcomes = ['lost', 'lost'];
  const first = open();
  first.add(add('a'));
  first.add(mark('b', 'a'));
  await vi.advanceTimersByTimeAsync(0);
  expect(ids(open('theirs'))).toEqual([]);
  const again = open();
  expect(ids(again)).toEqual(['a', 'b']);
  outcomes = [];
  await again.sendAll();
  expect(done).toEqual(['a', 'b from 1']);
  expect(ids(open())).toEqual([]);
});

test('a change of a row that is on its way starts from what the one before has made of it', async () => {
  const unsent = open();
  outcomes = ['lost'];
  for (const one of [add('a'), mark('b', 'a'), mark('c', 'z', 5), mark('d', 'a')]) unsent.add(one);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(['a', 'b from 1', 'c from 5', 'd from 2']);
});

test('a removal starts from what its administrator saw, as a change does', async () => {
  const unsent = open();
  outcomes = ['lost', 'lost'];
  const kim = refused(409, 'Kim changed it.');
  for (const one of [remove('a', 'x', 7), mark('b', 'y', 3), remove('c', 'y', 3)]) unsent.add(one);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(['a from 7', 'b from 3', 'c from 2']);
  outcomes = [kim, kim];
  for (const one of [mark('d', 'z', 4), remove('e', 'z', 4)]) unsent.add(one);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(unsent.get().changes.map(({ refusal }) => refusal)).toEqual(Array(2).fill(kim.sentence));
  unsent.retry('e', { version: 9 });
  await vi.advanceTimersByTimeAsync(0);
  expect(done.at(-1)).toBe('e from 9');
});

test('behind one that is refused, its row starts from what is no more: nothing of another is overwritten', async () => {
  const unsent = open();
  outcomes = [refused(409, 'Kim changed it.')];
  for (const one of [mark('a', 'x', 3), mark('b', 'x')]) unsent.add(one);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(['b from 3']);
  expect(unsent.get().changes).toMatchObject([{ id: 'a', refusal: 'Kim changed it.' }]);
});

test('one that is refused stays with its reason, lets the next pass, and goes when asked again', async () => {
  const unsent = open();
  outcomes = [refused(409, 'Kim was first.')];
  for (const id of ['a', 'b']) unsent.add(add(id));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(['b']);
  expect(unsent.get()).toMatchObject({
    isWaiting: false,
    changes: [{ id: 'a', refusal: 'Kim was first.' }],
  });
  unsent.retry('a', { timesSeen: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toEqual(['b', 'a']);
  expect(ids(unsent)).toEqual([]);
});

test.each([401, 429, 502, 503, 504])('an answer of %d is waited out', async (status) => {
  const unsent = open();
  outcomes = [refused(status, 'Later.')];
  unsent.add(add('a'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(['a']);
});

test('what never was on its way is taken out, with what was done to its row', async () => {
  const unsent = open();
  outcomes = ['lost'];
  for (const one of [add('a'), add('b'), mark('c', 'b'), add('d')]) unsent.add(one);
  await vi.advanceTimersByTimeAsync(0);
  unsent.drop('b', 'never needed');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(done).toEqual(['a', 'd']);
});

test.each(['lost', 'lost on the way back'] as const)(
  'what may have arrived (%s) is taken back behind it, by its number',
  async (outcome) => {
    const unsent = open();
    outcomes = [outcome];
    for (const id of ['a', 'b']) unsent.add(add(id));
    await vi.advanceTimersByTimeAsync(0);
    unsent.drop('a', 'back');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done).toEqual(['a', 'b', 'undo of 1']);
    expect(ids(unsent)).toEqual([]);
    expect(unsent.get().undone).toEqual([1]);
  },
);

test('what is taken back and then refused is over', async () => {
  const unsent = open();
  outcomes = ['lost', refused(409, 'Kim was first.')];
  unsent.add(add('a'));
  await vi.advanceTimersByTimeAsync(0);
  unsent.drop('a', 'back');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([done, ids(unsent)]).toEqual([[], []]);
});
