import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PROVISIONAL_MS, type Receipt } from '#contract/receipts.ts';
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

const fetchReceipt = (caller: Caller) => caller.get(`/api/shows/${showId}/receipt`);
const readReceipt = async (caller: Caller): Promise<Receipt> => (await fetchReceipt(caller)).json();

async function readCorrections(caller: Caller): Promise<string[]> {
  const { corrections } = await readReceipt(caller);
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
  expect(await readCorrections(fan)).toEqual(['“Fathom” replaced by “Harbor” at 2: -27']);
  expect(await readCorrections(rival)).toEqual([]);
  await tour.play(showId, songs[2] ?? '');
  expect(await readCorrections(rival)).toEqual(['“Gallop” added at 3: 10']);
  await app.admin.post(`/api/shows/${showId}/setlist/undo`);
  expect(await readCorrections(rival)).toEqual([
    '“Gallop” removed from 3: -10',
    '“Gallop” added at 3: 10',
  ]);
  expect(await readCorrections(fan)).toEqual(['“Fathom” replaced by “Harbor” at 2: -27']);
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

test('a receipt lists the first points, every correction and the current points', async () => {
  const [, second] = await readSetlist();
  await app.admin.patch(buildRowUrl(second), { songId: songs[3] });
  await app.admin.delete(buildRowUrl(second));
  const receipt = await readReceipt(fan);
  expect(receipt).toMatchObject({ firstPoints: 68, points: 41 });
  const difference = receipt.corrections.reduce(
    (sum, correction) => sum + correction.difference,
    0,
  );
  expect(receipt.firstPoints + difference).toBe(receipt.points);
  expect(await readReceipt(rival)).toMatchObject({ firstPoints: 0, points: 0, corrections: [] });
});

test('points are final 72 hours after their first calculation, whenever they are corrected', async () => {
  const { finalAt } = await readReceipt(fan);
  expect(finalAt).toBe(new Date(app.clock.now + PROVISIONAL_MS).toISOString());
  app.clock.now += 60_000;
  const [, second] = await readSetlist();
  await app.admin.delete(buildRowUrl(second));
  await tour.calculate(showId);
  expect((await readReceipt(fan)).finalAt).toBe(finalAt);
  await tour.setStatus(showId, 'live');
  expect((await readReceipt(fan)).finalAt).toBeNull();
  await tour.setStatus(showId, 'closed');
  expect((await readReceipt(fan)).finalAt).not.toBe(finalAt);
});

test('there is no receipt before points, without a prediction or for an unknown show', async () => {
  const bystander = await app.signUp(`bystander ${randomUUID().slice(0, 8)}`);
  expect((await fetchReceipt(bystander)).statusCode).toBe(204);
  await tour.setStatus(showId, 'open', 'freeze');
  expect((await fetchReceipt(fan)).statusCode).toBe(204);
  showId = randomUUID();
  expect((await fetchReceipt(fan)).statusCode).toBe(404);
});

test('deleting a song adds a correction that names it', async () => {
  const [added = ''] = await tour.addSongs(`Juniper ${randomUUID()}`);
  await tour.play(showId, added, { position: 1, insert: true });
  const [line] = await readCorrections(fan);
  expect(line).toMatch(/^“Juniper .*” added at 1: -48$/);
  await app.admin.delete(`/api/songs/${added}`);
  expect((await readCorrections(fan))[0]).toMatch(/^“Juniper .*” deleted: 31$/);
  await app.admin.delete(`/api/songs/${songs[1]}`);
  expect((await readCorrections(fan))[0]).toBe('“Fathom” deleted: -10');
});
