import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Correction } from '#contract/predictions.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let rival: Caller;
let songs: string[];
let showId: string;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('Nightingale');
  rival = await app.signUp('Rook');
  songs = await tour.addSongs('Ember', 'Fathom', 'Gallop', 'Harbor');
});
afterAll(() => app.close());

beforeEach(async () => {
  const [ember = '', fathom = '', gallop = ''] = songs;
  showId = await tour.addShow();
  await tour.predict(fan, showId, [ember, fathom]);
  await tour.predict(rival, showId, [gallop]);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, ember);
  await tour.play(showId, fathom);
  await tour.setStatus(showId, 'closed');
});

async function readCorrections(caller: Caller): Promise<string[]> {
  const corrections: Correction[] = (await caller.get(`/api/shows/${showId}/corrections`)).json();
  return corrections.map(({ what, difference }) => `${what}: ${difference}`);
}

const readSetlist = async () => (await fan.get(`/api/shows/${showId}/setlist`)).json();
const buildRowUrl = (row: { id: string }) => `/api/shows/${showId}/setlist/${row.id}`;

test('the first points are not a correction', async () => {
  expect(await readCorrections(fan)).toEqual([]);
});

test('each later change of points adds a correction to the predictions it changed', async () => {
  const [, second] = await readSetlist();
  await app.admin.patch(buildRowUrl(second), { songId: songs[3] });
  expect(await readCorrections(fan)).toEqual(['Song 2 corrected: -27']);
  expect(await readCorrections(rival)).toEqual([]);
  await tour.play(showId, songs[2] ?? '');
  expect(await readCorrections(rival)).toEqual(['Song 3 added: 10']);
  await app.admin.post(`/api/shows/${showId}/setlist/undo`);
  expect(await readCorrections(rival)).toEqual(['Song 3 corrected: -10', 'Song 3 added: 10']);
  expect(await readCorrections(fan)).toEqual(['Song 2 corrected: -27']);
});

test('a change that affects no points, such as notes, adds no correction', async () => {
  const [first] = await readSetlist();
  await app.admin.patch(buildRowUrl(first), { notes: 'with a fiddle' });
  await tour.calculate(showId);
  expect(await readCorrections(fan)).toEqual([]);
});

test('reopening and closing a show records the removed and the new points', async () => {
  await tour.setStatus(showId, 'open', 'freeze');
  await tour.setStatus(showId, 'live');
  const [, second] = await readSetlist();
  await app.admin.delete(buildRowUrl(second));
  await tour.setStatus(showId, 'closed');
  expect(await readCorrections(fan)).toEqual(['Scores recalculated: 41', 'Show reopened: -68']);
});

test('deleting a song adds a correction that names it', async () => {
  const [added = ''] = await tour.addSongs(`Juniper ${randomUUID()}`);
  await tour.play(showId, added, { position: 1, insert: true });
  const [line] = await readCorrections(fan);
  expect(line).toBe('Song 1 added: -48');
  await app.admin.delete(`/api/songs/${added}`);
  expect((await readCorrections(fan))[0]).toMatch(/^“Juniper .*” deleted: 31$/);
  await app.admin.delete(`/api/songs/${songs[1]}`);
  expect((await readCorrections(fan))[0]).toBe('“Fathom” deleted: -10');
});
