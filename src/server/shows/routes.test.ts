import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { shows } from '#server/db/schema/shows.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  addShow,
  createChanges,
  createRecordingBus,
  findLastAuditRecord,
  ok,
  setStatus,
} from '../../../tests/support/tour.ts';

let app: TestApp;
let admin: Caller;
let fan: Caller;
const bus = createRecordingBus();

beforeAll(async () => {
  app = await openTestApp({ bus });
  admin = app.admin;
  fan = await app.signUp('Ada Lamplight');
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.database.db.delete(shows);
  await bus.publish(createChanges('show', 'setlist'));
  bus.changes.length = 0;
});

const start = (days: number) => new Date(app.clock.now + days * DAY).toISOString();

async function readNames(url: string): Promise<string[]> {
  return ok(await fan.get(url))
    .json()
    .map(({ name }: { name: string }) => name);
}

describe('the show lists', () => {
  test('sort all shows latest first, upcoming shows soonest first, and live shows by start', async () => {
    const lateShow = await addShow(admin, { name: 'in two weeks', date: start(14) });
    await addShow(admin, { name: 'last week', date: start(-7) });
    const past = await addShow(admin, { name: 'yesterday', date: start(-1) });
    await addShow(admin, { name: 'tomorrow', date: start(1) });
    await setStatus(admin, lateShow.id, 'live');
    await setStatus(admin, past.id, 'live');

    expect(await readNames('/api/shows')).toEqual([
      'in two weeks',
      'tomorrow',
      'yesterday',
      'last week',
    ]);
    expect(await readNames('/api/shows/upcoming')).toEqual([
      'yesterday',
      'tomorrow',
      'in two weeks',
    ]);
    expect(await readNames('/api/shows/live')).toEqual(['yesterday', 'in two weeks']);
  });

  test('omit a closed show from upcoming shows, regardless of its date', async () => {
    await addShow(admin, { name: 'tomorrow', date: start(1) });
    const ahead = await addShow(admin, { name: 'closed ahead', date: start(2) });
    await setStatus(admin, ahead.id, 'live');
    await setStatus(admin, ahead.id, 'closed');
    expect(await readNames('/api/shows/upcoming')).toEqual(['tomorrow']);
    expect(await readNames('/api/shows')).toContain('closed ahead');
  });

  test('remove a show from upcoming shows when it starts', async () => {
    const now = app.clock.now;
    await addShow(admin, { name: 'tonight', date: start(1) });
    await addShow(admin, { name: 'tomorrow', date: start(2) });
    app.clock.now = now + DAY - 1;
    expect(await readNames('/api/shows/upcoming')).toEqual(['tonight', 'tomorrow']);
    app.clock.now = now + DAY;
    expect(await readNames('/api/shows/upcoming')).toEqual(['tomorrow']);
    app.clock.now = now + 3 * DAY;
    expect(await readNames('/api/shows/upcoming')).toEqual([]);
    app.clock.now = now;
    expect(await readNames('/api/shows/upcoming')).toEqual(['tonight', 'tomorrow']);
  });

  test('include every change immediately', async () => {
    expect(await readNames('/api/shows')).toEqual([]);
    const show = await addShow(admin, { name: 'The Foundry' });
    expect(await readNames('/api/shows')).toEqual(['The Foundry']);
    ok(await admin.patch(`/api/shows/${show.id}`, { name: 'The Orpheum' }));
    expect(await readNames('/api/shows/upcoming')).toEqual(['The Orpheum']);
    expect(ok(await fan.get(`/api/shows/${show.id}`)).json().name).toBe('The Orpheum');
    ok(await admin.delete(`/api/shows/${show.id}`));
    expect(await readNames('/api/shows')).toEqual([]);
    const response = await fan.get(`/api/shows/${show.id}`);
    expect([response.statusCode, response.json().message]).toEqual([404, 'Show not found.']);
  });
});

describe('a new show', () => {
  test("is open, has the band's time zone and country, and writes an audit record", async () => {
    const body = { name: 'The Foundry', city: 'Duluth', date: '2031-07-04T19:30', venue: '' };
    const response = await admin.post('/api/shows', body);
    expect(response.statusCode).toBe(201);
    const show = response.json();
    expect(show).toEqual({
      id: expect.any(String),
      name: 'The Foundry',
      venue: null,
      city: 'Duluth',
      state: null,
      country: 'USA',
      date: '2031-07-04T23:30:00.000Z',
      timeZone: 'America/New_York',
      tourName: null,
      status: 'open',
      locksAt: null,
      arePredictionsFrozen: false,
      version: 0,
    });
    expect(await findLastAuditRecord(app)).toMatchObject({
      actorId: admin.userId,
      action: 'show.create',
      showId: show.id,
      after: { name: 'The Foundry' },
    });
    expect(bus.changes).toEqual([{ topic: 'show', subjectId: show.id, version: 0 }]);
  });

  test.each([
    [{ name: undefined }, 'Name is required'],
    [{ name: ' ' }, 'Name is required'],
    [{ city: '' }, 'City is required'],
    [{ date: undefined }, 'Date is required'],
    [{ date: 'soon' }, /must look like/],
    [{ date: 1_800_000_000_000 }, /must look like/],
    [{ date: '2027-07-04T19:30+25:00' }, /must look like/],
    [{ name: '\u200b' }, 'Name is required'],
    [{ date: '2026-03-08T02:30', timeZone: 'America/New_York' }, /does not exist/],
    [{ date: '2026-11-01T01:30', timeZone: 'America/New_York' }, /occurs twice/],
    [{ timeZone: 'Mars/Olympus_Mons' }, /Time zone must be/],
    [{ name: 'x'.repeat(256) }, 'Name must have at most 255 characters'],
    [{ tourName: 'x'.repeat(256) }, 'Tour name must have at most 255 characters'],
    [{ city: 7 }, 'City must be text'],
  ])('is rejected with %j', async (fields, message) => {
    const body = { name: 'The Foundry', city: 'Duluth', date: '2031-07-04T19:30', ...fields };
    const response = await admin.post('/api/shows', body);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(message);
    expect(await readNames('/api/shows')).toEqual([]);
  });

  test('has the right instant on either side of a clock change', async () => {
    const timeZone = 'America/New_York';
    const earlierShow = await addShow(admin, { timeZone, date: '2031-11-02T01:30-04:00' });
    const laterShow = await addShow(admin, { timeZone, date: '2031-11-02T01:30-05:00' });
    expect(Date.parse(laterShow.date) - Date.parse(earlierShow.date)).toBe(60 * 60 * 1000);
  });

  test('ignores unknown fields', async () => {
    const body = { name: 'The Foundry', status: 'closed', version: 7 };
    const show = await addShow(admin, body);
    expect(show.status).toBe('open');
  });
});

describe('a show change', () => {
  test("keeps the instant when only the time zone changes, and parses a new date in the show's zone", async () => {
    const show = await addShow(admin, { date: '2031-07-04T19:30', timeZone: 'America/New_York' });
    const url = `/api/shows/${show.id}`;
    const moved = ok(await admin.patch(url, { timeZone: 'America/Chicago' })).json();
    expect(moved).toEqual({ ...show, timeZone: 'America/Chicago', version: 1 });
    const updatedShow = ok(await admin.patch(url, { date: '2031-07-04T20:30' })).json();
    expect(updatedShow.date).toBe('2031-07-05T01:30:00.000Z');
    const changedFields = { date: '2031-07-04T20:30', timeZone: 'Europe/Berlin' };
    expect(ok(await admin.patch(url, changedFields)).json().date).toBe('2031-07-04T18:30:00.000Z');
    const unknownZoneResponse = await admin.patch(url, { timeZone: 'Mars/Olympus_Mons' });
    expect(unknownZoneResponse.statusCode).toBe(400);
  });

  test('changes the named fields, records both states and announces its version', async () => {
    const show = await addShow(admin, { venue: 'Hall A', tourName: 'Summer' });
    bus.changes.length = 0;
    const changed = ok(await admin.patch(`/api/shows/${show.id}`, { venue: null })).json();
    expect(changed).toEqual({ ...show, venue: null, version: 1 });
    expect(await findLastAuditRecord(app)).toMatchObject({
      action: 'show.update',
      before: { venue: 'Hall A' },
      after: { venue: null },
    });
    for (const body of [{}, { version: 1 }, { status: 'live' }])
      expect((await admin.patch(`/api/shows/${show.id}`, body)).statusCode).toBe(400);
    expect(bus.changes).toEqual([{ topic: 'show', subjectId: show.id, version: 1 }]);
  });
});
