import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { users } from '#server/db/schema/accounts.ts';
import { predictions } from '#server/db/schema/predictions.ts';
import { shows } from '#server/db/schema/shows.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  addShow,
  addSongs,
  changesOf,
  createRecordingBus,
  lastAuditRecord,
  ok,
  play,
  setStatus,
} from '../../../tests/support/tour.ts';

let test: TestApp;
let admin: Caller;
let fan: Caller;
const bus = createRecordingBus();

beforeAll(async () => {
  test = await openTestApp({ bus });
  admin = test.admin;
  fan = await test.signUp('Ada Lamplight');
});
afterAll(() => test.close());

beforeEach(async () => {
  await test.database.db.delete(shows);
  await bus.publish(changesOf('show', 'setlist'));
  bus.changes.length = 0;
});

describe('a predicted and played show', () => {
  async function playedShow() {
    const show = await addShow(admin);
    const [ember, fathom] = await addSongs(admin, `Ember ${show.id}`, `Fathom ${show.id}`);
    const songIds = [ember.id, fathom.id];
    ok(await fan.post('/api/predictions', { showId: show.id, songIds }));
    await setStatus(admin, show.id, 'live');
    const date = new Date(test.clock.now - HOUR).toISOString();
    ok(await admin.patch(`/api/shows/${show.id}`, { date }));
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

  it('is scored when it closes and loses its points when it reopens', async () => {
    const { show, ember } = await playedShow();
    expect(await pointsAndTotal(show.id)).toEqual([null, 0, 0]);
    expect(await timesPlayed(ember.id)).toBe(1);

    await setStatus(admin, show.id, 'closed');
    expect(await pointsAndTotal(show.id)).toEqual([68, 68, 1]);
    const subjectId = show.id;
    expect(bus.changes).toMatchObject(
      ['show', 'standings', 'totals'].map((topic) => ({ topic, subjectId })),
    );

    await setStatus(admin, show.id, 'live');
    expect(await pointsAndTotal(show.id)).toEqual([68, 68, 1]);

    await setStatus(admin, show.id, 'open');
    expect(await pointsAndTotal(show.id)).toEqual([null, 0, 0]);
    const versions = bus.changes.map(({ version }) => version);
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(new Set(versions).size).toBe(3);
  });

  it('removes its points and its plays when it is deleted', async () => {
    const { show, ember } = await playedShow();
    await setStatus(admin, show.id, 'closed');
    bus.changes.length = 0;
    expect((await admin.delete(`/api/shows/${show.id}`)).statusCode).toBe(204);
    expect(await pointsAndTotal(show.id)).toEqual([undefined, 0, 0]);
    expect(await timesPlayed(ember.id)).toBe(0);
    expect((await fan.get(`/api/shows/${show.id}/setlist`)).statusCode).toBe(404);
    expect(await lastAuditRecord(test)).toMatchObject({
      action: 'show.delete',
      before: { show: { name: show.name }, setlist: [{ songId: ember.id, position: 1 }, {}] },
    });
    const subjectId = show.id;
    expect(bus.changes).toMatchObject(
      ['show', 'setlist', 'totals'].map((topic) => ({ topic, subjectId })),
    );
    expect((await admin.delete(`/api/shows/${show.id}`)).statusCode).toBe(404);
  });
});

describe('a status', () => {
  it('may follow any other, and setting the same one changes nothing', async () => {
    const show = await addShow(admin);
    const order = ['closed', 'open', 'live', 'closed', 'live', 'open'] as const;
    for (const status of order) {
      const answer = await admin.patch(`/api/shows/${show.id}/status`, { status });
      expect([answer.statusCode, answer.json().status]).toEqual([200, status]);
      bus.changes.length = 0;
      const record = await lastAuditRecord(test);
      expect(record).toMatchObject({ action: 'show.status', after: { status } });
      ok(await admin.patch(`/api/shows/${show.id}/status`, { status }));
      expect(bus.changes).toEqual([]);
      expect(await lastAuditRecord(test)).toEqual(record);
    }
  });

  it('gives no points to a show that closes without a setlist', async () => {
    const show = await addShow(admin);
    await setStatus(admin, show.id, 'closed');
    const [row] = await test.database.db.select().from(shows).where(eq(shows.id, show.id));
    expect(row?.scoredAt).toBeNull();
  });

  it('is refused if it is unknown', async () => {
    const show = await addShow(admin);
    for (const status of ['adjourned', '', null, 1, undefined]) {
      const answer = await admin.patch(`/api/shows/${show.id}/status`, { status });
      expect([answer.statusCode, answer.json().message]).toEqual([
        400,
        'Status must be open, live, closed, postponed or cancelled',
      ]);
    }
  });
});
