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

let test: TestApp;
let list: { etag: string; body: Buffer };
beforeAll(async () => {
  test = await openTestApp();
  await planTour(test).songs(...Array.from({ length: 40 }, (_, n) => `Song ${n}`));
  const { headers, rawPayload } = await test.admin.get('/api/songs');
  list = { etag: String(headers.etag), body: rawPayload };
});
afterAll(() => test.close());

const strong = () => list.etag.replace('W/', '');

describe('If-None-Match', () => {
  it.each([
    ['the tag', () => list.etag],
    ['its strong form', strong],
    ['a list that contains it', () => `"one", ${list.etag}, W/"two"`],
    ['a list that contains its strong form, without spaces', () => `W/"one",${strong()}`],
    ['a star', () => '*'],
    ['a star with spaces', () => ' * '],
  ])('returns 304 for %s', async (_, tags) => {
    const answer = await test.admin.get('/api/songs', { 'if-none-match': tags() });
    expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', list.etag]);
  });

  it.each([
    ['another tag', () => 'W/"one"'],
    ['a list of others', () => '"one", "two"'],
    ['the tag without its quotes', () => strong().replaceAll('"', '')],
    ['the tag inside another', () => `"x${strong().slice(1)}`],
    ['a star as a tag', () => '"*"'],
    ['nothing', () => ''],
  ])('an empty header', async (_, tags) => {
    const answer = await test.admin.get('/api/songs', { 'if-none-match': tags() });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(list.body);
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
    ['identity', undefined],
    ['', undefined],
  ])('uses the expected encoding for "%s": %s', async (accepted, encoding) => {
    const answer = await test.admin.get('/api/songs', { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(encoding);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ''];
    expect(unpack ? unpack(answer.rawPayload) : answer.rawPayload).toEqual(list.body);
  });

  it('returns Vary with every encoding', async () => {
    for (const accepted of ['br', 'gzip', 'identity']) {
      const answer = await test.admin.get('/api/songs', { 'accept-encoding': accepted });
      expect(answer.headers.vary).toBe('accept-encoding');
    }
  });
});

it('caches about 30 MB and evicts the least recently used response', async () => {
  const ready = createResponseCache(createChangeVersions(createLocalBus()));
  const made: string[] = [];
  const title = 'x'.repeat(1024 * 1024);
  const app = fastify();
  app.get<{ Params: { key: string } }>('/:key', async (request, reply) => {
    const { key } = request.params;
    const load = async () => {
      made.push(key);
      return { rows: [{ id: randomUUID(), title, timesPlayed: 1, lastPlayed: null }] };
    };
    return ready.send({ request, reply }, getTopSongs, { key, load });
  });
  const keys = Array.from({ length: 40 }, (_, n) => `answer-${n}`);
  for (const key of keys) await app.inject(`/${key}`);
  expect(made).toEqual(keys);
  made.length = 0;
  for (const key of keys.slice(-20)) await app.inject(`/${key}`);
  expect(made).toEqual([]);
  await app.inject(`/${keys[0]}`);
  expect(made).toEqual(keys.slice(0, 1));
  await app.close();
});

it('sends a slow response even if its entry is evicted before it finishes', async () => {
  const ready = createResponseCache(createChangeVersions(createLocalBus()));
  const title = 'x'.repeat(1024 * 1024);
  const slow = { end: () => {} };
  const ended = new Promise<void>((resolve) => Object.assign(slow, { end: resolve }));
  const app = fastify();
  app.get<{ Params: { key: string } }>('/:key', async (request, reply) => {
    const { key } = request.params;
    const load = async () => {
      if (key === 'slow') await ended;
      return { rows: [{ id: randomUUID(), title, timesPlayed: 1, lastPlayed: null }] };
    };
    return ready.send({ request, reply }, getTopSongs, { key, load });
  });
  const waiting = app.inject('/slow');
  for (let n = 0; n < 40; n += 1) await app.inject(`/answer-${n}`);
  slow.end();
  expect((await waiting).statusCode).toBe(200);
  await app.close();
});
