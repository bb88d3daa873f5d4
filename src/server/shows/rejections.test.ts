import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import * as undoContract from '#contract/setlist-undo.ts';
import * as setlistContract from '#contract/setlists.ts';
import * as showContract from '#contract/shows.ts';
import * as songContract from '#contract/songs.ts';
import * as statisticsContract from '#contract/statistics.ts';
import { buildUrl } from '#contract/url.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { liveSetlistSongs } from '#server/db/schema/setlists.ts';
import { shows } from '#server/db/schema/shows.ts';
import { songs } from '#server/db/schema/songs.ts';
import { loadEndpoints } from '../../../tests/support/every-call.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, addSong, play } from '../../../tests/support/tour.ts';

// Requests for shows, songs, setlists and statistics that the API must reject.

const contractExports: unknown[] = [
  showContract,
  songContract,
  setlistContract,
  undoContract,
  statisticsContract,
].flatMap((contract) => Object.values(contract));
const endpoints = contractExports.filter(isEndpoint);
const namedEndpoints = endpoints.map(
  (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
);
const adminEndpoints = namedEndpoints.filter(([, { who }]) => who === 'admin' || who === 'scribe');
const endpointsWithIds = namedEndpoints.filter(([, endpoint]) => endpoint.params);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'who' in value;
}

let app: TestApp;
let fan: Caller;
let ids: { id: string; setlistSongId: string };
let songId: string;

beforeAll(async () => {
  app = await openTestApp();
  fan = await app.signUp('Ada Lamplight');
  const show = await addShow(app.admin);
  const song = await addSong(app.admin, 'Ember');
  const [row] = await play(app.admin, show.id, song);
  ids = { id: show.id, setlistSongId: row.id };
  songId = song.id;
});
afterAll(() => app.close());

function call(
  caller: Caller,
  { method, path, body }: Endpoint,
  overrides: Partial<typeof ids> = {},
) {
  const pathIds = path.startsWith('/api/songs') ? { ...ids, id: songId } : ids;
  const url = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: keyof typeof ids) => ({ ...pathIds, ...overrides })[name],
  );
  const payload = body && buildValidBody(path);
  if (method === 'GET') return caller.get(url);
  if (method === 'DELETE') return caller.delete(url);
  return method === 'POST' ? caller.post(url, payload) : caller.patch(url, payload);
}

function buildValidBody(path: string): object {
  if (path.endsWith('/status')) return { status: 'live' };
  if (path.includes('/setlist')) return { songId };
  if (path.startsWith('/api/songs')) return { title: 'Fathom' };
  return { name: 'The Foundry', city: 'Duluth', date: '2031-07-04T19:30' };
}

async function readTables() {
  const { db } = app.database;
  return {
    shows: await db.select().from(shows),
    songs: await db.select().from(songs),
    rows: await db.select().from(liveSetlistSongs),
    records: await db.select().from(auditLog),
  };
}

it('covers the endpoints of all four features', () => {
  expect([endpoints.length, adminEndpoints.length, endpointsWithIds.length]).toEqual([26, 13, 15]);
});

it.each(namedEndpoints)('%s returns 401 for a visitor', async (_, endpoint) => {
  const tablesBefore = await readTables();
  const response = await call(app.visitor, endpoint);
  expect([response.statusCode, response.json().message]).toEqual([401, 'Please sign in']);
  expect(await readTables()).toEqual(tablesBefore);
});

it.each(adminEndpoints)('%s returns 403 for a fan', async (_, endpoint) => {
  const tablesBefore = await readTables();
  const response = await call(fan, endpoint);
  expect(response.statusCode).toBe(403);
  expect(response.json().message).toMatch(/permission/);
  expect(await readTables()).toEqual(tablesBefore);
});

describe.each(endpointsWithIds)('%s', (_, endpoint) => {
  it.each([
    ['a malformed', 'nonsense'],
    ['an almost valid', `${randomUUID()}0`],
    ['an unknown', randomUUID()],
  ])('returns 404 for %s ID', async (_kind, id) => {
    const tablesBefore = await readTables();
    const response = await call(app.admin, endpoint, { id });
    expect(response.statusCode).toBe(404);
    expect(response.json().message).toMatch(/not found/i);
    if (endpoint.path.includes('{setlistSongId}')) {
      const rowResponse = await call(app.admin, endpoint, { setlistSongId: id });
      expect(rowResponse.statusCode).toBe(404);
    }
    expect(await readTables()).toEqual(tablesBefore);
  });
});

it('rejects the score calculation for an open show', async () => {
  const response = await app.admin.post(`/api/shows/${ids.id}/calculate-scores`);
  expect([response.statusCode, response.json().message]).toEqual([
    409,
    'Show must be live or closed to calculate scores',
  ]);
});

const showPaths = [...(await loadEndpoints()).values()]
  .filter(
    ({ method, path }) =>
      method === 'GET' && /^\/api\/(shows|leaderboard\/show)\/\{id\}/.test(path),
  )
  .map(({ path }) => path);

it.each(showPaths)('GET %s returns 404 for an unknown show', async (path) => {
  const url = buildUrl(path, { params: { id: randomUUID() } });
  for (const caller of [fan, app.admin]) {
    const response = await caller.get(url);
    const isRejected = response.statusCode === 403 && caller === fan;
    if (!isRejected)
      expect([response.statusCode, response.json().message]).toEqual([404, 'Show not found.']);
  }
});
