import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LAST_SEEN_CACHE, LAST_SEEN_HEADER } from '../messages.ts';
import { clearLastSeen, fetchAndCache } from './last-seen-responses.ts';

const SONGS = new Request('http://127.0.0.1/api/songs');
const DATE = 'Sat, 04 Jul 2026 23:00:00 GMT';

const fetch = vi.fn<(request: Request) => Promise<Response>>();
type CacheQuery = { cacheName: string; ignoreVary?: boolean };
let caches: Map<string, Map<string, Response>>;
let pendingWrites: Promise<unknown>[];
let onWrite: () => Promise<void>;

beforeEach(() => {
  caches = new Map();
  pendingWrites = [];
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
      const put = async ({ url }: Request, response: Response) => {
        await onWrite();
        // Like a browser: writes into the opened cache even if it was deleted since.
        caches.set(name, cache.set(url, response));
      };
      return { put };
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
});

const waitUntil = (work: Promise<unknown>) => pendingWrites.push(work);
const event = { waitUntil } as unknown as FetchEvent;
const createResponse = (body: string, status = 200) =>
  new Response(body, { status, headers: { date: DATE, etag: '"1"' } });

async function request(): Promise<Response> {
  const response = await fetchAndCache(SONGS, event);
  await Promise.all(pendingWrites);
  return response;
}

test("caches the server's response and returns it when offline", async () => {
  fetch.mockResolvedValueOnce(createResponse('songs'));
  const fresh = await request();
  expect(await fresh.text()).toBe('songs');
  expect(fresh.headers.has(LAST_SEEN_HEADER)).toBe(false);
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const cached = await request();
  expect(await cached.text()).toBe('songs');
  // An old date must not set the server clock.
  expect(Object.fromEntries(cached.headers)).toMatchObject({
    etag: '"1"',
    [LAST_SEEN_HEADER]: DATE,
  });
  expect(cached.headers.has('date')).toBe(false);
});

test('marks a cached response without a date with an empty header', async () => {
  fetch.mockResolvedValueOnce(new Response('songs'));
  await request();
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect((await request()).headers.get(LAST_SEEN_HEADER)).toBe('');
});

test('rejects when offline without a cached response', async () => {
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(request()).rejects.toThrow('Failed to fetch');
});

test.each([401, 404, 500])('passes on the error %i without caching it', async (status) => {
  fetch.mockResolvedValueOnce(createResponse('no', status));
  expect((await request()).status).toBe(status);
  expect(caches.size).toBe(0);
});

test('drops a response that was requested before `clearLastSeen` and arrives after it', async () => {
  fetch.mockResolvedValueOnce(createResponse('songs'));
  await request();
  expect(caches.get(LAST_SEEN_CACHE)?.size).toBe(1);
  fetch.mockImplementationOnce(async () => {
    await clearLastSeen();
    return createResponse("previous user's");
  });
  await request();
  expect([...caches.keys()]).toEqual([]);
  fetch.mockResolvedValueOnce(createResponse("next user's"));
  await request();
  expect(caches.get(LAST_SEEN_CACHE)?.size).toBe(1);
});

test('removes a response if `clearLastSeen` runs during its write', async () => {
  onWrite = clearLastSeen;
  fetch.mockResolvedValueOnce(createResponse("previous user's"));
  await request();
  expect([...caches.keys()]).toEqual([]);
});

test("keeps the next user's responses when the previous user's response arrives afterwards", async () => {
  fetch.mockImplementationOnce(async () => {
    await clearLastSeen();
    fetch.mockResolvedValueOnce(createResponse("next user's"));
    await request();
    return createResponse("previous user's");
  });
  await request();
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await (await request()).text()).toBe("next user's");
});
