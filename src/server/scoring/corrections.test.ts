import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Correction } from '#contract/predictions.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let t: TestApp;
let tour: Tour;
let fan: Caller;
let rival: Caller;
let songs: string[];
let showId: string;

beforeAll(async () => {
  t = await openTestApp();
  tour = planTour(t);
  fan = await t.signUp('Nightingale');
  rival = await t.signUp('Rook');
  songs = await tour.songs('Ember', 'Fathom', 'Gallop', 'Harbor');
});
afterAll(() => t.close());

beforeEach(async () => {
  const [ember = '', fathom = '', gallop = ''] = songs;
  showId = await tour.show();
  await tour.predict(fan, showId, [ember, fathom]);
  await tour.predict(rival, showId, [gallop]);
  await tour.status(showId, 'live');
  await tour.play(showId, ember);
  await tour.play(showId, fathom);
  await tour.status(showId, 'closed');
});

async function linesOf(caller: Caller): Promise<string[]> {
  const corrections: Correction[] = (await caller.get(`/api/shows/${showId}/corrections`)).json();
  return corrections.map(({ what, difference }) => `${what}: ${difference}`);
}

const setlist = async () => (await fan.get(`/api/shows/${showId}/setlist`)).json();
const rowAt = (row: { id: string }) => `/api/shows/${showId}/setlist/${row.id}`;

test('the first points are not a correction', async () => {
  expect(await linesOf(fan)).toEqual([]);
});

test('each later change of points adds a correction to the predictions it changed', async () => {
  const [, second] = await setlist();
  await t.admin.patch(rowAt(second), { songId: songs[3] });
  expect(await linesOf(fan)).toEqual(['Song 2 corrected: -27']);
  expect(await linesOf(rival)).toEqual([]);
  await tour.play(showId, songs[2] ?? '');
  expect(await linesOf(rival)).toEqual(['Song 3 added: 10']);
  await t.admin.post(`/api/shows/${showId}/setlist/undo`);
  expect(await linesOf(rival)).toEqual(['Song 3 corrected: -10', 'Song 3 added: 10']);
  expect(await linesOf(fan)).toEqual(['Song 2 corrected: -27']);
});

test('a change that affects no points, such as notes, adds no correction', async () => {
  const [first] = await setlist();
  await t.admin.patch(rowAt(first), { notes: 'with a fiddle' });
  await tour.calculate(showId);
  expect(await linesOf(fan)).toEqual([]);
});

test('reopening and closing a show records its removed and its new points', async () => {
  await tour.status(showId, 'open');
  await tour.status(showId, 'live');
  const [, second] = await setlist();
  await t.admin.delete(rowAt(second));
  await tour.status(showId, 'closed');
  expect(await linesOf(fan)).toEqual(['Scores calculated again: 41', 'Show opened again: -68']);
});

test('deleting a song names it', async () => {
  const [added = ''] = await tour.songs(`Juniper ${randomUUID()}`);
  await tour.play(showId, added, { position: 1, insert: true });
  const [line] = await linesOf(fan);
  expect(line).toBe('Song 1 added: -48');
  await t.admin.delete(`/api/songs/${added}`);
  expect((await linesOf(fan))[0]).toMatch(/^“Juniper .*” deleted: 31$/);
  await t.admin.delete(`/api/songs/${songs[1]}`);
  expect((await linesOf(fan))[0]).toBe('“Fathom” deleted: -10');
});
