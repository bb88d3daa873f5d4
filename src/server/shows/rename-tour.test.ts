import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formatShowLine } from '../../../tests/support/archives.ts';
import { createGate } from '../../../tests/support/gate.ts';
import { createImportClient } from '../../../tests/support/import-client.ts';
import { waitForLockWaits } from '../../../tests/support/lock-waits.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  createChanges,
  createRecordingBus,
  findLastAuditRecord,
  planTour,
  type Tour,
} from '../../../tests/support/tour.ts';
import { shows } from '../db/schema/shows.ts';

const bus = createRecordingBus();
let app: TestApp;
let tour: Tour;
let fan: Caller;
let spring: string[];
let fall: string;
let bystander: string;

beforeAll(async () => {
  app = await openTestApp({ bus });
  tour = planTour(app);
  fan = await app.signUp('Fan');
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.database.db.delete(shows);
  spring = [
    await tour.addShow({ name: 'Night 1', tourName: 'Spring' }),
    await tour.addShow({ name: 'Night 2', tourName: 'Spring' }),
  ];
  fall = await tour.addShow({ name: 'Fall night', tourName: 'Fall' });
  bystander = await tour.addShow({ name: 'Other', tourName: 'spring' });
  await bus.publish(createChanges('show'));
  bus.changes.length = 0;
});

const RENAME = { name: 'Spring', showCount: 2, newName: 'Spring 2026', mergedShowCount: 0 };
const rename = (body: object = {}, caller = app.admin) =>
  caller.patch('/api/tours', { ...RENAME, ...body });

async function readTours() {
  const ids = [...spring, fall, bystander];
  const rows = await app.database.db.select().from(shows).where(inArray(shows.id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => `${byId.get(id)?.tourName} v${byId.get(id)?.detailsVersion}`);
}
const UNCHANGED = ['Spring v0', 'Spring v0', 'Fall v0', 'spring v0'];

test('renames the tour in its shows only, with one audit record and one announcement', async () => {
  const response = await rename();
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { name: 'Spring 2026', showCount: 2 },
  ]);
  expect(await readTours()).toEqual(['Spring 2026 v1', 'Spring 2026 v1', 'Fall v0', 'spring v0']);
  expect(bus.changes).toEqual([{ topic: 'show', subjectId: null, version: app.clock.now }]);
  const nights = [...spring].sort().map((id) => ({ id, name: `Night ${spring.indexOf(id) + 1}` }));
  expect(await findLastAuditRecord(app)).toMatchObject({
    ...{ action: 'tour.rename', actorId: app.admin.userId },
    before: { name: 'Spring', shows: nights },
    after: { name: 'Spring 2026', shows: nights },
  });
});

test('merges a tour into another one, and records which shows it had', async () => {
  const response = await rename({ newName: ' Fall ', mergedShowCount: 1 });
  expect(response.json()).toEqual({ name: 'Fall', showCount: 3 });
  expect(await readTours()).toEqual(['Fall v1', 'Fall v1', 'Fall v0', 'spring v0']);
  const record = await findLastAuditRecord(app);
  expect(record).toMatchObject({ action: 'tour.merge', before: { name: 'Spring' } });
  expect(record?.before).toHaveProperty(
    'shows',
    [...spring].sort().map((id) => expect.objectContaining({ id })),
  );
});

test.each([
  ['more shows than confirmed', { showCount: 1 }, '“Spring” now has 2 shows.'],
  ['a tour with the new name', { newName: 'Fall' }, '“Fall” now has 1 show.'],
  ['no tour to merge into', { mergedShowCount: 1 }, '“Spring 2026” now has 0 shows.'],
])('rejects %s with 409 and changes nothing', async (_, body, message) => {
  const response = await rename(body);
  expect([response.statusCode, response.json().message]).toEqual([
    409,
    `${message} Nothing was renamed.`,
  ]);
  expect(await readTours()).toEqual(UNCHANGED);
  expect(bus.changes).toEqual([]);
});

test.each([
  [{ name: 'Summer' }, 404, 'Tour not found.'],
  [{ newName: 'Spring' }, 400, 'The tour already has this name.'],
  [{ newName: ' ' }, 400, 'Name is required'],
  [{ newName: 'x'.repeat(256) }, 400, undefined],
  [{ showCount: 1.5 }, 400, 'Count must be a whole number'],
  [{ mergedShowCount: -1 }, 400, 'Count must be at least 0'],
])('rejects %j', async (body, status, message) => {
  const response = await rename(body);
  expect(response.statusCode).toBe(status);
  if (message) expect(response.json().message).toBe(message);
  expect(await readTours()).toEqual(UNCHANGED);
});

test('requires an administrator', async () => {
  expect((await rename({}, fan)).statusCode).toBe(403);
  expect((await rename({}, app.visitor)).statusCode).toBe(401);
  expect(await readTours()).toEqual(UNCHANGED);
});

test('does not rename a show that gets the old tour name after the shows were counted', async () => {
  const { db } = app.database;
  const [locked, release] = [createGate(), createGate()];
  const change = db.transaction(async (tx) => {
    await tx.select().from(shows).where(inArray(shows.id, spring)).for('update');
    locked.open();
    await release.opened;
    await tx
      .update(shows)
      .set({ tourName: 'Spring' })
      .where(inArray(shows.id, [fall]));
  });
  await locked.opened;
  const response = rename();
  await waitForLockWaits(db);
  release.open();
  await change;
  expect((await response).json()).toEqual({ name: 'Spring 2026', showCount: 2 });
  expect(await readTours()).toEqual(['Spring 2026 v1', 'Spring 2026 v1', 'Spring v0', 'spring v0']);
});

test('makes the form of a renamed show stale', async () => {
  await rename();
  const body = { tourName: 'Spring', version: 0 };
  const stale = await app.admin.patch(`/api/shows/${spring[0]}`, body);
  expect([stale.statusCode, stale.json().message]).toEqual([
    409,
    'Someone changed this show in the meantime. Your changes were not saved.',
  ]);
  expect((await app.admin.patch(`/api/shows/${fall}`, body)).statusCode).toBe(200);
});

test('moves the points of the tours together with the shows', async () => {
  const [song = ''] = await tour.addSongs('Ember');
  for (const showId of [...spring, fall, bystander]) {
    await tour.addPrediction(fan.userId, showId, [song]);
    await tour.setStatus(showId, 'live');
    await tour.play(showId, song);
    await tour.setStatus(showId, 'closed');
  }
  const readTotals = async () => {
    const page: { tours: { name: string; points: number }[] } = (
      await fan.get('/api/fans/fan')
    ).json();
    return Object.fromEntries(page.tours.map(({ name, points }) => [name, points]));
  };
  expect(await readTotals()).toEqual({ Spring: 82, Fall: 41, spring: 41 });
  await rename({ newName: 'Fall', mergedShowCount: 1 });
  expect(await readTotals()).toEqual({ Fall: 123, spring: 41 });
  const board = await fan.get('/api/leaderboard/tours/board?tour=Fall');
  expect(board.json()).toMatchObject([{ username: 'Fan', totalPoints: 123, nightsWon: 3 }]);
  expect((await fan.get('/api/leaderboard/tours/board?tour=Spring')).json()).toEqual([]);
});

test('an import recognizes the shows of a renamed tour, and gives its new shows the new name', async () => {
  const client = createImportClient(app);
  const line = (id: string, date: string, tourName: string) =>
    formatShowLine({ id, date, venue: 'Fox Hall', tour: tourName }, 'Gale');
  const winter = [
    line('w1', '1977-01-01', 'Winter'),
    line('w2', '1977-01-03', 'Winter'),
    line('o1', '1977-05-01', 'Other'),
  ];
  await client.load(...winter);
  await rename({ name: 'Winter', newName: 'Winter 1977' });
  await client.load(
    ...winter,
    line('w3', '1977-01-05', 'Winter'),
    line('o2', '1977-05-03', 'Other'),
  );
  const imported: { tourName: string }[] = (await fan.get('/api/shows')).json();
  const counts = imported
    .map(({ tourName }) => tourName)
    .filter((name) => /Winter|Other/.test(name));
  expect(counts.toSorted()).toEqual([
    'Other',
    'Other',
    'Winter 1977',
    'Winter 1977',
    'Winter 1977',
  ]);
  expect(await client.listProposals()).toEqual([]);
});

test('an import gives new shows the original tour name after the form of one show changed it', async () => {
  const client = createImportClient(app);
  const line = (id: string, date: string) =>
    formatShowLine({ id, date, venue: 'Elm Hall', tour: 'Autumn' }, 'Gale');
  const load = async (...lines: string[]) => {
    await client.load(...lines);
    const imported: { id: string; tourName: string; venue: string }[] = (
      await fan.get('/api/shows')
    ).json();
    return imported.filter(({ venue }) => venue === 'Elm Hall');
  };
  const first = line('a1', '1978-01-01');
  const [show] = await load(first);
  const edit = { tourName: 'Benefit', version: 0 };
  expect((await app.admin.patch(`/api/shows/${show?.id}`, edit)).statusCode).toBe(200);
  const tourNames = (await load(first, line('a2', '1978-01-03'))).map(({ tourName }) => tourName);
  expect(tourNames.toSorted()).toEqual(['Autumn', 'Benefit']);
});
