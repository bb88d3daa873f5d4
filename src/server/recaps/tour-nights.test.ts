import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { buildUrl } from '#contract/url.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { createChanges, planTour, type Tour } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { shows } from '../db/schema/shows.ts';

const bus = createLocalBus();
let app: TestApp;
let tour: Tour;
let fan: Caller;
let nights: string[];

beforeAll(async () => {
  app = await openTestApp({ bus });
  tour = planTour(app);
  fan = await app.signUp('Fan');
  const [ash = ''] = await tour.addSongs('Ash');
  nights = [];
  for (const day of [2, 1]) {
    const date = new Date(app.clock.now - day * DAY);
    const showId = await tour.addShow({ name: 'Barn', tourName: 'Slow Boat', date });
    await tour.addPrediction(fan.userId, showId, [ash]);
    await tour.setStatus(showId, 'live');
    await tour.play(showId, ash);
    await tour.setStatus(showId, 'closed');
    nights.push(showId);
  }
  await tour.addShow({ tourName: 'Upcoming' });
});
afterAll(() => app.close());

const get = (path = '', name = 'Slow Boat') =>
  fan.get(buildUrl(`/api/tours/recap${path}`, { query: { tour: name } }));
const readNames = async () => [
  (await get()).json().nights[0].show.name,
  (await get('/me')).json().bestNight.show.name,
];

async function renameUnannounced(name: string) {
  const [first = ''] = nights;
  await app.database.db.update(shows).set({ name }).where(eq(shows.id, first));
}

test('a tour recap reads its nights again after a change to a show, not after a prediction or a song', async () => {
  expect(await readNames()).toEqual(['Barn', 'Barn']);
  await renameUnannounced('Mill');
  await bus.publish(createChanges('entrants', 'setlist'));
  expect(await readNames()).toEqual(['Barn', 'Barn']);
  await bus.publish(createChanges('show'));
  expect(await readNames()).toEqual(['Mill', 'Mill']);
});

test('a tour recap keeps its nights when unknown or unfinished tours are requested', async () => {
  await bus.publish(createChanges('show'));
  const [, name] = await readNames();
  await renameUnannounced('Fox Hall');
  const names = ['Upcoming', 'A', 'B', 'C', 'D'];
  const responses = await Promise.all(names.map((other) => get('/me', other)));
  expect(new Set(responses.map(({ statusCode }) => statusCode))).toEqual(new Set([404]));
  expect((await get('/me')).json().bestNight.show.name).toBe(name);
  await bus.publish(createChanges('show'));
  expect((await get('/me')).json().bestNight.show.name).toBe('Fox Hall');
});

test('a tour recap has no worst night if the averages are equal', async () => {
  const recap = (await get()).json();
  expect(recap.nights.map((night: { averageScore: string }) => night.averageScore)).toEqual([
    ...['41.00', '41.00'],
  ]);
  expect(recap).toMatchObject({ bestNight: nights[0], worstNight: null });
});
