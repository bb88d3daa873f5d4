import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let test: TestApp;
let tour: Tour;
let fan: Caller;
let songs: string[];
let past: string[];

beforeAll(async () => {
  test = await openTestApp();
  tour = planTour(test);
  fan = await test.signUp('Fan');
  songs = await tour.songs('Ember', 'Fathom', 'Gale', 'Harbor', 'Isle');
  const [ember = '', fathom = '', gale = '', harbor = ''] = songs;
  past = [];
  for (const n of [5, 4, 3, 2]) {
    const show = await tour.show({ name: `Past ${n}`, date: new Date(test.clock.now - n * DAY) });
    // Ember and Fathom every night in this order, Gale once, Isle never.
    for (const song of [ember, fathom, n === 5 ? gale : harbor]) await tour.play(show, song);
    await tour.status(show, 'closed');
    past.push(show);
  }
});
afterAll(() => test.close());

async function read(path: string): Promise<{ songId: string; chance: number }[]> {
  const answer = await fan.get(`/api/shows/${path}`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

it('ranks the most played songs first before a show and lists none that was never played', async () => {
  const [ember, fathom, gale, harbor] = songs;
  const odds = await read(`${await tour.show()}/odds`);
  expect(odds).toHaveLength(4);
  expect(odds.slice(0, 3).map(({ songId }) => songId)).toEqual(
    expect.arrayContaining([ember, fathom, harbor]),
  );
  expect(odds[3]?.songId).toBe(gale);
  expect(odds.every(({ chance }) => chance > 0 && chance < 1)).toBe(true);
});

it('ranks the usual next song first during a show', async () => {
  const [ember = '', fathom, gale = ''] = songs;
  const tonight = await tour.show({ date: new Date(test.clock.now - HOUR) });
  await tour.status(tonight, 'live');
  expect((await read(`${tonight}/odds/next`))[0]?.songId).toBe(ember);
  await tour.play(tonight, ember);
  const next = await read(`${tonight}/odds/next`);
  expect(next[0]?.songId).toBe(fathom);
  expect(next.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 2);
  const before = await read(`${tonight}/odds`);
  await tour.play(tonight, gale);
  expect(await read(`${tonight}/odds`)).toEqual(before);
  await tour.status(tonight, 'closed');
  expect(await read(`${tonight}/odds`)).toEqual([]);
  expect(await read(`${tonight}/odds/next`)).toEqual([]);
});

it('retrains before the next response after a setlist correction', async () => {
  const [, , , , isle = ''] = songs;
  const show = await tour.show();
  expect((await read(`${show}/odds`)).map(({ songId }) => songId)).not.toContain(isle);
  await tour.play(past[0] ?? '', isle);
  expect((await read(`${show}/odds`)).map(({ songId }) => songId)).toContain(isle);
});

it('keeps the odds of earlier shows when a later one is closed before its date', async () => {
  const [ember = '', , , , isle = ''] = songs;
  const [show, live] = [
    await tour.show({ date: new Date(test.clock.now + 3 * DAY) }),
    await tour.show({ date: new Date(test.clock.now + HOUR), status: 'live' }),
  ];
  const odds = await read(`${show}/odds`);
  const next = await read(`${live}/odds/next`);
  expect([odds.length > 0, next.length > 0]).toEqual([true, true]);
  const trial = await tour.show({ date: new Date(test.clock.now + 9 * DAY) });
  for (const song of [isle, ember, isle]) await tour.play(trial, song);
  await tour.status(trial, 'closed');
  const later = await tour.show({ date: new Date(test.clock.now + 10 * DAY) });
  expect(await read(`${show}/odds`)).toEqual(odds);
  expect(await read(`${live}/odds/next`)).toEqual(next);
  expect(await read(`${later}/odds`)).not.toEqual(odds);
  await tour.status(trial, 'cancelled');
});

it('has odds again for a show that is uncancelled', async () => {
  const show = await tour.show();
  const odds = await read(`${show}/odds`);
  expect(odds).not.toEqual([]);
  await tour.status(show, 'cancelled');
  expect(await read(`${show}/odds`)).toEqual([]);
  await tour.status(show, 'open');
  expect(await read(`${show}/odds`)).toEqual(odds);
});

it('returns 404 for an unknown show', async () => {
  const unknown = '5a1c3d1e-0000-4000-8000-000000000000';
  for (const path of ['odds', 'odds/next', 'calls'])
    expect((await fan.get(`/api/shows/${unknown}/${path}`)).statusCode).toBe(404);
});

it('counts calls of played songs once the show has begun', async () => {
  const [ember = '', fathom = '', gale = ''] = songs;
  const show = await tour.show();
  const [one = '', two = ''] = await tour.crowd(2);
  await tour.predicted(fan.userId, show, [ember, gale]);
  await tour.predicted(one, show, [ember, fathom]);
  await tour.predicted(two, await tour.show(), [ember]);
  await tour.play(show, ember);
  const calls = async () => (await fan.get(`/api/shows/${show}/calls`)).json();
  expect(await calls()).toEqual({ predictions: 0, songs: [] });
  await tour.status(show, 'live');
  expect(await calls()).toEqual({ predictions: 2, songs: [{ songId: ember, calls: 2 }] });
  await tour.play(show, fathom);
  await tour.play(show, ember);
  const { songs: called } = await calls();
  expect(called).toHaveLength(2);
  expect(called).toContainEqual({ songId: fathom, calls: 1 });
});
