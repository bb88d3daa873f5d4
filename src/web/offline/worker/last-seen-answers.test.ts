import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LAST_SEEN_CACHE, LAST_SEEN_HEADER } from '../messages.ts';
import { answerAndKeep, forget } from './last-seen-answers.ts';

const SONGS = new Request('http://127.0.0.1/api/songs');
const DATE = 'Sat, 04 Jul 2026 23:00:00 GMT';

const fetch = vi.fn<(request: Request) => Promise<Response>>();
type CacheQuery = { cacheName: string; ignoreVary?: boolean };
/** What is kept, by the cache's name and the address. */
let kept: Map<string, Map<string, Response>>;
let writing: Promise<unknown>[];
/** What is done while an answer is being written. */
let onWrite: () => Promise<void>;

beforeEach(() => {
  kept = new Map();
  writing = [];
  onWrite = async () => undefined;
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('caches', {
    delete: async (name: string) => kept.delete(name),
    // What varies is found only by who does not ask by which headers.
    match: async ({ url }: Request, { cacheName, ignoreVary }: CacheQuery) =>
      ignoreVary ? kept.get(cacheName)?.get(url)?.clone() : undefined,
    async open(name: string) {
      const cache = kept.get(name) ?? new Map<string, Response>();
      kept.set(name, cache);
      const put = async ({ url }: Request, answer: Response) => {
        await onWrite();
        // As a browser does it: into the cache that was opened, and named so for whoever asks next.
        kept.set(name, cache.set(url, answer));
      };
      return { put };
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const waitUntil = (work: Promise<unknown>) => writing.push(work);
const event = { waitUntil } as unknown as FetchEvent;
const answerOf = (body: string, status = 200) =>
  new Response(body, { status, headers: { date: DATE, etag: '"1"' } });

async function ask(): Promise<Response> {
  const answer = await answerAndKeep(SONGS, event);
  await Promise.all(writing);
  return answer;
}

test('an answer of the server is handed on and kept; without a network it is given again', async () => {
  fetch.mockResolvedValueOnce(answerOf('songs'));
  const fresh = await ask();
  expect(await fresh.text()).toBe('songs');
  expect(fresh.headers.has(LAST_SEEN_HEADER)).toBe(false);
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const last = await ask();
  expect(await last.text()).toBe('songs');
  // Its date is no clock of the server any more.
  expect(Object.fromEntries(last.headers)).toMatchObject({ etag: '"1"', [LAST_SEEN_HEADER]: DATE });
  expect(last.headers.has('date')).toBe(false);
});

test('an answer without a date has been seen at a time nobody knows', async () => {
  fetch.mockResolvedValueOnce(new Response('songs'));
  await ask();
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect((await ask()).headers.get(LAST_SEEN_HEADER)).toBe('');
});

test('without a network, what was never seen fails as it did', async () => {
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(ask()).rejects.toThrow('Failed to fetch');
});

test.each([401, 404, 500])('a refusal (%i) is handed on, and not kept', async (status) => {
  fetch.mockResolvedValueOnce(answerOf('no', status));
  expect((await ask()).status).toBe(status);
  expect(kept.size).toBe(0);
});

test('what is forgotten is gone, also where it was asked for before and comes after', async () => {
  fetch.mockResolvedValueOnce(answerOf('songs'));
  await ask();
  expect(kept.get(LAST_SEEN_CACHE)?.size).toBe(1);
  fetch.mockImplementationOnce(async () => {
    await forget();
    return answerOf('of who is gone');
  });
  await ask();
  expect([...kept.keys()]).toEqual([]);
  fetch.mockResolvedValueOnce(answerOf('of the next'));
  await ask();
  expect(kept.get(LAST_SEEN_CACHE)?.size).toBe(1);
});

test('what is forgotten while it is being written is gone', async () => {
  onWrite = forget;
  fetch.mockResolvedValueOnce(answerOf('of who is gone'));
  await ask();
  expect([...kept.keys()]).toEqual([]);
});

test('an answer that comes after whoever asked for it is gone leaves what the next has seen', async () => {
  fetch.mockImplementationOnce(async () => {
    await forget();
    fetch.mockResolvedValueOnce(answerOf('of the next'));
    await ask();
    return answerOf('of who is gone');
  });
  await ask();
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await (await ask()).text()).toBe('of the next');
});
