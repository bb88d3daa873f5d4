import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HttpError } from '#web/http/http-error.ts';
import { createUnsentSongs, type UnsentSong } from './unsent-songs.ts';

const NO_LINE = new TypeError('Failed to fetch');

/** What the server has, and what becomes of the next attempts; all is well where nothing is said. */
let added: string[];
let outcomes: ('lost' | 'lost on the way back' | HttpError)[];

beforeEach(() => {
  vi.useFakeTimers();
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  });
  added = [];
  outcomes = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open(key = 'mine') {
  return createUnsentSongs({
    key,
    async send({ body: { id } }) {
      const outcome = outcomes.shift();
      if (outcome instanceof HttpError) throw outcome;
      if (outcome !== 'lost' && !added.includes(id)) added.push(id);
      if (outcome) throw NO_LINE;
    },
    onRefused: (error) => error.sentence ?? 'Failed',
  });
}

const song = (id: string): UnsentSong => ({ showId: 's', title: id, body: { id, songId: id } });
const refused = (status: number, message: string) => new HttpError(status, message, { message });

test('songs go in the order in which they were entered, once each, whatever the line does', async () => {
  const unsent = open();
  outcomes = ['lost', 'lost on the way back', 'lost on the way back'];
  for (const id of ['a', 'b', 'c']) unsent.add(song(id));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(unsent.get()).toMatchObject({ isWaiting: true, songs: [{}, {}, {}] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(added).toEqual(['a', 'b', 'c']);
  expect(unsent.get()).toEqual({ isWaiting: false, songs: [] });
});

test('a reload keeps them, for whoever entered them', async () => {
  outcomes = ['lost', 'lost'];
  open().add(song('a'));
  await vi.advanceTimersByTimeAsync(0);
  expect(open('theirs').get().songs).toEqual([]);
  const again = open();
  expect(again.get().songs).toEqual([song('a')]);
  outcomes = [];
  await again.sendAll();
  expect(added).toEqual(['a']);
  expect(open().get().songs).toEqual([]);
});

test('one that is refused stays with its reason, lets the next pass, and goes when asked again', async () => {
  const unsent = open();
  outcomes = [refused(409, 'Kim was first.')];
  for (const id of ['a', 'b']) unsent.add(song(id));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(added).toEqual(['b']);
  expect(unsent.get()).toEqual({
    isWaiting: false,
    songs: [{ ...song('a'), refusal: 'Kim was first.' }],
  });
  unsent.retry('a', { timesSeen: 1 });
  await vi.advanceTimersByTimeAsync(0);
  expect(added).toEqual(['b', 'a']);
  expect(unsent.get().songs).toEqual([]);
});

test.each([401, 429, 502, 503, 504])('an answer of %d is waited out', async (status) => {
  const unsent = open();
  outcomes = [refused(status, 'Later.')];
  unsent.add(song('a'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(added).toEqual(['a']);
});

test('what is taken out is not sent any more', async () => {
  const unsent = open();
  outcomes = ['lost'];
  for (const id of ['a', 'b']) unsent.add(song(id));
  await vi.advanceTimersByTimeAsync(0);
  unsent.remove('a');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(added).toEqual(['b']);
});
