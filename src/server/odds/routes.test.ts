import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let songs: string[];
let pastShows: string[];

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('Fan');
  songs = await tour.addSongs('Ember', 'Fathom', 'Gale', 'Harbor', 'Isle');
  const [ember = '', fathom = '', gale = '', harbor = ''] = songs;
  pastShows = [];
  for (const n of [5, 4, 3, 2]) {
    const show = await tour.addShow({ name: `Past ${n}`, date: new Date(app.clock.now - n * DAY) });
    for (const song of [ember, fathom, n === 5 ? gale : harbor]) await tour.play(show, song);
    await tour.setStatus(show, 'closed');
    pastShows.push(show);
  }
});
afterAll(() => app.close());

async function readOdds(path: string): Promise<{ songId: string; chance: number }[]> {
  const response = await fan.get(`/api/shows/${path}`);
  expect(response.statusCode).toBe(200);
  return response.json();
}

it('ranks the most played songs first before a show and omits songs never played', async () => {
  const [ember, fathom, gale, harbor] = songs;
  const odds = await readOdds(`${await tour.addShow()}/odds`);
  expect(odds).toHaveLength(4);
  expect(odds.slice(0, 3).map(({ songId }) => songId)).toEqual(
    expect.arrayContaining([ember, fathom, harbor]),
  );
  expect(odds[3]?.songId).toBe(gale);
  expect(odds.every(({ chance }) => chance > 0 && chance < 1)).toBe(true);
});

it('ranks the song that usually comes next first during a show', async () => {
  const [ember = '', fathom, gale = ''] = songs;
  const tonight = await tour.addShow({ date: new Date(app.clock.now - HOUR) });
  await tour.setStatus(tonight, 'live');
  expect((await readOdds(`${tonight}/odds/next`))[0]?.songId).toBe(ember);
  await tour.play(tonight, ember);
  const nextOdds = await readOdds(`${tonight}/odds/next`);
  expect(nextOdds[0]?.songId).toBe(fathom);
  expect(nextOdds.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 2);
  const oddsBefore = await readOdds(`${tonight}/odds`);
  await tour.play(tonight, gale);
  expect(await readOdds(`${tonight}/odds`)).toEqual(oddsBefore);
  await tour.setStatus(tonight, 'closed');
  expect(await readOdds(`${tonight}/odds`)).toEqual([]);
  expect(await readOdds(`${tonight}/odds/next`)).toEqual([]);
});

it('retrains before the next response after a setlist correction', async () => {
  const [, , , , isle = ''] = songs;
  const show = await tour.addShow();
  expect((await readOdds(`${show}/odds`)).map(({ songId }) => songId)).not.toContain(isle);
  await tour.play(pastShows[0] ?? '', isle);
  expect((await readOdds(`${show}/odds`)).map(({ songId }) => songId)).toContain(isle);
});

it('keeps the odds of earlier shows when a later one is closed before its date', async () => {
  const [ember = '', , , , isle = ''] = songs;
  const [show, live] = [
    await tour.addShow({ date: new Date(app.clock.now + 3 * DAY) }),
    await tour.addShow({ date: new Date(app.clock.now + HOUR), status: 'live' }),
  ];
  const odds = await readOdds(`${show}/odds`);
  const nextOdds = await readOdds(`${live}/odds/next`);
  expect([odds.length > 0, nextOdds.length > 0]).toEqual([true, true]);
  const trial = await tour.addShow({ date: new Date(app.clock.now + 9 * DAY) });
  for (const song of [isle, ember, isle]) await tour.play(trial, song);
  await tour.setStatus(trial, 'closed');
  const laterShowId = await tour.addShow({ date: new Date(app.clock.now + 10 * DAY) });
  expect(await readOdds(`${show}/odds`)).toEqual(odds);
  expect(await readOdds(`${live}/odds/next`)).toEqual(nextOdds);
  expect(await readOdds(`${laterShowId}/odds`)).not.toEqual(odds);
  await tour.setStatus(trial, 'cancelled');
});

it('returns odds again for a show that is no longer cancelled', async () => {
  const show = await tour.addShow();
  const odds = await readOdds(`${show}/odds`);
  expect(odds).not.toEqual([]);
  await tour.setStatus(show, 'cancelled');
  expect(await readOdds(`${show}/odds`)).toEqual([]);
  await tour.setStatus(show, 'open', 'freeze');
  expect(await readOdds(`${show}/odds`)).toEqual(odds);
});

it('returns 404 for an unknown show', async () => {
  const unknownId = '5a1c3d1e-0000-4000-8000-000000000000';
  for (const path of ['odds', 'odds/next', 'calls'])
    expect((await fan.get(`/api/shows/${unknownId}/${path}`)).statusCode).toBe(404);
});

it('counts picks of played songs after the show has started', async () => {
  const [ember = '', fathom = '', gale = ''] = songs;
  const show = await tour.addShow();
  const [first = '', second = ''] = await tour.addFans(2);
  await tour.addPrediction(fan.userId, show, [ember, gale]);
  await tour.addPrediction(first, show, [ember, fathom]);
  await tour.addPrediction(second, await tour.addShow(), [ember]);
  await tour.play(show, ember);
  const fetchPickCounts = async () => (await fan.get(`/api/shows/${show}/calls`)).json();
  expect(await fetchPickCounts()).toEqual({ predictions: 0, songs: [] });
  await tour.setStatus(show, 'live');
  expect(await fetchPickCounts()).toEqual({ predictions: 2, songs: [{ songId: ember, calls: 2 }] });
  await tour.play(show, fathom);
  await tour.play(show, ember);
  const { songs: calledSongs } = await fetchPickCounts();
  expect(calledSongs).toHaveLength(2);
  expect(calledSongs).toContainEqual({ songId: fathom, calls: 1 });
});
