import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let prediction: string;
let path: string;
let showId: string;
let songIds: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('marigold');
  songIds = await tour.addSongs('Lantern Street', 'Two Rivers', 'Carry the Fire');
  showId = await tour.addShow({ name: 'Harborlight Pavilion' });
  prediction = `/api/predictions/${(await tour.predict(fan, showId, songIds)).id}`;
  const { url } = (await fan.post(`${prediction}/share`)).json();
  path = `${new URL(url).pathname}/card.png`;
});
afterAll(() => app.close());

const request = (headers?: Record<string, string>) => app.visitor.get(path, headers);

it('is a public PNG that caches must revalidate', async () => {
  const response = await request();
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png']);
  expect(response.headers['cache-control']).toBe('public, no-cache');
  expect(response.headers['cross-origin-resource-policy']).toBe('cross-origin');
  const { width, height } = PNG.sync.read(response.rawPayload);
  expect([width, height]).toEqual([1200, 630]);
  const secondResponse = await request({ 'if-none-match': String(response.headers.etag) });
  expect([secondResponse.statusCode, secondResponse.body]).toEqual([304, '']);
});

it('reveals nothing about sealed songs, not even through its URL', async () => {
  const originalImage = await request();
  await fan.patch(prediction, { songIds: songIds.slice(0, 1) });
  const editedImage = await request();
  expect(editedImage.headers.etag).toBe(originalImage.headers.etag);
  expect(editedImage.rawPayload.equals(originalImage.rawPayload)).toBe(true);
  await fan.patch(prediction, { songIds });
});

it('changes only with the lock, the setlist and the points', async () => {
  const etags = [(await request()).headers.etag];
  const recordEtag = async () => etags.push((await request()).headers.etag);
  app.clock.now += 47 * HOUR;
  await recordEtag();
  await tour.setStatus(showId, 'live');
  await tour.play(showId, songIds[0] ?? '');
  await recordEtag();
  await tour.play(showId, songIds[2] ?? '');
  await recordEtag();
  expect(new Set(etags).size).toBe(4);
  await recordEtag();
  expect(etags.at(-1)).toBe(etags.at(-2));
});

it('is rendered once for 200 simultaneous requests, while other requests get responses', async () => {
  await tour.play(showId, songIds[1] ?? '');
  const [responses, others] = await Promise.all([
    Promise.all(Array.from({ length: 200 }, () => request())),
    Promise.all(Array.from({ length: 20 }, () => fan.get('/api/predictions/my-predictions'))),
  ]);
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  const [first] = responses;
  for (const { rawPayload } of responses)
    expect(rawPayload.equals(first?.rawPayload ?? Buffer.alloc(0))).toBe(true);
  for (const { statusCode } of others) expect(statusCode).toBe(200);
});
