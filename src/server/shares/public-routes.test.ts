import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { redactPath } from '#server/http/log.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import * as renderPool from './image/render-pool.ts';

const pool = { rendered: 0, closed: 0 };
vi.spyOn(renderPool, 'createRenderPool').mockImplementation(() => ({
  render: async () => {
    pool.rendered += 1;
    return Buffer.from('an image');
  },
  close: async () => {
    pool.closed += 1;
  },
}));

const logLines: string[] = [];
let app: TestApp;
let path: string;
beforeAll(async () => {
  const stream = { write: (line: string) => logLines.push(line) };
  app = await openTestApp({ logger: { level: 'info', stream } });
  const tour = planTour(app);
  const fan = await app.signUp('marigold');
  const songIds = await tour.addSongs('Lantern Street');
  const { id } = await tour.predict(fan, await tour.addShow(), songIds);
  path = new URL((await fan.post(`/api/predictions/${id}/share`)).json().url).pathname;
});
afterAll(async () => {
  vi.restoreAllMocks();
  await app.close();
});
beforeEach(() => {
  app.clock.now += 60_000;
});

const requestImage = async (site: string, remoteAddress: string) => {
  const url = `${path}/card.png`;
  const response = await app.fastify.inject({ url, remoteAddress, headers: { host: site } });
  return response.statusCode;
};

it('allows a network sixty new images a minute across all its addresses', async () => {
  for (let n = 0; n < 60; n += 1)
    expect(await requestImage(`site-${n}.example`, `2001:db8:1:2::${n + 1}`)).toBe(200);
  expect(await requestImage('one-more.example', '2001:db8:1:2:ffff::1')).toBe(429);
  expect(pool.rendered).toBe(60);
  expect(await requestImage('site-3.example', '2001:db8:1:2::1')).toBe(200);
  expect(await requestImage('one-more.example', '2001:db8:1:3::1')).toBe(200);
  app.clock.now += 60_000;
  expect(await requestImage('two-more.example', '2001:db8:1:2::1')).toBe(200);
});

it("keeps a link's token out of the log", async () => {
  logLines.length = 0;
  await app.visitor.get('/api/band');
  expect(logLines.join()).toContain('/api/band');
  for (const url of [path, `${path}/card.png`, `${path}x`, `${path}/x`, '/s/fonts/body-400.woff2'])
    await app.visitor.get(url);
  const token = path.slice(3);
  expect(logLines.join()).not.toContain(token);
  expect(logLines.join()).toContain('/s/-/card.png');
  expect(redactPath(`${path}/card.png?v=1`)).toBe('/s/-/card.png');
  expect(redactPath('/shows/1?x=2')).toBe('/shows/1');
});

it('stops the render threads with the server', async () => {
  const secondApp = await openTestApp();
  const closedBefore = pool.closed;
  await secondApp.close();
  expect(pool.closed).toBe(closedBefore + 1);
});
