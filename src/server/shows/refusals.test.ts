import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import * as setlistContract from '#contract/setlists.ts';
import * as showContract from '#contract/shows.ts';
import * as songContract from '#contract/songs.ts';
import * as statisticsContract from '#contract/statistics.ts';
import { urlOf } from '#contract/url.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { liveSetlistSongs } from '#server/db/schema/setlists.ts';
import { shows } from '#server/db/schema/shows.ts';
import { songs } from '#server/db/schema/songs.ts';
import { contractEndpoints } from '../../../tests/support/every-call.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, addSong, play } from '../../../tests/support/tour.ts';

// What fans and visitors must not do with shows, songs, setlists and statistics, and what no user
// may do.

const exported: unknown[] = [
  showContract,
  songContract,
  setlistContract,
  statisticsContract,
].flatMap((contract) => Object.values(contract));
const endpoints = exported.filter(isEndpoint);
const named = endpoints.map(
  (endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const,
);
const forAdmins = named.filter(([, one]) => one.who === 'admin');
const withIds = named.filter(([, one]) => one.params);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'who' in value;
}

let test: TestApp;
let fan: Caller;
let ids: { id: string; setlistSongId: string };
let songId: string;

beforeAll(async () => {
  test = await openTestApp();
  fan = await test.signUp('Ada Lamplight');
  const show = await addShow(test.admin);
  const song = await addSong(test.admin, 'Ember');
  const [row] = await play(test.admin, show.id, song);
  ids = { id: show.id, setlistSongId: row.id };
  songId = song.id;
});
afterAll(() => test.close());

function call(caller: Caller, { method, path, body }: Endpoint, by: Partial<typeof ids> = {}) {
  const known = path.startsWith('/api/songs') ? { ...ids, id: songId } : ids;
  const url = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: keyof typeof ids) => ({ ...known, ...by })[name],
  );
  const sent = body && validBody(path);
  if (method === 'GET') return caller.get(url);
  if (method === 'DELETE') return caller.delete(url);
  return method === 'POST' ? caller.post(url, sent) : caller.patch(url, sent);
}

function validBody(path: string): object {
  if (path.endsWith('/status')) return { status: 'live' };
  if (path.includes('/setlist')) return { songId };
  if (path.startsWith('/api/songs')) return { title: 'Fathom' };
  return { name: 'The Foundry', city: 'Duluth', date: '2031-07-04T19:30' };
}

async function everything() {
  const { db } = test.database;
  return {
    shows: await db.select().from(shows),
    songs: await db.select().from(songs),
    rows: await db.select().from(liveSetlistSongs),
    records: await db.select().from(auditLog),
  };
}

it('covers the calls of all four features', () => {
  expect([endpoints.length, forAdmins.length, withIds.length]).toEqual([24, 13, 14]);
});

it.each(named)('%s answers 401 to a visitor', async (_, endpoint) => {
  const before = await everything();
  const answer = await call(test.visitor, endpoint);
  expect([answer.statusCode, answer.json().message]).toEqual([401, 'Please sign in']);
  expect(await everything()).toEqual(before);
});

it.each(forAdmins)('%s answers 403 to a fan', async (_, endpoint) => {
  const before = await everything();
  const answer = await call(fan, endpoint);
  expect(answer.statusCode).toBe(403);
  expect(answer.json().message).toMatch(/permission/);
  expect(await everything()).toEqual(before);
});

describe.each(withIds)('%s', (_, endpoint) => {
  it.each([
    ['a malformed', 'nonsense'],
    ['a nearly right', `${randomUUID()}0`],
    ['an unknown', randomUUID()],
  ])('answers 404 to %s id', async (_kind, id) => {
    const before = await everything();
    const answer = await call(test.admin, endpoint, { id });
    expect(answer.statusCode).toBe(404);
    expect(answer.json().message).toMatch(/not found/i);
    if (endpoint.path.includes('{setlistSongId}')) {
      const ofRow = await call(test.admin, endpoint, { setlistSongId: id });
      expect(ofRow.statusCode).toBe(404);
    }
    expect(await everything()).toEqual(before);
  });
});

it('refuses to calculate scores of an open show', async () => {
  const answer = await test.admin.post(`/api/shows/${ids.id}/calculate-scores`);
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    'Show must be live or closed to calculate scores',
  ]);
});

const ofAnyShow = [...(await contractEndpoints()).values()]
  .filter(
    ({ method, path }) =>
      method === 'GET' && /^\/api\/(shows|leaderboard\/show)\/\{id\}/.test(path),
  )
  .map(({ path }) => path);

it.each(ofAnyShow)('GET %s answers 404 for an unknown show', async (path) => {
  const url = urlOf(path, { params: { id: randomUUID() } });
  for (const caller of [fan, test.admin]) {
    const answer = await caller.get(url);
    const isRefused = answer.statusCode === 403 && caller === fan;
    if (!isRefused)
      expect([answer.statusCode, answer.json().message]).toEqual([404, 'Show not found.']);
  }
});
