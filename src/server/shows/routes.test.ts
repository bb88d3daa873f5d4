import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditLog, predictions, shows, users } from '#server/db/schema.ts';
import {
  addShow,
  addSongs,
  createHearingBus,
  DAY,
  ok,
  play,
  setStatus,
} from '../../../tests/support/schedule.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

let test: TestApp;
let admin: Caller;
let fan: Caller;
const bus = createHearingBus();

beforeAll(async () => {
  test = await openTestApp({ bus });
  admin = test.admin;
  fan = await test.signUp('Ada Lamplight');
});
afterAll(() => test.close());

beforeEach(async () => {
  await test.database.db.delete(shows);
  await bus.publish({ stale: ['shows', 'statistics'] });
  bus.changes.length = 0;
});

const start = (days: number) => new Date(test.clock.now + days * DAY).toISOString();

async function names(url: string): Promise<string[]> {
  return ok(await fan.get(url))
    .json()
    .map(({ name }: { name: string }) => name);
}

async function lastRecord() {
  const [record] = await test.database.db.select().from(auditLog).orderBy(desc(auditLog.id));
  return record;
}

describe('the lists', () => {
  it('put the latest first, the next first, and the live ones by start', async () => {
    const late = await addShow(admin, { name: 'in two weeks', date: start(14) });
    await addShow(admin, { name: 'last week', date: start(-7) });
    const past = await addShow(admin, { name: 'yesterday', date: start(-1) });
    await addShow(admin, { name: 'tomorrow', date: start(1) });
    await setStatus(admin, late.id, 'live');
    await setStatus(admin, past.id, 'live');

    expect(await names('/api/shows')).toEqual([
      'in two weeks',
      'tomorrow',
      'yesterday',
      'last week',
    ]);
    expect(await names('/api/shows/upcoming')).toEqual(['yesterday', 'tomorrow', 'in two weeks']);
    expect(await names('/api/shows/live')).toEqual(['yesterday', 'in two weeks']);
  });

  it('drop a show from the upcoming ones the moment it starts', async () => {
    const now = test.clock.now;
    await addShow(admin, { name: 'tonight', date: start(1) });
    await addShow(admin, { name: 'tomorrow', date: start(2) });
    test.clock.now = now + DAY - 1;
    expect(await names('/api/shows/upcoming')).toEqual(['tonight', 'tomorrow']);
    test.clock.now = now + DAY;
    expect(await names('/api/shows/upcoming')).toEqual(['tomorrow']);
    test.clock.now = now + 3 * DAY;
    expect(await names('/api/shows/upcoming')).toEqual([]);
    test.clock.now = now;
    expect(await names('/api/shows/upcoming')).toEqual(['tonight', 'tomorrow']);
  });

  it('show every change at once', async () => {
    expect(await names('/api/shows')).toEqual([]);
    const show = await addShow(admin, { name: 'The Foundry' });
    expect(await names('/api/shows')).toEqual(['The Foundry']);
    ok(await admin.patch(`/api/shows/${show.id}`, { name: 'The Orpheum' }));
    expect(await names('/api/shows/upcoming')).toEqual(['The Orpheum']);
    expect(ok(await fan.get(`/api/shows/${show.id}`)).json().name).toBe('The Orpheum');
    ok(await admin.delete(`/api/shows/${show.id}`));
    expect(await names('/api/shows')).toEqual([]);
    const gone = await fan.get(`/api/shows/${show.id}`);
    expect([gone.statusCode, gone.json().message]).toEqual([404, 'Show not found.']);
  });
});

describe('a new show', () => {
  it('is open, in the band’s zone and country, and has a record', async () => {
    const body = { name: 'The Foundry', city: 'Duluth', date: '2031-07-04T19:30', venue: '' };
    const answer = await admin.post('/api/shows', body);
    expect(answer.statusCode).toBe(201);
    const show = answer.json();
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
    });
    expect(await lastRecord()).toMatchObject({
      actorId: admin.userId,
      action: 'show.create',
      showId: show.id,
      after: { name: 'The Foundry' },
    });
    expect(bus.changes).toMatchObject([
      { events: [{ event: 'show:status', showId: show.id, version: 0 }] },
    ]);
  });

  it.each([
    [{ name: undefined }, 'Name is required'],
    [{ name: ' ' }, 'Name is required'],
    [{ city: '' }, 'City is required'],
    [{ date: undefined }, 'Date is required'],
    [{ date: 'soon' }, /must look like/],
    [{ date: '2026-03-08T02:30', timeZone: 'America/New_York' }, /does not exist/],
    [{ date: '2026-11-01T01:30', timeZone: 'America/New_York' }, /comes twice/],
    [{ timeZone: 'Mars/Olympus_Mons' }, /Time zone must be/],
    [{ name: 'x'.repeat(256) }, 'At most 255 characters'],
    [{ tourName: 'x'.repeat(256) }, 'At most 255 characters'],
    [{ city: 7 }, /City is required/],
  ])('is refused with %j', async (fields, sentence) => {
    const body = { name: 'The Foundry', city: 'Duluth', date: '2031-07-04T19:30', ...fields };
    const answer = await admin.post('/api/shows', body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toMatch(sentence);
    expect(await names('/api/shows')).toEqual([]);
  });

  it('has its own instant on either side of a clock change', async () => {
    const timeZone = 'America/New_York';
    const first = await addShow(admin, { timeZone, date: '2031-11-02T01:30-04:00' });
    const second = await addShow(admin, { timeZone, date: '2031-11-02T01:30-05:00' });
    expect(Date.parse(second.date) - Date.parse(first.date)).toBe(60 * 60 * 1000);
  });

  it('ignores keys that are not its own', async () => {
    const more = { name: 'The Foundry', status: 'closed', version: 7 };
    const show = await addShow(admin, more);
    expect(show.status).toBe('open');
  });
});

describe('a changed show', () => {
  it('keeps the instant when only its zone changes, and reads a new date in its zone', async () => {
    const show = await addShow(admin, { date: '2031-07-04T19:30', timeZone: 'America/New_York' });
    const url = `/api/shows/${show.id}`;
    const moved = ok(await admin.patch(url, { timeZone: 'America/Chicago' })).json();
    expect(moved).toEqual({ ...show, timeZone: 'America/Chicago' });
    const later = ok(await admin.patch(url, { date: '2031-07-04T20:30' })).json();
    expect(later.date).toBe('2031-07-05T01:30:00.000Z');
    const both = { date: '2031-07-04T20:30', timeZone: 'Europe/Berlin' };
    expect(ok(await admin.patch(url, both)).json().date).toBe('2031-07-04T18:30:00.000Z');
    const unknown = await admin.patch(url, { timeZone: 'Mars/Olympus_Mons' });
    expect(unknown.statusCode).toBe(400);
  });

  it('changes only what is named, records both states and tells its version', async () => {
    const show = await addShow(admin, { venue: 'Hall A', tourName: 'Summer' });
    bus.changes.length = 0;
    const changed = ok(await admin.patch(`/api/shows/${show.id}`, { venue: null })).json();
    expect(changed).toEqual({ ...show, venue: null });
    expect(await lastRecord()).toMatchObject({
      action: 'show.update',
      before: { venue: 'Hall A' },
      after: { venue: null },
    });
    expect(ok(await admin.patch(`/api/shows/${show.id}`, {})).json()).toEqual(changed);
    expect(bus.changes.flatMap(({ events }) => events)).toEqual([
      { event: 'show:status', showId: show.id, version: 1 },
      { event: 'show:status', showId: show.id, version: 2 },
    ]);
  });
});

describe('a show that was predicted and played', () => {
  async function playedShow() {
    const show = await addShow(admin);
    const [ember, fathom] = await addSongs(admin, `Ember ${show.id}`, `Fathom ${show.id}`);
    const songIds = [ember.id, fathom.id];
    ok(await fan.post('/api/predictions', { showId: show.id, songIds }));
    await setStatus(admin, show.id, 'live');
    await play(admin, show.id, ember, fathom);
    bus.changes.length = 0;
    return { show, ember };
  }

  async function pointsAndTotal(showId: string) {
    const { db } = test.database;
    const [prediction] = await db.select().from(predictions).where(eq(predictions.showId, showId));
    const [user] = await db.select().from(users).where(eq(users.id, fan.userId));
    return [prediction?.points, user?.totalPoints, user?.gamesPlayed];
  }

  async function timesPlayed(songId: string): Promise<number> {
    const songs = ok(await fan.get('/api/songs')).json();
    return songs.find(({ id }: { id: string }) => id === songId).timesPlayed;
  }

  it('gets its points when it is closed, and loses them when it is opened again', async () => {
    const { show, ember } = await playedShow();
    expect(await pointsAndTotal(show.id)).toEqual([null, 0, 0]);
    expect(await timesPlayed(ember.id)).toBe(1);

    await setStatus(admin, show.id, 'closed');
    // The opener, and the second song in its spot.
    expect(await pointsAndTotal(show.id)).toEqual([68, 68, 1]);
    const [closing] = bus.changes;
    expect(closing?.stale).toEqual(
      expect.arrayContaining(['shows', 'statistics', `standings:${show.id}`, 'leaderboard']),
    );
    expect(closing?.events?.map(({ event }) => event)).toEqual(['show:status', 'scores:update']);

    await setStatus(admin, show.id, 'live');
    expect(await pointsAndTotal(show.id)).toEqual([68, 68, 1]);

    await setStatus(admin, show.id, 'open');
    expect(await pointsAndTotal(show.id)).toEqual([null, 0, 0]);
    expect(await timesPlayed(ember.id)).toBe(0);
    const versions = bus.changes.flatMap(({ events = [] }) => events.map((one) => one.version));
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(new Set(versions).size).toBe(3);
  });

  it('takes its points, and its songs’ figures, with it when it is deleted', async () => {
    const { show, ember } = await playedShow();
    await setStatus(admin, show.id, 'closed');
    bus.changes.length = 0;
    expect((await admin.delete(`/api/shows/${show.id}`)).statusCode).toBe(204);
    expect(await pointsAndTotal(show.id)).toEqual([undefined, 0, 0]);
    expect(await timesPlayed(ember.id)).toBe(0);
    expect((await fan.get(`/api/shows/${show.id}/setlist`)).statusCode).toBe(404);
    expect(await lastRecord()).toMatchObject({
      action: 'show.delete',
      before: { show: { name: show.name }, setlist: [{ songId: ember.id, position: 1 }, {}] },
    });
    expect(bus.changes).toMatchObject([
      { events: [{ event: 'show:status' }, { event: 'scores:update', showId: show.id }] },
    ]);
    expect((await admin.delete(`/api/shows/${show.id}`)).statusCode).toBe(404);
  });
});

describe('a status', () => {
  it('may follow any other, and the same again changes nothing', async () => {
    const show = await addShow(admin);
    const order = ['closed', 'open', 'live', 'closed', 'live', 'open'] as const;
    for (const status of order) {
      const answer = await admin.patch(`/api/shows/${show.id}/status`, { status });
      expect([answer.statusCode, answer.json().status]).toEqual([200, status]);
      bus.changes.length = 0;
      const record = await lastRecord();
      expect(record).toMatchObject({ action: 'show.status', after: { status } });
      ok(await admin.patch(`/api/shows/${show.id}/status`, { status }));
      expect(bus.changes).toEqual([]);
      expect(await lastRecord()).toEqual(record);
    }
  });

  it('does not give points to a show that is closed without a setlist', async () => {
    const show = await addShow(admin);
    await setStatus(admin, show.id, 'closed');
    const [row] = await test.database.db.select().from(shows).where(eq(shows.id, show.id));
    expect(row?.scoredAt).toBeNull();
  });

  it('that is none of the three is refused', async () => {
    const show = await addShow(admin);
    for (const status of ['cancelled', '', null, 1, undefined]) {
      const answer = await admin.patch(`/api/shows/${show.id}/status`, { status });
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        'Status must be open, live or closed',
      ]);
    }
  });
});
