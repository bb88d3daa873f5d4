import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Song } from '#contract/songs.ts';
import { users } from '#server/db/schema/accounts.ts';
import { predictionSongs, predictions } from '#server/db/schema/predictions.ts';
import { shows } from '#server/db/schema/shows.ts';
import { songs } from '#server/db/schema/songs.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
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
  await app.database.db.delete(songs);
  await bus.publish(createChanges('song', 'show', 'setlist'));
  bus.changes.length = 0;
});

async function listSongs(): Promise<Song[]> {
  return ok(await fan.get('/api/songs')).json();
}

describe('a deleted song', () => {
  it('leaves gaps in predictions and setlists, and its scored shows are rescored', async () => {
    const [ember, fathom, gallop] = await addSongs(admin, 'Ember', 'Fathom', 'Gallop');
    const songIds = [ember.id, fathom.id, gallop.id];
    const scored = await addShow(admin);
    const openShow = await addShow(admin);
    for (const { id: showId } of [scored, openShow])
      ok(await fan.post('/api/predictions', { showId, songIds }));
    await play(admin, scored.id, ember, fathom, gallop);
    await setStatus(admin, scored.id, 'closed');
    const { db } = app.database;
    const readPoints = async () => {
      const [row] = await db.select().from(predictions).where(eq(predictions.showId, scored.id));
      const [user] = await db.select().from(users).where(eq(users.id, fan.userId));
      return [row?.points, user?.totalPoints];
    };
    expect(await readPoints()).toEqual([41 + 27 + 27, 41 + 27 + 27]);
    bus.changes.length = 0;

    const response = await admin.delete(`/api/songs/${ember.id}`);
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await readPoints()).toEqual([41 + 27, 41 + 27]);
    const picks = await db
      .select({ position: predictionSongs.position })
      .from(predictionSongs)
      .orderBy(asc(predictionSongs.position));
    expect(picks.map(({ position }) => position)).toEqual([2, 2, 3, 3]);
    const setlist = ok(await fan.get(`/api/shows/${scored.id}/setlist`)).json();
    expect(setlist.map(({ position }: { position: number }) => position)).toEqual([2, 3]);
    expect((await listSongs()).map(({ title }) => title)).toEqual(['Fathom', 'Gallop']);

    expect(await findLastAuditRecord(app)).toMatchObject({
      action: 'song.delete',
      subjectId: ember.id,
      before: {
        song: { title: 'Ember' },
        setlistSongs: [{ showId: scored.id, position: 1 }],
        picks: [{ position: 1 }, { position: 1 }],
      },
    });
    const version = expect.any(Number);
    expect(bus.changes).toEqual([
      { topic: 'song', subjectId: ember.id, version },
      ...['setlist', 'standings', 'totals'].map((topic) => ({
        topic,
        subjectId: scored.id,
        version,
      })),
    ]);
    expect((await admin.delete(`/api/songs/${ember.id}`)).statusCode).toBe(404);
  });
});
