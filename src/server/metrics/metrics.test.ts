import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { listenForSockets, openSocket } from '../../../tests/support/test-socket.ts';
import { createLocalBus } from '../changes/bus.ts';
import { createMetrics } from './metrics.ts';

const metrics = createMetrics();

let app: TestApp;
let fan: Caller;
let showId: string;
let songIds: string[];
beforeAll(async () => {
  app = await openTestApp({ metrics });
  fan = await app.signUp('Wren');
  const date = new Date(app.clock.now + 48 * 3_600_000).toISOString();
  const show = { name: 'Night One', venue: 'The Hall', city: 'Oslo', country: 'Norway', date };
  showId = (await app.admin.post('/api/shows', show)).json().id;
  const songs = ['Alder', 'Birch'].map((title) => app.admin.post('/api/songs', { title }));
  songIds = (await Promise.all(songs)).map((response) => response.json().id);
});
afterAll(() => app.close());

async function readValue(name: string, labels: Record<string, string | number> = {}) {
  const [family = '', suffix] = name.split(/_(?=(?:bucket|count|sum)$)/);
  const values = (await metrics.registry.getSingleMetric(suffix ? family : name)?.get())?.values;
  const matches = values?.filter(
    (value) =>
      (!suffix || ('metricName' in value && value.metricName === name)) &&
      Object.entries(labels).every(([key, label]) => value.labels[key] === label),
  );
  return (matches ?? []).reduce((sum, { value }) => sum + value, 0);
}

async function measureGrowth(
  name: string,
  labels: Record<string, string | number>,
  act: () => unknown,
) {
  const previousValue = await readValue(name, labels);
  await act();
  return (await readValue(name, labels)) - previousValue;
}

describe('request metrics', () => {
  const requests = 'called_it_http_requests_total';

  it('counts requests by route pattern, method and status', async () => {
    const labels = { method: 'GET', route: '/api/shows/:id', status: 200 };
    expect(await measureGrowth(requests, labels, () => fan.get(`/api/shows/${showId}?x=1`))).toBe(
      1,
    );
  });

  it('counts a request in its bucket and all larger ones', async () => {
    const seconds = 'called_it_http_request_seconds';
    const route = '/timed';
    for (const elapsedTime of [0.5, 1, 40, 60_000])
      metrics.recordResponse(
        { method: 'GET', ws: false, is404: false, routeOptions: { url: route } } as FastifyRequest,
        { statusCode: 200, elapsedTime } as FastifyReply,
      );
    const countWithin = (le: number | string) => readValue(`${seconds}_bucket`, { route, le });
    expect(await Promise.all([0.001, 0.0025, 0.025, 0.05, 10, '+Inf'].map(countWithin))).toEqual([
      2, 2, 2, 3, 3, 4,
    ]);
    expect(await readValue(`${seconds}_count`, { route })).toBe(4);
    expect(await readValue(`${seconds}_sum`, { route })).toBeCloseTo(60.0415);
    const text = await metrics.registry.metrics();
    expect(text).toContain(`${seconds}_bucket{le="0.05",method="GET",route="/timed"} 3`);
    expect(text).toContain(`# TYPE ${seconds} histogram`);
  });

  it('counts all unknown paths as one route', async () => {
    const labels = { method: 'GET', route: 'none', status: 404 };
    const act = async () => {
      for (const path of ['/wp-login.php', '/api/nothing', '/.git/config', '/a/b/c'])
        await app.visitor.get(path);
    };
    expect(await measureGrowth(requests, labels, act)).toBe(4);
    expect(await metrics.registry.metrics()).not.toMatch(/wp-login|nothing|config|a\/b/);
  });

  it('counts built files as one route and ignores sockets', async () => {
    const end = (url: string, ws = false) =>
      metrics.recordResponse(
        { method: 'GET', ws, is404: false, routeOptions: { url } } as FastifyRequest,
        { statusCode: 200, elapsedTime: 1 } as FastifyReply,
      );
    const act = () => {
      for (const url of ['/assets/app-B3x.js', '/assets/game-page-9f.js']) end(url);
    };
    expect(await measureGrowth(requests, { route: '/assets/*' }, act)).toBe(2);
    expect(await measureGrowth(requests, {}, () => end('/ws', true))).toBe(0);
  });

  it('counts submissions by outcome', async () => {
    const submissions = 'called_it_submissions_total';
    const send = (body: object) => () => fan.post('/api/predictions', body);
    const picks = { showId, songIds };
    expect(await measureGrowth(submissions, { outcome: 'accepted' }, send(picks))).toBe(1);
    expect(await measureGrowth(submissions, { outcome: 'refused' }, send({ showId }))).toBe(1);
    expect(await readValue(submissions, { outcome: 'failed' })).toBe(0);
  });
});

describe('cache metrics', () => {
  const lookups = 'called_it_memory_lookups_total';

  it.each([
    ['ready_bytes', '/api/leaderboard?limit=3'],
    ['boards', '/api/leaderboard/me'],
  ])('counts a miss, then a hit for %s', async (memory, url) => {
    const get = () => fan.get(url);
    await changeBoard();
    expect(await measureGrowth(lookups, { memory, result: 'miss' }, get)).toBe(1);
    expect(await measureGrowth(lookups, { memory, result: 'hit' }, get)).toBe(1);
  });

  it('counts a session as a miss, then as a hit', async () => {
    const rook = await app.signUp('Rook');
    const get = () => rook.get('/api/auth/user');
    expect(await measureGrowth(lookups, { memory: 'sessions', result: 'miss' }, get)).toBe(1);
    expect(await measureGrowth(lookups, { memory: 'sessions', result: 'hit' }, get)).toBe(1);
  });

  it('measures a leaderboard only when it is built', async () => {
    await changeBoard();
    const boardCount = 'called_it_board_seconds_count';
    const act = async () => {
      await fan.get('/api/leaderboard/me');
      await fan.get('/api/leaderboard/me');
    };
    expect(await measureGrowth(boardCount, { board: 'global' }, act)).toBe(1);
  });

  let changes = 0;
  async function changeBoard() {
    changes += 1;
    const profile = { username: `Wren ${changes}` };
    expect((await fan.patch('/api/user/profile', profile)).statusCode).toBe(200);
  }
});

describe('socket metrics', () => {
  const lag = 'called_it_event_lag_seconds';

  it('counts open sockets and sent events', async () => {
    const url = await listenForSockets(app.fastify);
    const socket = await openSocket(url, { cookie: fan.cookie ?? '' });
    expect(await readValue('called_it_open_sockets')).toBe(1);
    const act = async () => {
      const change = { name: 'Night Two' };
      expect((await app.admin.patch(`/api/shows/${showId}`, change)).statusCode).toBe(200);
      expect(await socket.next()).toMatchObject({ event: 'show:status' });
    };
    expect(await measureGrowth(`${lag}_count`, { event: 'show:status' }, act)).toBe(1);
    socket.socket.terminate();
    await expect.poll(() => readValue('called_it_open_sockets')).toBe(0);
  });

  it('measures the lag from the first change of a message', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const bus = createLocalBus();
    metrics.followBus(bus);
    const change = { topic: 'setlist', subjectId: showId, version: 1 } as const;
    const otherChange = { ...change, subjectId: 'another show' };
    const act = async () => {
      await bus.publish([change, otherChange, { ...change, topic: 'access' }]);
      vi.advanceTimersByTime(700);
      await bus.publish([{ ...change, version: 2 }]);
      const recordSent = metrics.startSend({ ...change, version: 2 });
      // Changes announced from now on belong to the next message.
      await bus.publish([{ ...change, version: 3 }]);
      vi.advanceTimersByTime(50);
      recordSent();
      metrics.startSend({ ...change, topic: 'access' })();
    };
    expect(await measureGrowth(`${lag}_sum`, {}, act)).toBeCloseTo(0.75);
    expect(await measureGrowth(`${lag}_sum`, {}, metrics.startSend(change))).toBeCloseTo(0.05);
    expect(await measureGrowth(`${lag}_count`, {}, metrics.startSend(change))).toBe(0);
    expect(await measureGrowth(`${lag}_count`, {}, metrics.startSend(otherChange))).toBe(1);
    vi.useRealTimers();
  });

  it('counts every topic of a combined message as sent', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const bus = createLocalBus();
    metrics.followBus(bus);
    const totalsChange = { topic: 'totals', subjectId: null, version: 1 } as const;
    const auditChange = { ...totalsChange, topic: 'audit' } as const;
    await bus.publish([totalsChange, auditChange]);
    metrics.startSend({ ...totalsChange, topics: ['totals', 'audit'] })();
    vi.advanceTimersByTime(60_000);
    await bus.publish([auditChange]);
    vi.advanceTimersByTime(50);
    expect(await measureGrowth(`${lag}_sum`, {}, metrics.startSend(auditChange))).toBeCloseTo(0.05);
    vi.useRealTimers();
  });
});

it('reports the connections of the pool and their maximum', async () => {
  await fan.get('/api/predictions/my-predictions');
  const name = 'called_it_database_connections';
  expect(await readValue(name, { state: 'open' })).toBeGreaterThan(0);
  const { max } = app.database.db.$client.options;
  expect(await readValue(name, { state: 'most' })).toBe(max);
  expect(await readValue('called_it_database_waiting')).toBe(0);
  const clients = await Promise.all(
    Array.from({ length: max }, () => app.database.db.$client.connect()),
  );
  expect(await readValue(name, { state: 'idle' })).toBe(0);
  const waitingRequest = fan.get('/api/predictions/my-predictions');
  await expect.poll(() => readValue('called_it_database_waiting')).toBeGreaterThan(0);
  for (const client of clients) client.release();
  const { statusCode, body } = await waitingRequest;
  expect(statusCode, body).toBe(200);
});

it('reports Redis when it is configured', async () => {
  expect(await metrics.registry.metrics()).not.toContain('called_it_redis_connected');
  let isConnected = true;
  metrics.watchRedis({ isConnected: () => isConnected, isRejectingWrites: () => isConnected });
  expect(await readValue('called_it_redis_writable')).toBe(0);
  expect(await readValue('called_it_redis_connected')).toBe(1);
  isConnected = false;
  expect(await readValue('called_it_redis_connected')).toBe(0);
});
