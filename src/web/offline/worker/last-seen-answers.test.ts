import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LAST_SEEN_CACHE, LAST_SEEN_HEADER } from '../messages.ts';
import { clearLastSeen, fetchAndCache } from './last-seen-answers.ts';

const SONGS = new Request('http://127.0.0.1/api/songs');
const DATE = 'Sat, 04 Jul 2026 23:00:00 GMT';

const fetch = vi.fn<(request: Request) => Promise<Response>>();
type CacheQuery = { cacheName: string; ignoreVary?: boolean };
/** The cached responses, by cache name and URL. */
let caches: Map<string, Map<string, Response>>;
let writing: Promise<unknown>[];
let onWrite: () => Promise<void>;

beforeEach(() => {
  caches = new Map();
  writing = [];
  onWrite = async () => undefined;
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('caches', {
    delete: async (name: string) => caches.delete(name),
    // A response with `Vary` matches only with `ignoreVary`.
    match: async ({ url }: Request, { cacheName, ignoreVary }: CacheQuery) =>
      ignoreVary ? caches.get(cacheName)?.get(url)?.clone() : undefined,
    async open(name: string) {
      const cache = caches.get(name) ?? new Map<string, Response>();
      caches.set(name, cache);
      const put = async ({ url }: Request, answer: Response) => {
        await onWrite();
        // Like a browser: writes into the opened cache even if it was deleted since.
        caches.set(name, cache.set(url, answer));
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
  const answer = await fetchAndCache(SONGS, event);
  await Promise.all(writing);
  return answer;
}

test("caches the server's answer and returns it when offline", async () => {
  fetch.mockResolvedValueOnce(answerOf('songs'));
  const fresh = await ask();
  expect(await fresh.text()).toBe('songs');
  expect(fresh.headers.has(LAST_SEEN_HEADER)).toBe(false);
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const last = await ask();
  expect(await last.text()).toBe('songs');
  // An old date must not set the server clock.
  expect(Object.fromEntries(last.headers)).toMatchObject({ etag: '"1"', [LAST_SEEN_HEADER]: DATE });
  expect(last.headers.has('date')).toBe(false);
});

test('marks a cached answer without a date with an empty header', async () => {
  fetch.mockResolvedValueOnce(new Response('songs'));
  await ask();
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect((await ask()).headers.get(LAST_SEEN_HEADER)).toBe('');
});

test('rejects when offline without a cached answer', async () => {
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(ask()).rejects.toThrow('Failed to fetch');
});

test.each([401, 404, 500])('passes on the error %i without caching it', async (status) => {
  fetch.mockResolvedValueOnce(answerOf('no', status));
  expect((await ask()).status).toBe(status);
  expect(caches.size).toBe(0);
});

test('drops an answer that was requested before `forget` and arrives after it', async () => {
  fetch.mockResolvedValueOnce(answerOf('songs'));
  await ask();
  expect(caches.get(LAST_SEEN_CACHE)?.size).toBe(1);
  fetch.mockImplementationOnce(async () => {
    await clearLastSeen();
    return answerOf("previous user's");
  });
  await ask();
  expect([...caches.keys()]).toEqual([]);
  fetch.mockResolvedValueOnce(answerOf("next user's"));
  await ask();
  expect(caches.get(LAST_SEEN_CACHE)?.size).toBe(1);
});

test('removes an answer if `forget` runs during its write', async () => {
  onWrite = clearLastSeen;
  fetch.mockResolvedValueOnce(answerOf("previous user's"));
  await ask();
  expect([...caches.keys()]).toEqual([]);
});

test("keeps the next user's answers when a late answer of the previous user arrives", async () => {
  fetch.mockImplementationOnce(async () => {
    await clearLastSeen();
    fetch.mockResolvedValueOnce(answerOf("next user's"));
    await ask();
    return answerOf("previous user's");
  });
  await ask();
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await (await ask()).text()).toBe("next user's");
});
