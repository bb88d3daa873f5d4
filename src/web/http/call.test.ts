import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getCurrentUser, login, logout } from '#contract/accounts.ts';
import { getMyGlobalRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { getShow, listShows } from '#contract/shows.ts';
import { sessionQuery } from '#web/session/session-query.ts';
import { call, callCounted } from './call.ts';
import { queryClient } from './query-client.ts';
import { queryFor } from './query-for.ts';
import { buildQueryKey } from './query-key.ts';

const fetchMock = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock);
});

afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
  queryClient.clear();
});

function respondWith(body: unknown, init: ResponseInit = {}) {
  fetchMock.mockResolvedValueOnce(
    new Response(body === undefined ? null : JSON.stringify(body), init),
  );
}

function getSentRequest() {
  expect(fetchMock).toHaveBeenCalledOnce();
  const [url, init] = fetchMock.mock.calls[0] ?? [];
  return { url, ...init };
}

test('sends the body of a write as JSON, with cookies', async () => {
  const body = { email: 'a@b.example', password: 'secret' };
  respondWith({ id: 'u' });
  expect(await call(login, { body })).toEqual({ id: 'u' });
  expect(getSentRequest()).toMatchObject({
    url: '/api/auth/login',
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
});

test('maps an ID to the same key regardless of case', () => {
  const [id, uppercase] = [
    'c0ffee00-0000-4000-8000-000000000001',
    'C0FFEE00-0000-4000-8000-000000000001',
  ];
  expect(buildQueryKey(getShow, { id: uppercase })).toEqual(buildQueryKey(getShow, { id }));
});

test('omits the content type without a body, and resolves 204 to undefined', async () => {
  respondWith(undefined, { status: 204 });
  expect(await call(logout)).toBeUndefined();
  expect(getSentRequest()).not.toHaveProperty('headers.content-type');
});

test('builds the URL from params and query', async () => {
  respondWith([], { headers: { 'x-total-count': '1204' } });
  const params = { id: 'a b/c' };
  const page = await callCounted(getShowLeaderboard, { params, query: { limit: '5' } });
  expect(page).toEqual({ rows: [], total: 1204 });
  expect(getSentRequest().url).toBe('/api/leaderboard/show/a%20b%2Fc?limit=5');
});

test('builds keys that join to the URL and end before a missing param', () => {
  const key = buildQueryKey(addSetlistSong, { id: '7' });
  expect(key).toEqual(['/api/shows', '7', 'setlist']);
  expect(key.join('/')).toBe('/api/shows/7/setlist');
  expect(buildQueryKey(addSetlistSong)).toEqual(['/api/shows']);
  expect(buildQueryKey(getShow, { id: '7' })).toEqual(['/api/shows', '7']);
  expect(buildQueryKey(listShows)).toEqual(['/api/shows']);
});

test('caches null for an empty response', async () => {
  respondWith(undefined, { status: 204 });
  expect(await queryClient.fetchQuery(queryFor(getMyGlobalRow))).toBeNull();
});

test("rejects an error response with its status and the server's message", async () => {
  respondWith({ message: 'Show not found.' }, { status: 404 });
  await expect(call(getShow, { params: { id: '7' } })).rejects.toMatchObject({
    name: 'HttpError',
    status: 404,
    serverMessage: 'Show not found.',
  });
});

test('clears the current user on 401, except when signing in', async () => {
  const session = buildQueryKey(getCurrentUser);
  const unauthorized = [{ message: 'Sign in first' }, { status: 401 }] as const;
  queryClient.setQueryData(session, { id: 'u' });
  respondWith(...unauthorized);
  await expect(call(login, { body: { email: 'a', password: 'b' } })).rejects.toThrow('401: ');
  expect(queryClient.getQueryData(session)).toEqual({ id: 'u' });
  respondWith(...unauthorized);
  await expect(call(listShows)).rejects.toThrow('401: ');
  expect(queryClient.getQueryData(session)).toBeNull();
});

test('keeps a user whose session began after the rejected request was sent', async () => {
  const session = buildQueryKey(getCurrentUser);
  const newUser = { id: 'u', username: 'after the new password' };
  for (const request of [
    () => call(listShows),
    () => queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  ]) {
    fetchMock.mockImplementationOnce(async () => {
      queryClient.setQueryData(session, newUser, { updatedAt: Date.now() + 1 });
      return new Response(JSON.stringify({ message: 'Sign in first' }), { status: 401 });
    });
    await request().catch(() => undefined);
    expect(queryClient.getQueryData(session)).toEqual(newUser);
    queryClient.setQueryData(session, { id: 'u' });
  }
});
