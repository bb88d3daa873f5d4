import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getCurrentUser, login, logout } from '#contract/accounts.ts';
import { getMyGlobalRow, getShowLeaderboard } from '#contract/leaderboards.ts';
import { addSetlistSong } from '#contract/setlists.ts';
import { getShow, listShows } from '#contract/shows.ts';
import { call, callCounted } from './call.ts';
import { queryClient } from './query-client.ts';
import { queryFor } from './query-for.ts';
import { keyOf } from './query-key.ts';

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetched);
});

afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
  queryClient.clear();
});

function answerWith(body: unknown, init: ResponseInit = {}) {
  fetched.mockResolvedValueOnce(
    new Response(body === undefined ? null : JSON.stringify(body), init),
  );
}

/** The only request, as the network would see it. */
function sent() {
  expect(fetched).toHaveBeenCalledOnce();
  const [url, init] = fetched.mock.calls[0] ?? [];
  return { url, ...init };
}

test('a write sends its body as JSON, with cookies', async () => {
  const body = { email: 'a@b.example', password: 'secret' };
  answerWith({ id: 'u' });
  expect(await call(login, { body })).toEqual({ id: 'u' });
  expect(sent()).toMatchObject({
    url: '/api/auth/login',
    method: 'POST',
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
});

test('an id has one key, in whatever letters the address has it', () => {
  const [id, shouted] = [
    'c0ffee00-0000-4000-8000-000000000001',
    'C0FFEE00-0000-4000-8000-000000000001',
  ];
  expect(keyOf(getShow, { id: shouted })).toEqual(keyOf(getShow, { id }));
});

test('without a body there is no content type; 204 is undefined', async () => {
  answerWith(undefined, { status: 204 });
  expect(await call(logout)).toBeUndefined();
  expect(sent()).not.toHaveProperty('headers.content-type');
});

test('parameters and query make the URL', async () => {
  answerWith([], { headers: { 'x-total-count': '1204' } });
  const params = { id: 'a b/c' };
  const page = await callCounted(getShowLeaderboard, { params, query: { limit: '5' } });
  expect(page).toEqual({ rows: [], total: 1204 });
  expect(sent().url).toBe('/api/leaderboard/show/a%20b%2Fc?limit=5');
});

test('a key joined by slashes is the URL, and ends where a parameter is not given', () => {
  const key = keyOf(addSetlistSong, { id: '7' });
  expect(key).toEqual(['/api/shows', '7', 'setlist']);
  expect(key.join('/')).toBe('/api/shows/7/setlist');
  expect(keyOf(addSetlistSong)).toEqual(['/api/shows']);
  expect(keyOf(getShow, { id: '7' })).toEqual(['/api/shows', '7']);
  expect(keyOf(listShows)).toEqual(['/api/shows']);
});

test('the cache keeps null where the answer is that there is none', async () => {
  answerWith(undefined, { status: 204 });
  expect(await queryClient.fetchQuery(queryFor(getMyGlobalRow))).toBeNull();
});

test('a refusal rejects with an error that says it all', async () => {
  answerWith({ message: 'Show not found.' }, { status: 404 });
  await expect(call(getShow, { params: { id: '7' } })).rejects.toMatchObject({
    name: 'HttpError',
    status: 404,
    sentence: 'Show not found.',
  });
});

test('401 ends the session on this page, but not at the sign-in', async () => {
  const session = keyOf(getCurrentUser);
  const refusal = [{ message: 'Sign in first' }, { status: 401 }] as const;
  queryClient.setQueryData(session, { id: 'u' });
  answerWith(...refusal);
  await expect(call(login, { body: { email: 'a', password: 'b' } })).rejects.toThrow('401: ');
  expect(queryClient.getQueryData(session)).toEqual({ id: 'u' });
  answerWith(...refusal);
  await expect(call(listShows)).rejects.toThrow('401: ');
  expect(queryClient.getQueryData(session)).toBeNull();
});
