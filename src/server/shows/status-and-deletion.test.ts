import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#contract/durations.ts';
import { FRESH_SIGN_IN_MINUTES } from '#contract/fresh-sign-in.ts';
import { users } from '#server/db/schema/accounts.ts';
import { predictions } from '#server/db/schema/predictions.ts';
import { shows } from '#server/db/schema/shows.ts';
import { type Caller, openTestApp, signIn, type TestApp } from '../../../tests/support/test-app.ts';
import {
  addShow,
  addSongs,
  createChanges,
  createRecordingBus,
  findLastAuditRecord,
  ok,
  play,
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

describe('a predicted and played show', () => {
  async function addPlayedShow() {
    const show = await addShow(admin);
    const [ember, fathom] = await addSongs(admin, `Ember ${show.id}`, `Fathom ${show.id}`);
    const songIds = [ember.id, fathom.id];
    ok(await fan.post('/api/predictions', { showId: show.id, songIds }));
    await setStatus(admin, show.id, 'live');
    const date = new Date(app.clock.now - HOUR).toISOString();
    ok(await admin.patch(`/api/shows/${show.id}`, { date }));
    await play(admin, show.id, ember, fathom);
    bus.changes.length = 0;
    return { show, ember };
  }

  async function readPointsAndTotal(showId: string) {
    const { db } = app.database;
    const [prediction] = await db.select().from(predictions).where(eq(predictions.showId, showId));
    const [user] = await db.select().from(users).where(eq(users.id, fan.userId));
    return [prediction?.points, user?.totalPoints, user?.gamesPlayed];
  }

  async function fetchTimesPlayed(songId: string): Promise<number> {
    const songs = ok(await fan.get('/api/songs')).json();
    return songs.find(({ id }: { id: string }) => id === songId).timesPlayed;
  }

  it('is scored when it closes and loses its points when it reopens', async () => {
    const { show, ember } = await addPlayedShow();
    expect(await readPointsAndTotal(show.id)).toEqual([null, 0, 0]);
    expect(await fetchTimesPlayed(ember.id)).toBe(1);

    await setStatus(admin, show.id, 'closed');
    expect(await readPointsAndTotal(show.id)).toEqual([68, 68, 1]);
    const subjectId = show.id;
    expect(bus.changes).toMatchObject(
      ['show', 'standings', 'totals'].map((topic) => ({ topic, subjectId })),
    );

    await setStatus(admin, show.id, 'live');
    expect(await readPointsAndTotal(show.id)).toEqual([68, 68, 1]);

    await setStatus(admin, show.id, 'open');
    expect(await readPointsAndTotal(show.id)).toEqual([null, 0, 0]);
    const versions = bus.changes.map(({ version }) => version);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(new Set(versions).size).toBe(3);
  });

  it('removes its points and its plays when it is deleted', async () => {
    const { show, ember } = await addPlayedShow();
    await setStatus(admin, show.id, 'closed');
    bus.changes.length = 0;
    expect((await admin.delete(`/api/shows/${show.id}`)).statusCode).toBe(204);
    expect(await readPointsAndTotal(show.id)).toEqual([undefined, 0, 0]);
    expect(await fetchTimesPlayed(ember.id)).toBe(0);
    expect((await fan.get(`/api/shows/${show.id}/setlist`)).statusCode).toBe(404);
    expect(await findLastAuditRecord(app)).toMatchObject({
      action: 'show.delete',
      before: { show: { name: show.name }, setlist: [{ songId: ember.id, position: 1 }, {}] },
    });
    const subjectId = show.id;
    expect(bus.changes).toMatchObject(
      ['show', 'setlist', 'totals', 'thread'].map((topic) => ({ topic, subjectId })),
    );
    expect((await admin.delete(`/api/shows/${show.id}`)).statusCode).toBe(404);
  });
});

it('is deleted only after a fresh sign-in if fans posted in its thread', async () => {
  const [discussed, quiet] = [await addShow(admin), await addShow(admin)];
  await fan.post(`/api/forums/threads/${discussed.id}/posts`, { content: 'Ember!' });
  app.clock.now += FRESH_SIGN_IN_MINUTES * MINUTE + 1;
  expect((await admin.delete(`/api/shows/${discussed.id}`)).statusCode).toBe(403);
  expect((await admin.delete(`/api/shows/${quiet.id}`)).statusCode).toBe(204);
  expect((await fan.get(`/api/shows/${discussed.id}`)).statusCode).toBe(200);
  await signIn(admin);
  expect((await admin.delete(`/api/shows/${discussed.id}`)).statusCode).toBe(204);
});

describe('a status', () => {
  it('may follow any other, and setting the same status again changes nothing', async () => {
    const show = await addShow(admin);
    const order = ['closed', 'open', 'live', 'closed', 'live', 'open'] as const;
    for (const status of order) {
      const response = await admin.patch(`/api/shows/${show.id}/status`, { status });
      expect([response.statusCode, response.json().status]).toEqual([200, status]);
      bus.changes.length = 0;
      const record = await findLastAuditRecord(app);
      expect(record).toMatchObject({ action: 'show.status', after: { status } });
      ok(await admin.patch(`/api/shows/${show.id}/status`, { status }));
      expect(bus.changes).toEqual([]);
      expect(await findLastAuditRecord(app)).toEqual(record);
    }
  });

  it('gives no points to a show that closes without a setlist', async () => {
    const show = await addShow(admin);
    await setStatus(admin, show.id, 'closed');
    const [row] = await app.database.db.select().from(shows).where(eq(shows.id, show.id));
    expect(row?.scoredAt).toBeNull();
  });

  it('is rejected if it is unknown', async () => {
    const show = await addShow(admin);
    for (const status of ['adjourned', '', null, 1, undefined]) {
      const response = await admin.patch(`/api/shows/${show.id}/status`, { status });
      expect([response.statusCode, response.json().message]).toEqual([
        400,
        'Status must be open, live, closed, postponed or cancelled',
      ]);
    }
  });
});

it('rejects a status change that is based on another status, and accepts a repeated one', async () => {
  const show = await addShow(admin);
  const goLive = () =>
    admin.patch(`/api/shows/${show.id}/status`, { status: 'live', from: 'open' });
  ok(await goLive());
  ok(await goLive());
  await setStatus(admin, show.id, 'closed');
  const response = await goLive();
  expect(response.statusCode).toBe(409);
  expect(response.json().message).toBe('The show is now closed.');
  expect(ok(await admin.get(`/api/shows/${show.id}`)).json()).toMatchObject({ status: 'closed' });
});
