import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  addShow,
  addSongs,
  createRecordingBus,
  lastAuditRecord,
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

const url = (row?: SetlistEntry) =>
  `/api/shows/${show.id}/setlist${row === undefined ? '' : `/${row.id}`}`;

async function setlist(): Promise<SetlistEntry[]> {
  return ok(await admin.get(url())).json();
}

async function titles(): Promise<string> {
  return (await setlist()).map(({ position, song }) => `${position} ${song.title}`).join(', ');
}

describe('adding a song', () => {
  it('appends it', async () => {
    expect(await setlist()).toEqual([]);
    const body = { songId: ember.id, notes: ' with horns ', setLabel: 'Set 1', isCloser: true };
    const response = await admin.post(url(), body);
    expect(response.statusCode).toBe(201);
    const entry: SetlistEntry = response.json();
    expect(entry).toEqual({
      id: expect.any(String),
      showId: show.id,
      songId: ember.id,
      position: 1,
      playedAt: null,
      isCloser: true,
      notes: 'with horns',
      setLabel: 'Set 1',
      segue: false,
      breakAfter: null,
      version: 1,
      song: { id: ember.id, title: 'Ember' },
    });
    expect(await setlist()).toEqual([entry]);
    expect(await lastAuditRecord(app)).toMatchObject({
      action: 'setlist.add',
      actorId: admin.userId,
      showId: show.id,
      subjectId: entry.id,
      before: [],
      after: [{ songId: ember.id, position: 1 }],
    });
  });

  it('records the time while the show is live, and none before and after', async () => {
    const times: (string | null)[] = [];
    for (const status of ['open', 'live', 'closed'] as const) {
      await setStatus(admin, show.id, status);
      const [row] = await play(admin, show.id, ember);
      times.push(row.playedAt);
    }
    expect(times).toEqual([null, new Date(app.clock.now).toISOString(), null]);
  });

  it("with the client's id adds it once, however often it is sent", async () => {
    const body = { id: randomUUID(), songId: ember.id };
    const first = ok(await admin.post(url(), body));
    await play(admin, show.id, fathom);
    const again = ok(await admin.post(url(), body));
    expect(again.json()).toEqual(first.json());
    expect(again.headers['x-change-id']).toBe(first.headers['x-change-id']);
    expect(await titles()).toBe('1 Ember, 2 Fathom');
    ok(await admin.delete(url(first.json())));
    const removed = await admin.post(url(), body);
    expect(removed.statusCode).toBe(409);
    expect(removed.json().message).toMatch(/has since been removed/);
    const [row] = await setlist();
    const takenIdBody = { id: row?.id, songId: gallop.id };
    const elsewhere = await addShow(admin);
    const response = await admin.post(`/api/shows/${elsewhere.id}/setlist`, takenIdBody);
    expect(response.statusCode).toBe(409);
    expect(await titles()).toBe('1 Fathom');
  });

  it('inserts at a named position, returns the position, and rejects a taken one', async () => {
    await play(admin, show.id, ember);
    const beyond = await admin.post(url(), { songId: fathom.id, position: 9 });
    expect([beyond.statusCode, beyond.json().position]).toEqual([201, 2]);
    const next = await admin.post(url(), { songId: gallop.id, position: 3 });
    expect([next.statusCode, next.json().position]).toEqual([201, 3]);
    const conflict = await admin.post(url(), { songId: gallop.id, position: 2 });
    expect([conflict.statusCode, conflict.json().message]).toEqual([
      409,
      'Position 2 is already taken',
    ]);
    const inserted = await admin.post(url(), { songId: gallop.id, position: 2, insert: true });
    expect([inserted.statusCode, inserted.json().position]).toEqual([201, 2]);
    expect(await titles()).toBe('1 Ember, 2 Gallop, 3 Fathom, 4 Gallop');
  });

  it.each([0, -1, 1.5, 2 ** 31, '1', null])('rejects position %j', async (position) => {
    const response = await admin.post(url(), { songId: ember.id, position });
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(/Position must be a whole number from 1/);
    expect(await setlist()).toEqual([]);
  });

  it('rejects an unknown song and an unknown show', async () => {
    const song = await admin.post(url(), { songId: show.id });
    expect([song.statusCode, song.json().message]).toEqual([400, 'Unknown song']);
    const none = await admin.post(url(), { position: 1 });
    expect([none.statusCode, none.json().message]).toEqual([400, 'Please select a song']);
    const away = await admin.post(`/api/shows/${ember.id}/setlist`, { songId: ember.id });
    expect([away.statusCode, away.json().message]).toEqual([404, 'Show not found.']);
    expect((await fan.get(`/api/shows/${ember.id}/setlist`)).statusCode).toBe(404);
  });

  it('works in any status, and twice with the same song', async () => {
    for (const status of ['live', 'closed', 'open'] as const) {
      await setStatus(admin, show.id, status);
      await play(admin, show.id, ember);
    }
    expect(await titles()).toBe('1 Ember, 2 Ember, 3 Ember');
  });
});

describe('changing a row', () => {
  it('changes the named fields', async () => {
    const [row] = await play(admin, show.id, ember);
    const noted = ok(await admin.patch(url(row), { notes: 'slow', isCloser: true })).json();
    expect(noted).toEqual({ ...row, notes: 'slow', isCloser: true, version: 2 });
    const labelled = ok(await admin.patch(url(row), { setLabel: 'Encore', notes: '' })).json();
    expect(labelled).toEqual({
      ...row,
      notes: null,
      isCloser: true,
      setLabel: 'Encore',
      version: 3,
    });
    const replaced = ok(await admin.patch(url(row), { songId: gallop.id })).json();
    expect(replaced.song).toEqual({ id: gallop.id, title: 'Gallop' });
    expect(await setlist()).toEqual([replaced]);
    const unknown = await admin.patch(url(row), { songId: show.id });
    expect([unknown.statusCode, unknown.json().message]).toEqual([400, 'Unknown song']);
  });

  it('moves it', async () => {
    const [row] = await play(admin, show.id, ember, fathom, gallop);
    expect(ok(await admin.patch(url(row), { position: 2 })).json().position).toBe(2);
    expect(await titles()).toBe('1 Fathom, 2 Ember, 3 Gallop');
    expect(ok(await admin.patch(url(row), { position: 99 })).json().position).toBe(3);
    expect(await titles()).toBe('1 Fathom, 2 Gallop, 3 Ember');
    expect((await admin.patch(url(row), { position: 0 })).statusCode).toBe(400);
  });

  it('records nothing when nothing differs', async () => {
    const [row] = await play(admin, show.id, ember);
    const record = await lastAuditRecord(app);
    bus.changes.length = 0;
    const same = { position: 1, songId: ember.id, isCloser: false, notes: null };
    expect(ok(await admin.patch(url(row), same)).json()).toEqual(row);
    expect(await lastAuditRecord(app)).toEqual(record);
    expect(bus.changes).toEqual([]);
  });

  it('rejects no change and two positions', async () => {
    const [row, other] = await play(admin, show.id, ember, fathom);
    for (const body of [{}, { version: row.version }, { position: 1, swapWith: other.id }])
      expect((await admin.patch(url(row), body)).statusCode).toBe(400);
  });

  it('swaps it with another row', async () => {
    const [first, , last] = await play(admin, show.id, ember, fathom, gallop);
    ok(await admin.patch(url(first), { swapWith: last.id }));
    expect(await titles()).toBe('1 Gallop, 2 Fathom, 3 Ember');
    const gone = await admin.patch(url(first), { swapWith: show.id });
    expect(gone.statusCode).toBe(409);
  });

  it("returns 404 under another show's address", async () => {
    const [row] = await play(admin, show.id, ember);
    const rowUrl = url(row);
    show = await addShow(admin);
    expect((await admin.patch(url(row), { isCloser: true })).statusCode).toBe(404);
    expect((await admin.delete(url(row))).statusCode).toBe(404);
    expect((await admin.delete(rowUrl)).statusCode).toBe(204);
    expect((await admin.delete(rowUrl)).statusCode).toBe(404);
  });
});

describe('removing a row', () => {
  it('closes the gap', async () => {
    const [, row] = await play(admin, show.id, ember, fathom, gallop);
    const response = await admin.delete(url(row));
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await titles()).toBe('1 Ember, 2 Gallop');
  });

  it('keeps the gap of a deleted song, which the next song may fill', async () => {
    const [doomed] = await addSongs(admin, 'Half a Lighthouse');
    const [first] = await play(admin, show.id, ember, fathom, doomed, gallop);
    ok(await admin.delete(`/api/songs/${doomed.id}`));
    expect(await titles()).toBe('1 Ember, 2 Fathom, 4 Gallop');
    ok(await admin.delete(url(first)));
    expect(await titles()).toBe('1 Fathom, 3 Gallop');
    await play(admin, show.id, ember);
    expect(await titles()).toBe('1 Fathom, 3 Gallop, 4 Ember');
    ok(await admin.post(url(), { songId: ember.id, position: 2 }));
    expect(await titles()).toBe('1 Fathom, 2 Ember, 3 Gallop, 4 Ember');
  });
});
