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

it('who reads the figures is who has the token', async () => {
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
  ['its beginning', `Bearer ${TOKEN.slice(0, -1)}`],
  ['the token by another name', `Basic ${TOKEN}`],
  ['the token alone', TOKEN],
])('who reads the figures is not who has %s: there is nothing', async (_, authorization) => {
  const answer = await test.visitor.get('/metrics', authorization ? { authorization } : {});
  const nothing = await test.visitor.get('/netrics');
  expect([answer.statusCode, answer.body]).toEqual([404, nothing.body]);
  const { 'x-request-id': _a, ...headers } = answer.headers;
  const { 'x-request-id': _b, ...others } = nothing.headers;
  expect({ ...headers, date: '' }).toEqual({ ...others, date: '' });
});

it('who reads the figures is nobody where none is set', async () => {
  const bare = await openTestApp();
  const answer = await bare.visitor.get('/metrics', { authorization: 'Bearer undefined' });
  expect(answer.statusCode).toBe(404);
  await bare.close();
});

it('who reads the figures is whoever reaches a port of its own, where nothing else is', async () => {
  const own = await listenForMetrics(metrics, { port: 0, host: '127.0.0.1', token: undefined });
  const at = (path: string) => own.inject({ url: path });
  expect((await at('/metrics')).body).toContain('called_it_open_sockets 0');
  expect((await at('/api/shows')).statusCode).toBe(404);
  await own.close();
});

it('who reads the figures is only who has the token there too, where both are set', async () => {
  const own = await listenForMetrics(metrics, { port: 0, host: '127.0.0.1', token: TOKEN });
  const read = (authorization: string) =>
    own.inject({ url: '/metrics', headers: { authorization } });
  expect((await read('Bearer something else')).statusCode).toBe(404);
  expect((await read(`Bearer ${TOKEN}`)).statusCode).toBe(200);
  await own.close();
});
