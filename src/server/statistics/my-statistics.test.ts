import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let songs: Record<'ember' | 'fathom' | 'gallop' | 'halo' | 'iris', string>;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  const [ember = '', fathom = '', gallop = '', halo = '', iris = ''] = await tour.addSongs(
    ...['Ember', 'Fathom', 'Gallop', 'Halo', 'Iris'],
  );
  songs = { ember, fathom, gallop, halo, iris };
});

afterAll(() => app.close());

async function readStatistics(fan: Caller) {
  const response = await fan.get('/api/statistics/me');
  expect(response.statusCode).toBe(200);
  return response.json();
}

async function playShow(setlist: readonly string[], ...lists: [Caller, readonly string[]][]) {
  const showId = await tour.addShow();
  for (const [fan, picks] of lists) await tour.predict(fan, showId, picks);
  await tour.setStatus(showId, 'live');
  for (const [index, songId] of setlist.entries())
    await tour.play(showId, songId, { isCloser: index === setlist.length - 1 });
  await tour.calculate(showId);
  return showId;
}

const NOTHING = { hits: 0, of: 0 };
const EMPTY = {
  ...{ opener: NOTHING, closer: NOTHING, exact: NOTHING, any: NOTHING },
  ...{ bestCalls: [], worstCalls: [] },
};

test('counts hits over scored shows, and a bystander has none', async () => {
  const [fan, rival, bystander] = [
    await app.signUp('Avocet'),
    await app.signUp('Brant'),
    await app.signUp('Coot'),
  ];
  const { ember, fathom, gallop, halo, iris } = songs;
  expect(await readStatistics(fan)).toEqual(EMPTY);
  // Opener, in place, elsewhere, not played, closer.
  await playShow([ember, fathom, halo, gallop], [fan, [ember, fathom, halo, iris, gallop]]);
  await playShow([ember, fathom], [fan, [fathom, iris]], [rival, [ember, fathom]]);
  const pendingId = await tour.addShow();
  await tour.predict(fan, pendingId, [halo, iris]);

  expect(await readStatistics(fan)).toEqual({
    opener: { hits: 1, of: 2 },
    closer: { hits: 1, of: 2 },
    exact: { hits: 4, of: 7 },
    any: { hits: 5, of: 7 },
    bestCalls: [
      { id: ember, title: 'Ember', picks: 1, hits: 1, points: 41 },
      { id: gallop, title: 'Gallop', picks: 1, hits: 1, points: 41 },
      { id: fathom, title: 'Fathom', picks: 2, hits: 2, points: 37 },
      { id: halo, title: 'Halo', picks: 1, hits: 1, points: 27 },
    ],
    worstCalls: [{ id: iris, title: 'Iris', picks: 2, hits: 0, points: 0 }],
  });
  expect(await readStatistics(rival)).toMatchObject({
    opener: { hits: 1, of: 1 },
    any: { hits: 2, of: 2 },
    worstCalls: [],
  });
  expect(await readStatistics(bystander)).toEqual(EMPTY);
});

test('lists a song that earned the most among the best calls only, even if it was mostly missed', async () => {
  const fan = await app.signUp('Egret');
  const { ember, halo, iris } = songs;
  await playShow([ember, halo], [fan, [ember, iris]]);
  await playShow([halo], [fan, [ember, iris]]);
  await playShow([halo], [fan, [ember, iris]]);
  expect(await readStatistics(fan)).toMatchObject({
    bestCalls: [{ id: ember, picks: 3, hits: 1 }],
    worstCalls: [{ id: iris, picks: 3, hits: 0 }],
  });
});

test('updates after setlist corrections', async () => {
  const fan = await app.signUp('Dipper');
  const { ember, iris } = songs;
  const showId = await playShow([ember], [fan, [ember, iris]]);
  expect(await readStatistics(fan)).toMatchObject({ any: { hits: 1, of: 2 } });
  await tour.play(showId, iris);
  expect(await readStatistics(fan)).toMatchObject({ any: { hits: 2, of: 2 }, worstCalls: [] });
});

test('requires a session', async () => {
  expect((await app.visitor.get('/api/statistics/me')).statusCode).toBe(401);
});
