import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { createMetrics } from './metrics.ts';
import { listenForMetrics } from './serve-metrics.ts';

const TOKEN = 'sixteen-characters-or-more';
const metrics = createMetrics();

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp({ metrics, metricsToken: TOKEN });
  await test.signUp('Wren');
});
afterAll(() => test.close());

it('serves the metrics with the token', async () => {
  const answer = await test.visitor.get('/metrics', { authorization: `Bearer ${TOKEN}` });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4');
  expect(answer.body).toMatch(/^called_it_build_info\{version="[\d.]+",build="\w+",node="v\d+/m);
  expect(answer.body).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(answer.body).not.toMatch(/Wren|example\.com/);
});

it.each([
  ['no token', undefined],
  ['another token', `Bearer ${TOKEN.replace('or', 'of')}`],
  ['a prefix of it', `Bearer ${TOKEN.slice(0, -1)}`],
  ['the token with another scheme', `Basic ${TOKEN}`],
  ['the token alone', TOKEN],
])('responds like an unknown path with %s', async (_, authorization) => {
  const answer = await test.visitor.get('/metrics', authorization ? { authorization } : {});
  const nothing = await test.visitor.get('/netrics');
  expect([answer.statusCode, answer.body]).toEqual([404, nothing.body]);
  const { 'x-request-id': _a, ...headers } = answer.headers;
  const { 'x-request-id': _b, ...others } = nothing.headers;
  expect({ ...headers, date: '' }).toEqual({ ...others, date: '' });
});

it('does not serve metrics without a token', async () => {
  const bare = await openTestApp();
  const answer = await bare.visitor.get('/metrics', { authorization: 'Bearer undefined' });
  expect(answer.statusCode).toBe(404);
  await bare.close();
});

it('serves metrics without a token on their own port, and nothing else', async () => {
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
  const read = (authorization: string) =>
    metricsApp.inject({ url: '/metrics', headers: { authorization } });
  expect((await read('Bearer something else')).statusCode).toBe(404);
  expect((await read(`Bearer ${TOKEN}`)).statusCode).toBe(200);
  await metricsApp.close();
});
