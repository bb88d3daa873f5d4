import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { predictions } from '#server/db/schema/predictions.ts';
import { liveSetlistSongs } from '#server/db/schema/setlists.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  addShow,
  addSongs,
  createRecordingBus,
  ok,
  play,
  setStatus,
} from '../../../tests/support/tour.ts';

let app: TestApp;
let admin: Caller;
let fan: Caller;
let show: Show;
let ember: Song;
let fathom: Song;
let gallop: Song;
const bus = createRecordingBus();

beforeAll(async () => {
  app = await openTestApp({ bus });
  admin = app.admin;
  fan = await app.signUp('Ada Lamplight');
  [ember, fathom, gallop] = await addSongs(admin, 'Ember', 'Fathom', 'Gallop');
});
afterAll(() => app.close());

beforeEach(async () => {
  show = await addShow(admin);
  bus.changes.length = 0;
});

const buildUrl = (row?: SetlistEntry) =>
  `/api/shows/${show.id}/setlist${row === undefined ? '' : `/${row.id}`}`;

async function fetchSetlist(): Promise<SetlistEntry[]> {
  return ok(await admin.get(buildUrl())).json();
}

async function listTitles(): Promise<string> {
  return (await fetchSetlist()).map(({ position, song }) => `${position} ${song.title}`).join(', ');
}

describe('undo', () => {
  const undo = () => admin.post(`${buildUrl()}/undo`);

  test('reverts each kind of change, the latest first, and keeps row IDs', async () => {
    const states: SetlistEntry[][] = [];
    const saveState = async () => states.push(await fetchSetlist());
    await saveState();
    const [first] = await play(admin, show.id, ember);
    await saveState();
    const [second] = await play(admin, show.id, fathom);
    await saveState();
    ok(await admin.post(buildUrl(), { songId: gallop.id, position: 1, insert: true }));
    await saveState();
    ok(await admin.patch(buildUrl(second), { position: 1, notes: 'first of all', isCloser: true }));
    await saveState();
    ok(await admin.patch(buildUrl(first), { songId: gallop.id, setLabel: 'Encore' }));
    await saveState();
    ok(await admin.delete(buildUrl(second)));
    for (const state of states.reverse()) {
      const response = await undo();
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual(state);
      expect(await fetchSetlist()).toEqual(state);
    }
    const emptyUndo = await undo();
    expect([emptyUndo.statusCode, emptyUndo.json().message]).toEqual([
      409,
      'There is nothing to undo',
    ]);
  });

  test('skips undone changes after a new one', async () => {
    await play(admin, show.id, ember, fathom);
    ok(await undo());
    await play(admin, show.id, gallop);
    ok(await undo());
    ok(await undo());
    expect(await fetchSetlist()).toEqual([]);
  });

  test('writes an audit record, marks the reverted change and notifies pages', async () => {
    const [row] = await play(admin, show.id, ember);
    bus.changes.length = 0;
    ok(await undo());
    const { db } = app.database;
    const records = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.showId, show.id))
      .orderBy(desc(auditLog.id));
    expect(records).toMatchObject([
      { action: 'setlist.undo', before: [{ id: row.id }], after: [], undoneAt: null },
      { action: 'setlist.add', undoneAt: new Date(app.clock.now) },
      { action: 'show.create' },
    ]);
    expect(bus.changes).toEqual([{ topic: 'sealedSetlist', subjectId: show.id, version: 2 }]);
  });

  test('is rejected when a restored song has been deleted', async () => {
    const [deletedSong] = await addSongs(admin, 'Half a Lighthouse, again');
    const [row] = await play(admin, show.id, deletedSong, ember);
    ok(await admin.delete(buildUrl(row)));
    ok(await admin.delete(`/api/songs/${deletedSong.id}`));
    const record = await findLastRemoval();
    const response = await admin.post(`${buildUrl()}/undo`, { changeId: record?.id });
    expect(response.statusCode).toBe(409);
    expect(response.json().message).toMatch(/one of its songs was deleted/);
    expect(await listTitles()).toBe('1 Ember');
  });

  const findLastRemoval = async () => {
    const removals = eq(auditLog.action, 'setlist.remove');
    const { db } = app.database;
    const [record] = await db.select().from(auditLog).where(removals).orderBy(desc(auditLog.id));
    return record;
  };

  test('keeps the gap of a song deleted since', async () => {
    const [deletedSong] = await addSongs(admin, 'Half a Lighthouse, once more');
    await play(admin, show.id, ember, deletedSong, fathom);
    ok(await admin.delete(`/api/songs/${deletedSong.id}`));
    ok(await undo());
    expect(await listTitles()).toBe('1 Ember');
  });

  test('applies to one show and returns 404 for an unknown one', async () => {
    await play(admin, show.id, ember);
    show = await addShow(admin);
    expect((await undo()).statusCode).toBe(409);
    expect((await admin.post(`/api/shows/${ember.id}/setlist/undo`)).statusCode).toBe(404);
  });
});

describe('a setlist change', () => {
  const listPublishedTopics = () =>
    bus.changes.map(({ topic, subjectId }) => {
      expect(subjectId).toBe(show.id);
      return topic;
    });

  async function readStoredPoints() {
    const { db } = app.database;
    const [row] = await db.select().from(predictions).where(eq(predictions.showId, show.id));
    return row?.points;
  }

  test('rescores a scored show', async () => {
    const songIds = [ember.id, fathom.id];
    ok(await fan.post('/api/predictions', { showId: show.id, songIds }));
    const [first] = await play(admin, show.id, ember, fathom);
    expect(await readStoredPoints()).toBeNull();
    await setStatus(admin, show.id, 'closed');
    expect(await readStoredPoints()).toBe(41 + 27);
    bus.changes.length = 0;

    ok(await admin.patch(buildUrl(first), { position: 2 }));
    expect(await readStoredPoints()).toBe(10 + 10);
    ok(await admin.post(`${buildUrl()}/undo`));
    expect(await readStoredPoints()).toBe(41 + 27);
    ok(await admin.post(buildUrl(), { songId: gallop.id, position: 1, insert: true }));
    expect(await readStoredPoints()).toBe(10 + 10);
    ok(await admin.patch(buildUrl(first), { songId: gallop.id }));
    expect(await readStoredPoints()).toBe(10);
    ok(await admin.delete(buildUrl(first)));
    expect(await readStoredPoints()).toBe(27);
    expect(listPublishedTopics()).toEqual(Array(5).fill(['setlist', 'standings', 'totals']).flat());
  });

  test('announces standings but no stored points while a show is live', async () => {
    await setStatus(admin, show.id, 'live');
    await play(admin, show.id, fathom);
    bus.changes.length = 0;
    await play(admin, show.id, ember);
    expect(listPublishedTopics()).toEqual(['setlist', 'standings']);
  });

  test('is announced after it is visible', async () => {
    const { db } = app.database;
    const reads: Promise<{ position: number }[]>[] = [];
    const unsubscribe = bus.subscribe(() => {
      const { showId, position } = liveSetlistSongs;
      reads.push(
        db.select({ position }).from(liveSetlistSongs).where(eq(showId, show.id)).execute(),
      );
    });
    const [first] = await play(admin, show.id, ember);
    // Reads before the next change, or a slow read would see that one too.
    await Promise.all(reads);
    await play(admin, show.id, fathom);
    await Promise.all(reads);
    ok(await admin.delete(buildUrl(first)));
    unsubscribe();
    expect((await Promise.all(reads)).map(({ length }) => length)).toEqual([1, 2, 1]);
  });

  test('announces only the sealed setlist while a show is open', async () => {
    const [first, second] = await play(admin, show.id, ember, fathom);
    const response = await admin.post(buildUrl(), { songId: ember.id, position: first.position });
    expect(response.statusCode).toBe(409);
    ok(await admin.delete(buildUrl(second)));
    const versions = bus.changes.map(({ version }) => version);
    expect(versions).toEqual([1, 2, 3]);
    expect(listPublishedTopics()).toEqual(Array(3).fill('sealedSetlist'));
  });
});
