import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpError } from '#web/http/http-error.ts';
import { createQueue } from '#web/queue/queue.ts';
import {
  addChange,
  type ChangeResult,
  discardChange,
  rejectChange,
  retryChange,
  type SetlistEdit,
  STORED_CHANGES,
  settleChange,
  type UnsentChange,
} from './unsent-changes.ts';

const NETWORK_ERROR = new TypeError('Failed to fetch');

let applied: string[];
let appliedIds: Set<string>;
let outcomes: ('lost' | 'lost on the way back' | HttpError)[];

beforeEach(() => {
  vi.useFakeTimers();
  const storage = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  });
  applied = [];
  appliedIds = new Set();
  outcomes = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open() {
  const queue = createQueue<UnsentChange, ChangeResult>('mine', {
    ...STORED_CHANGES,
    async send(change) {
      const outcome = outcomes.shift();
      if (outcome instanceof HttpError) throw outcome;
      if (outcome !== 'lost' && !appliedIds.has(change.id)) {
        appliedIds.add(change.id);
        applied.push(describeChange(change));
      }
      if (outcome) throw NETWORK_ERROR;
      return { changeId: appliedIds.size, rows: [{ id: change.rowId, version: appliedIds.size }] };
    },
    settle: settleChange,
    reject: (changes, item, { serverMessage = 'Failed' }) =>
      rejectChange(changes, item, serverMessage),
  });
  return {
    ...queue,
    add: (item: UnsentChange) => queue.change((items) => addChange(items, item)),
    retry(id: string, seen: Parameters<typeof retryChange>[2]) {
      const item = queue.get().items.find((change) => change.id === id);
      if (item) queue.change((items) => retryChange(items, item, seen));
    },
    discard: (id: string, undoId: string) =>
      queue.change((items) => discardChange(items, id, undoId)),
  };
}

function describeChange({ id, edit }: UnsentChange): string {
  if (edit.do === 'undo') return `undo of ${edit.changeId}`;
  if (edit.do === 'remove' && edit.version !== undefined) return `${id} from ${edit.version}`;
  return edit.do === 'update' ? `${id} from ${edit.body.version}` : id;
}

const change = (id: string, rowId: string, edit: SetlistEdit): UnsentChange => {
  return { id, rowId, showId: 's', title: id, edit };
};
const add = (id: string) => change(id, id, { do: 'add', body: { id, songId: id } });
const mark = (id: string, rowId: string, version?: number) =>
  change(id, rowId, { do: 'update', body: { isCloser: true, version } });
const remove = (id: string, rowId: string, version?: number) =>
  change(id, rowId, { do: 'remove', version });
const undo = (id: string, rowId: string, changeId: number) =>
  change(id, rowId, { do: 'undo', changeId });
const createRejection = (status: number, message: string) =>
  new HttpError(status, message, { message });
const listIds = (unsent: ReturnType<typeof open>) => unsent.get().items.map(({ id }) => id);

test('reads and writes the stored format', async () => {
  const { edit: deed, ...stored } = mark('a', 'x', 7);
  localStorage.setItem('mine', JSON.stringify([{ ...stored, deed, refusal: 'Kim was first.' }]));
  const unsent = open();
  expect(unsent.get().items).toEqual([{ ...mark('a', 'x', 7), refusal: 'Kim was first.' }]);
  outcomes = ['lost'];
  unsent.add(mark('b', 'y', 3));
  const { edit, ...rest } = mark('b', 'y', 3);
  expect(JSON.parse(localStorage.getItem('mine') ?? '')).toEqual([
    { ...stored, deed, refusal: 'Kim was first.' },
    { ...rest, deed: edit, isTried: true },
  ]);
});

test('keeps the base version of a queued change across a reload', async () => {
  outcomes = ['lost', 'lost'];
  const firstChanges = open();
  firstChanges.add(add('a'));
  firstChanges.add(mark('b', 'a'));
  await vi.advanceTimersByTimeAsync(0);
  outcomes = [];
  await open().sendAll();
  expect(applied).toEqual(['a', 'b from 1']);
});

test('bases a change on the version created by the pending change of the same row', async () => {
  const unsent = open();
  outcomes = ['lost'];
  for (const item of [add('a'), mark('b', 'a'), mark('c', 'z', 5), mark('d', 'a')])
    unsent.add(item);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(applied).toEqual(['a', 'b from 1', 'c from 5', 'd from 2']);
});

test('bases a removal on the version that the administrator saw', async () => {
  const unsent = open();
  outcomes = ['lost', 'lost'];
  const kim = createRejection(409, 'Kim changed it.');
  for (const item of [remove('a', 'x', 7), mark('b', 'y', 3), remove('c', 'y', 3)])
    unsent.add(item);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(applied).toEqual(['a from 7', 'b from 3', 'c from 2']);
  outcomes = [kim, kim];
  for (const item of [mark('d', 'z', 4), remove('e', 'z', 4)]) unsent.add(item);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(unsent.get().items.map(({ refusal }) => refusal)).toEqual(
    Array(2).fill(kim.serverMessage),
  );
  unsent.retry('e', { version: 9 });
  await vi.advanceTimersByTimeAsync(0);
  expect(applied.at(-1)).toBe('e from 9');
});

test("keeps the base version of a change after a rejected one, which protects another administrator's change", async () => {
  const unsent = open();
  outcomes = [createRejection(409, 'Kim changed it.')];
  for (const item of [mark('a', 'x', 3), mark('b', 'x')]) unsent.add(item);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(applied).toEqual(['b from 3']);
  expect(unsent.get().items).toMatchObject([{ id: 'a', refusal: 'Kim changed it.' }]);
});

test('keeps a rejected change with its reason, sends the next, and resends it on retry', async () => {
  const unsent = open();
  outcomes = [createRejection(409, 'Kim was first.')];
  for (const id of ['a', 'b']) unsent.add(add(id));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(applied).toEqual(['b']);
  expect(unsent.get()).toMatchObject({
    isWaiting: false,
    items: [{ id: 'a', refusal: 'Kim was first.' }],
  });
  unsent.retry('a', { timesSeen: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(applied).toEqual(['b', 'a']);
  expect(listIds(unsent)).toEqual([]);
});

test('discards a change that was never sent, with the later changes of its row', async () => {
  const unsent = open();
  outcomes = ['lost'];
  for (const item of [add('a'), add('b'), mark('c', 'b'), add('d')]) unsent.add(item);
  await vi.advanceTimersByTimeAsync(0);
  unsent.discard('b', 'never needed');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(applied).toEqual(['a', 'd']);
});

test.each(['lost', 'lost on the way back'] as const)(
  'undoes a discarded change that may have arrived (%s) by its id',
  async (outcome) => {
    const unsent = open();
    outcomes = [outcome];
    for (const id of ['a', 'b']) unsent.add(add(id));
    await vi.advanceTimersByTimeAsync(0);
    unsent.discard('a', 'back');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(applied).toEqual(['a', 'b', 'undo of 1']);
    expect(listIds(unsent)).toEqual([]);
    expect(unsent.get().sent.at(-1)?.item.edit).toEqual({ do: 'undo', changeId: 1 });
  },
);

test('removes a discarded change that the server rejects', async () => {
  const unsent = open();
  outcomes = ['lost', createRejection(409, 'Kim was first.')];
  unsent.add(add('a'));
  await vi.advanceTimersByTimeAsync(0);
  unsent.discard('a', 'back');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([applied, listIds(unsent)]).toEqual([[], []]);
});

test('bases a change of the row that an undo restores on the restored version', async () => {
  const unsent = open();
  unsent.add(undo('back', 'x', 7));
  unsent.add(mark('b', 'x', 5));
  unsent.add(mark('c', 'y', 6));
  await vi.advanceTimersByTimeAsync(0);
  expect(applied).toEqual(['undo of 7', 'b from 1', 'c from 6']);
});

test('keeps the version of a change after a rejected undo of its row', async () => {
  const unsent = open();
  outcomes = [createRejection(409, 'Kim was first.')];
  unsent.add(undo('back', 'x', 7));
  unsent.add(mark('b', 'x', 5));
  await vi.advanceTimersByTimeAsync(0);
  expect(applied).toEqual(['b from 5']);
});
