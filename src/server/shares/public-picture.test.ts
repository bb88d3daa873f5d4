import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let server: TestApp;
let tour: Tour;
let fan: Caller;
let prediction: string;
let path: string;
let showId: string;
let songIds: string[];

beforeAll(async () => {
  server = await openTestApp();
  tour = planTour(server);
  fan = await server.signUp('marigold');
  songIds = await tour.songs('Lantern Street', 'Two Rivers', 'Carry the Fire');
  showId = await tour.show({ name: 'Harborlight Pavilion' });
  prediction = `/api/predictions/${(await tour.predict(fan, showId, songIds)).id}`;
  const { url } = (await fan.post(`${prediction}/share`)).json();
  path = `${new URL(url).pathname}/card.png`;
});
afterAll(() => server.close());

const ask = (headers?: Record<string, string>) => server.visitor.get(path, headers);

it('is a public PNG that caches must revalidate', async () => {
  const answer = await ask();
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
  expect(answer.headers['cache-control']).toBe('public, no-cache');
  expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
  const { width, height } = PNG.sync.read(answer.rawPayload);
  expect([width, height]).toEqual([1200, 630]);
  const again = await ask({ 'if-none-match': String(answer.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

it('reveals nothing about sealed songs, not even by its address', async () => {
  const before = await ask();
  await fan.patch(prediction, { songIds: songIds.slice(0, 1) });
  const after = await ask();
  expect(after.headers.etag).toBe(before.headers.etag);
  expect(after.rawPayload.equals(before.rawPayload)).toBe(true);
  await fan.patch(prediction, { songIds });
});

it('changes with the lock, the setlist and the points, and only then', async () => {
  const stamps = [(await ask()).headers.etag];
  const note = async () => stamps.push((await ask()).headers.etag);
  server.clock.now += 47 * HOUR;
  await note();
  await tour.status(showId, 'live');
  await tour.play(showId, songIds[0] ?? '');
  await note();
  await tour.play(showId, songIds[2] ?? '');
  await note();
  expect(new Set(stamps).size).toBe(4);
  await note();
  expect(stamps.at(-1)).toBe(stamps.at(-2));
});

it('is drawn once for 200 simultaneous requests, while other requests are answered', async () => {
  await tour.play(showId, songIds[1] ?? '');
  const [answers, others] = await Promise.all([
    Promise.all(Array.from({ length: 200 }, () => ask())),
    Promise.all(Array.from({ length: 20 }, () => fan.get('/api/predictions/my-predictions'))),
  ]);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const [first] = answers;
  for (const { rawPayload } of answers)
    expect(rawPayload.equals(first?.rawPayload ?? Buffer.alloc(0))).toBe(true);
  for (const { statusCode } of others) expect(statusCode).toBe(200);
});
