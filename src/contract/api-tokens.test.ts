import { expect, it, test } from 'vitest';
import { loadEndpoints } from '../../tests/support/every-call.ts';
import { createApiTokenBody, findTokenScope, formatMissingScope } from './api-tokens.ts';

const endpoints = [...(await loadEndpoints())];
const listByScope = (wanted: string | undefined) =>
  endpoints.filter(([, endpoint]) => findTokenScope(endpoint) === wanted);

test('a token may make only these writes', () => {
  const writes = endpoints
    .filter(([, endpoint]) => endpoint.method !== 'GET' && findTokenScope(endpoint))
    .map(([name, endpoint]) => [name, findTokenScope(endpoint)]);
  expect(Object.fromEntries(writes)).toEqual({
    createPrediction: 'predict',
    updatePrediction: 'predict',
    addSetlistSong: 'scribe',
    updateSetlistSong: 'scribe',
    removeSetlistSong: 'scribe',
    undoSetlistChange: 'scribe',
    setShowStatus: 'scribe',
  });
});

test('no token may call an endpoint for moderators or administrators', () => {
  const forbidden = endpoints.filter(([, { who }]) => who === 'moderator' || who === 'admin');
  expect(forbidden.length).toBeGreaterThan(20);
  expect(forbidden.filter(([, endpoint]) => findTokenScope(endpoint))).toEqual([]);
});

test('a read token can read what fans see, but no account data, sign-in methods or mail', () => {
  const names = listByScope('read').map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['listShows', 'getSetlist', 'listMyPredictions']));
  const privateReads = [
    ...['getCurrentUser', 'getShare', 'listLeaguePosts', 'listBlocks'],
    ...['listSessions', 'listApiTokens', 'getCredentials', 'getAccountData', 'getNotices'],
  ];
  expect(names.filter((name) => privateReads.includes(name))).toEqual([]);
});

it('requires at least one known scope and sorts the scopes', () => {
  const body = { name: 'Bot', lifetimeDays: 30 };
  expect(
    createApiTokenBody.parse({ ...body, scopes: ['predict', 'read', 'predict'] }).scopes,
  ).toEqual(['read', 'predict']);
  expect(createApiTokenBody.safeParse({ ...body, scopes: [] }).error?.issues[0]?.message).toBe(
    'Choose what the token may do',
  );
  expect(createApiTokenBody.safeParse({ ...body, scopes: ['admin'] }).success).toBe(false);
  expect(
    createApiTokenBody.safeParse({ ...body, lifetimeDays: 31, scopes: ['read'] }).success,
  ).toBe(false);
});

test('the error names the missing scope', () => {
  expect(formatMissingScope('predict')).toBe("This API token doesn't have the scope 'predict'");
});
