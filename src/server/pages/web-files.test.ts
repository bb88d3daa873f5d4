import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CORA,
  type ServeOptions,
  serveBuild,
  writeSmallBuild,
} from '../../../tests/support/small-build.ts';

let dist: string;
beforeAll(() => {
  dist = writeSmallBuild();
});
afterAll(() => rmSync(dist, { recursive: true, force: true }));

const serve = (options?: ServeOptions) => serveBuild(dist, options);

test.each(['/api', '/api/nothing', '/API/Nothing', `/api/shows/${'x'.repeat(300)}`])(
  'responds in JSON to an unknown endpoint: %s',
  async (url) => {
    for (const headers of [{}, CORA]) {
      const response = await (await serve()).inject({ url, headers });
      expect(response.json()).toMatchObject({ statusCode: 404, message: 'Not found' });
      expect(response.headers['cache-control']).toBe('no-store');
    }
  },
);

test('lets browsers cache hashed files, compressed on request, and revalidate all others', async () => {
  const app = await serve();
  const hashed = '/assets/index.js';
  const plain = await app.inject(hashed);
  expect(plain.body).toBe('start()');
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const compressed = await app.inject({ url: hashed, headers: { 'accept-encoding': 'br' } });
  expect(compressed.body).toBe('compressed');
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=utf-8',
  });
  const head = await app.inject({ url: hashed, method: 'HEAD' });
  expect(head).toMatchObject({ statusCode: 200, body: '' });
  expect((await app.inject('/robots.svg')).headers['cache-control']).toBe('no-cache');
});

test.each([
  '/assets/gone.js',
  '/assets/index.js.br',
  '/assets/',
  '/assets',
  '/assets/../.vite/manifest.json',
  '/assets/..%2findex.html',
  '/assets/index.js%00',
])('returns 404 for %s', async (url) => {
  const response = await (await serve()).inject(url);
  expect(response.statusCode, response.body).toBe(404);
});

test.each(['/no-such.png', '/.env', '/.vite/manifest.json'])('returns 404 for %s', async (url) => {
  expect((await (await serve()).inject(url)).statusCode).toBe(404);
});

test('responds with 304 to a known ETag', async () => {
  const app = await serve();
  const { headers } = await app.inject('/shows');
  const repeatedRequest = { url: '/shows', headers: { 'if-none-match': String(headers.etag) } };
  expect((await app.inject(repeatedRequest)).statusCode).toBe(304);
});

test("uses the band pack's name in the manifest", async () => {
  const response = await (await serve()).inject('/manifest.webmanifest');
  expect(response.headers['content-type']).toContain('application/manifest+json');
  expect(response.json()).toMatchObject({
    name: 'Called It',
    start_url: '/',
    display: 'standalone',
  });
});
