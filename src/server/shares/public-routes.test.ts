import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { pathOf } from '#server/http/log.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import * as drawingPool from './picture/drawing-pool.ts';

const pool = { drawn: 0, closed: 0 };
vi.spyOn(drawingPool, 'createDrawingPool').mockImplementation(() => ({
  draw: async () => {
    pool.drawn += 1;
    return Buffer.from('a picture');
  },
  close: async () => {
    pool.closed += 1;
  },
}));

const said: string[] = [];
let server: TestApp;
let path: string;
beforeAll(async () => {
  const stream = { write: (line: string) => said.push(line) };
  server = await openTestApp({ logger: { level: 'info', stream } });
  const tour = planTour(server);
  const fan = await server.signUp('marigold');
  const songIds = await tour.songs('Lantern Street');
  const { id } = await tour.predict(fan, await tour.show(), songIds);
  path = new URL((await fan.post(`/api/predictions/${id}/share`)).json().url).pathname;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});
beforeEach(() => {
  server.clock.now += 60_000;
});

/** Each site gets its own picture, because the picture names the site. */
const ask = async (site: string, remoteAddress: string) => {
  const url = `${path}/card.png`;
  const answer = await server.app.inject({ url, remoteAddress, headers: { host: site } });
  return answer.statusCode;
};

it('allows a network sixty new pictures a minute across all its addresses', async () => {
  for (let n = 0; n < 60; n += 1)
    expect(await ask(`site-${n}.example`, `2001:db8:1:2::${n + 1}`)).toBe(200);
  expect(await ask('one-more.example', '2001:db8:1:2:ffff::1')).toBe(429);
  expect(pool.drawn).toBe(60);
  // Cached pictures stay available to it, and new ones to other networks.
  expect(await ask('site-3.example', '2001:db8:1:2::1')).toBe(200);
  expect(await ask('one-more.example', '2001:db8:1:3::1')).toBe(200);
  server.clock.now += 60_000;
  expect(await ask('two-more.example', '2001:db8:1:2::1')).toBe(200);
});

it("keeps a link's token out of the log", async () => {
  said.length = 0;
  await server.visitor.get('/api/band');
  expect(said.join()).toContain('/api/band');
  for (const at of [path, `${path}/card.png`, `${path}x`, `${path}/x`, '/s/fonts/body-400.woff2'])
    await server.visitor.get(at);
  const token = path.slice(3);
  expect(said.join()).not.toContain(token);
  expect(said.join()).toContain('/s/-/card.png');
  expect(pathOf(`${path}/card.png?v=1`)).toBe('/s/-/card.png');
  expect(pathOf('/shows/1?x=2')).toBe('/shows/1');
});

it('ends the drawing threads with the server', async () => {
  const other = await openTestApp();
  const before = pool.closed;
  await other.close();
  expect(pool.closed).toBe(before + 1);
});
