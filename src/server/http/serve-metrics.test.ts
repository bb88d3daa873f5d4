import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { listenForMetrics } from './serve-metrics.ts';

const TOKEN = 'sixteen-characters-or-more';
const metrics = createMetrics();

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ metrics, metricsToken: TOKEN });
  await app.signUp('Wren');
});
afterAll(() => app.close());

it('serves the metrics with the token', async () => {
  const response = await app.visitor.get('/metrics', { authorization: `Bearer ${TOKEN}` });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toContain('text/plain; version=0.0.4');
  expect(response.body).toMatch(/^called_it_build_info\{version="[\d.]+",build="\w+",node="v\d+/m);
  expect(response.body).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(response.body).not.toMatch(/Wren|example\.com/);
});

it.each([
  ['no token', undefined],
  ['a different token', `Bearer ${TOKEN.replace('or', 'of')}`],
  ['a prefix of the token', `Bearer ${TOKEN.slice(0, -1)}`],
  ['the token with another scheme', `Basic ${TOKEN}`],
  ['the token alone', TOKEN],
])('responds like an unknown path with %s', async (_, authorization) => {
  const response = await app.visitor.get('/metrics', authorization ? { authorization } : {});
  const notFound = await app.visitor.get('/netrics');
  expect([response.statusCode, response.body]).toEqual([404, notFound.body]);
  const { 'x-request-id': _a, ...headers } = response.headers;
  const { 'x-request-id': _b, ...others } = notFound.headers;
  expect({ ...headers, date: '' }).toEqual({ ...others, date: '' });
});

it('does not serve metrics without a token', async () => {
  const appWithoutToken = await openTestApp();
  const response = await appWithoutToken.visitor.get('/metrics', {
    authorization: 'Bearer undefined',
  });
  expect(response.statusCode).toBe(404);
  await appWithoutToken.close();
});

it('serves only metrics on their own port, without a token', async () => {
  const metricsApp = await listenForMetrics(metrics, {
    port: 0,
    host: '127.0.0.1',
    token: undefined,
  });
  const get = (path: string) => metricsApp.inject({ url: path });
  expect((await get('/metrics')).body).toContain('called_it_open_sockets 0');
  expect((await get('/api/shows')).statusCode).toBe(404);
  await metricsApp.close();
});

it('requires the token on the metrics port when both are set', async () => {
  const metricsApp = await listenForMetrics(metrics, { port: 0, host: '127.0.0.1', token: TOKEN });
  const fetchMetrics = (authorization: string) =>
    metricsApp.inject({ url: '/metrics', headers: { authorization } });
  expect((await fetchMetrics('Bearer something else')).statusCode).toBe(404);
  expect((await fetchMetrics(`Bearer ${TOKEN}`)).statusCode).toBe(200);
  await metricsApp.close();
});
