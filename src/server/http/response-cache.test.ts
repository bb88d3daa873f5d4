import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTopSongs } from '#contract/statistics.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { createChangeVersions } from '../changes/change-versions.ts';
import { createResponseCache } from './response-cache.ts';

let app: TestApp;
let list: { etag: string; body: Buffer };
beforeAll(async () => {
  app = await openTestApp();
  await planTour(app).addSongs(...Array.from({ length: 40 }, (_, n) => `Song ${n}`));
  const { headers, rawPayload } = await app.admin.get('/api/songs');
  list = { etag: String(headers.etag), body: rawPayload };
});
afterAll(() => app.close());

const strongEtag = () => list.etag.replace('W/', '');

describe('If-None-Match', () => {
  it.each([
    ['the tag', () => list.etag],
    ['its strong form', strongEtag],
    ['a list that contains it', () => `"one", ${list.etag}, W/"two"`],
    ['a list that contains its strong form, without spaces', () => `W/"one",${strongEtag()}`],
    ['a star', () => '*'],
    ['a star with spaces', () => ' * '],
  ])('returns 304 for %s', async (_, tags) => {
    const response = await app.admin.get('/api/songs', { 'if-none-match': tags() });
    expect([response.statusCode, response.body, response.headers.etag]).toEqual([
      304,
      '',
      list.etag,
    ]);
  });

  it.each([
    ['another tag', () => 'W/"one"'],
    ['a list of other tags', () => '"one", "two"'],
    ['the tag without its quotes', () => strongEtag().replaceAll('"', '')],
    ['a longer tag that contains it', () => `"x${strongEtag().slice(1)}`],
    ['a star as a tag', () => '"*"'],
    ['an empty header', () => ''],
  ])('returns the list for %s', async (_, tags) => {
    const response = await app.admin.get('/api/songs', { 'if-none-match': tags() });
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload).toEqual(list.body);
  });
});

describe('Accept-Encoding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=1.0, br; q=0.000', 'gzip'],
    ['br;q=0', undefined],
    ['gzip;q=0, br;q=0', undefined],
    ['brotli', undefined],
    ['deflate', undefined],
    ['identity', undefined],
    ['', undefined],
  ])('uses the expected encoding for "%s": %s', async (accepted, encoding) => {
    const response = await app.admin.get('/api/songs', { 'accept-encoding': accepted });
    expect(response.headers['content-encoding']).toBe(encoding);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
    expect(unpack ? unpack(response.rawPayload) : response.rawPayload).toEqual(list.body);
  });

  it('returns Vary with every encoding', async () => {
    for (const accepted of ['br', 'gzip', 'identity']) {
      const response = await app.admin.get('/api/songs', { 'accept-encoding': accepted });
      expect(response.headers.vary).toBe('accept-encoding');
    }
  });
});

it('counts the bytes of a short response, not its characters', async () => {
  const cache = createResponseCache(createChangeVersions(createLocalBus()));
  const server = fastify();
  server.get('/', (request, reply) => {
    const row = { id: randomUUID(), title: 'Où est la fête? 🎉', timesPlayed: 1, lastPlayed: null };
    return cache.send({ request, reply }, getTopSongs, {
      key: 'short',
      load: async () => ({ rows: [row] }),
    });
  });
  const { headers, json, rawPayload } = await server.inject('/');
  expect(Number(headers['content-length'])).toBe(rawPayload.length);
  expect(json()).toMatchObject([{ title: 'Où est la fête? 🎉' }]);
  await server.close();
});

it('caches about 30 MB and evicts the least recently used response', async () => {
  const cache = createResponseCache(createChangeVersions(createLocalBus()));
  const loadedKeys: string[] = [];
  const title = 'x'.repeat(1024 * 1024);
  const server = fastify();
  server.get<{ Params: { key: string } }>('/:key', async (request, reply) => {
    const { key } = request.params;
    const load = async () => {
      loadedKeys.push(key);
      return { rows: [{ id: randomUUID(), title, timesPlayed: 1, lastPlayed: null }] };
    };
    return cache.send({ request, reply }, getTopSongs, { key, load });
  });
  const keys = Array.from({ length: 40 }, (_, n) => `response-${n}`);
  for (const key of keys) await server.inject(`/${key}`);
  expect(loadedKeys).toEqual(keys);
  loadedKeys.length = 0;
  for (const key of keys.slice(-20)) await server.inject(`/${key}`);
  expect(loadedKeys).toEqual([]);
  await server.inject(`/${keys[0]}`);
  expect(loadedKeys).toEqual(keys.slice(0, 1));
  await server.close();
});

it('sends a slow response even if its entry is evicted before it finishes', async () => {
  const cache = createResponseCache(createChangeVersions(createLocalBus()));
  const title = 'x'.repeat(1024 * 1024);
  const slow = { end: () => {} };
  const slowLoad = new Promise<void>((resolve) => Object.assign(slow, { end: resolve }));
  const server = fastify();
  server.get<{ Params: { key: string } }>('/:key', async (request, reply) => {
    const { key } = request.params;
    const load = async () => {
      if (key === 'slow') await slowLoad;
      return { rows: [{ id: randomUUID(), title, timesPlayed: 1, lastPlayed: null }] };
    };
    return cache.send({ request, reply }, getTopSongs, { key, load });
  });
  const slowRequest = server.inject('/slow');
  for (let n = 0; n < 40; n += 1) await server.inject(`/response-${n}`);
  slow.end();
  expect((await slowRequest).statusCode).toBe(200);
  await server.close();
});
