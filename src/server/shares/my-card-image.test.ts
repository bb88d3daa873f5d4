import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let songs: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('marigold');
  songs = await tour.addSongs('Lantern Street', 'Two Rivers');
});
afterAll(() => app.close());

async function predict() {
  const showId = await tour.addShow();
  const { id }: { id: string } = await tour.predict(fan, showId, songs);
  return { id, showId, path: `/api/predictions/${id}/card.png` };
}

const readEtag = async (path: string) => (await fan.get(path)).headers.etag;

test("is the owner's PNG, which caches must revalidate", async () => {
  const { path } = await predict();
  const response = await fan.get(path);
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png']);
  expect(response.headers['cache-control']).toBe('private, no-cache');
  const { width, height } = PNG.sync.read(response.rawPayload);
  expect([width, height]).toEqual([1200, 630]);
  const headers = { 'if-none-match': String(response.headers.etag) };
  expect((await fan.get(path, headers)).statusCode).toBe(304);
});

test('creates no public link and is not found by anyone else, before and after the lock', async () => {
  const { path, id, showId } = await predict();
  const rival = await app.signUp('rival');
  const expectHidden = async () => {
    expect((await app.visitor.get(path)).statusCode).toBe(401);
    for (const caller of [rival, app.admin])
      for (const query of ['', '?songs=true'])
        expect((await caller.get(path + query)).statusCode).toBe(404);
  };
  await fan.get(path);
  await expectHidden();
  await tour.setStatus(showId, 'live');
  await expectHidden();
  expect((await fan.get(`/api/predictions/${id}/share`)).statusCode).toBe(204);
  expect((await fan.get('/api/predictions/nonsense/card.png')).statusCode).toBe(404);
});

test('is sealed until the lock unless the fan asks for the songs', async () => {
  const { path, id } = await predict();
  const sealedEtag = await readEtag(path);
  const openEtag = await readEtag(`${path}?songs=true`);
  expect(openEtag).not.toBe(sealedEtag);
  await fan.patch(`/api/predictions/${id}`, { songIds: songs.slice(0, 1) });
  expect(await readEtag(path)).toBe(sealedEtag);
  expect(await readEtag(`${path}?songs=true`)).not.toBe(openEtag);
  app.clock.now += 47 * HOUR;
  expect(await readEtag(path)).toBe(await readEtag(`${path}?songs=true`));
  expect(await readEtag(path)).not.toBe(sealedEtag);
});
