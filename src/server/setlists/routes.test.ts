import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  addShow,
  addSongs,
  createRecordingBus,
  findLastAuditRecord,
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

describe('adding a song', () => {
  test('appends it', async () => {
    expect(await fetchSetlist()).toEqual([]);
    const body = { songId: ember.id, notes: ' with horns ', setLabel: 'Set 1', isCloser: true };
    const response = await admin.post(buildUrl(), body);
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
      source: null,
      version: 1,
      song: { id: ember.id, title: 'Ember' },
    });
    expect(await fetchSetlist()).toEqual([entry]);
    expect(await findLastAuditRecord(app)).toMatchObject({
      action: 'setlist.add',
      actorId: admin.userId,
      showId: show.id,
      subjectId: entry.id,
      before: [],
      after: [{ songId: ember.id, position: 1 }],
    });
  });

  test('records the time only while the show is live', async () => {
    const times: (string | null)[] = [];
    for (const status of ['open', 'live', 'closed'] as const) {
      await setStatus(admin, show.id, status);
      const [row] = await play(admin, show.id, ember);
      times.push(row.playedAt);
    }
    expect(times).toEqual([null, new Date(app.clock.now).toISOString(), null]);
  });

  test("adds it once with the client's id, no matter how often it is sent", async () => {
    const body = { id: randomUUID(), songId: ember.id };
    const firstResponse = ok(await admin.post(buildUrl(), body));
    await play(admin, show.id, fathom);
    const secondResponse = ok(await admin.post(buildUrl(), body));
    expect(secondResponse.json()).toEqual(firstResponse.json());
    expect(secondResponse.headers['x-change-id']).toBe(firstResponse.headers['x-change-id']);
    expect(await listTitles()).toBe('1 Ember, 2 Fathom');
    ok(await admin.delete(buildUrl(firstResponse.json())));
    const removedResponse = await admin.post(buildUrl(), body);
    expect(removedResponse.statusCode).toBe(409);
    expect(removedResponse.json().message).toMatch(/and then removed/);
    const [row] = await fetchSetlist();
    const takenIdBody = { id: row?.id, songId: gallop.id };
    const otherShow = await addShow(admin);
    const response = await admin.post(`/api/shows/${otherShow.id}/setlist`, takenIdBody);
    expect(response.statusCode).toBe(409);
    expect(await listTitles()).toBe('1 Fathom');
  });

  test('inserts at a named position, returns the position, and rejects a taken one', async () => {
    await play(admin, show.id, ember);
    const beyond = await admin.post(buildUrl(), { songId: fathom.id, position: 9 });
    expect([beyond.statusCode, beyond.json().position]).toEqual([201, 2]);
    const nextResponse = await admin.post(buildUrl(), { songId: gallop.id, position: 3 });
    expect([nextResponse.statusCode, nextResponse.json().position]).toEqual([201, 3]);
    const conflict = await admin.post(buildUrl(), { songId: gallop.id, position: 2 });
    expect([conflict.statusCode, conflict.json().message]).toEqual([
      409,
      'Position 2 is already taken',
    ]);
    const insertBody = { songId: gallop.id, position: 2, insert: true };
    const insertion = await admin.post(buildUrl(), insertBody);
    expect([insertion.statusCode, insertion.json().position]).toEqual([201, 2]);
    expect(await listTitles()).toBe('1 Ember, 2 Gallop, 3 Fathom, 4 Gallop');
  });

  test.each([0, -1, 1.5, 2 ** 31, '1', null])('rejects position %j', async (position) => {
    const response = await admin.post(buildUrl(), { songId: ember.id, position });
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(
      /Position must be a whole number (of at least 1$|from 1 to )/,
    );
    expect(await fetchSetlist()).toEqual([]);
  });

  test('rejects an unknown song and an unknown show', async () => {
    const song = await admin.post(buildUrl(), { songId: show.id });
    expect([song.statusCode, song.json().message]).toEqual([400, 'Unknown song']);
    const noSong = await admin.post(buildUrl(), { position: 1 });
    expect([noSong.statusCode, noSong.json().message]).toEqual([400, 'Please select a song']);
    const wrongUrl = `/api/shows/${ember.id}/setlist`;
    const noShow = await admin.post(wrongUrl, { songId: ember.id });
    expect([noShow.statusCode, noShow.json().message]).toEqual([404, 'Show not found.']);
    expect((await fan.get(wrongUrl)).statusCode).toBe(404);
  });

  test('is allowed in any status, and twice with the same song', async () => {
    for (const status of ['live', 'closed', 'open'] as const) {
      await setStatus(admin, show.id, status);
      await play(admin, show.id, ember);
    }
    expect(await listTitles()).toBe('1 Ember, 2 Ember, 3 Ember');
  });
});

describe('changing a row', () => {
  test('changes the named fields', async () => {
    const [row] = await play(admin, show.id, ember);
    const notedRow = ok(await admin.patch(buildUrl(row), { notes: 'slow', isCloser: true })).json();
    expect(notedRow).toEqual({ ...row, notes: 'slow', isCloser: true, version: 2 });
    const labelled = ok(await admin.patch(buildUrl(row), { setLabel: 'Encore', notes: '' })).json();
    expect(labelled).toEqual({
      ...row,
      notes: null,
      isCloser: true,
      setLabel: 'Encore',
      version: 3,
    });
    const replacedRow = ok(await admin.patch(buildUrl(row), { songId: gallop.id })).json();
    expect(replacedRow.song).toEqual({ id: gallop.id, title: 'Gallop' });
    expect(await fetchSetlist()).toEqual([replacedRow]);
    const unknownSongResponse = await admin.patch(buildUrl(row), { songId: show.id });
    expect([unknownSongResponse.statusCode, unknownSongResponse.json().message]).toEqual([
      400,
      'Unknown song',
    ]);
  });

  test('moves it', async () => {
    const [row] = await play(admin, show.id, ember, fathom, gallop);
    expect(ok(await admin.patch(buildUrl(row), { position: 2 })).json().position).toBe(2);
    expect(await listTitles()).toBe('1 Fathom, 2 Ember, 3 Gallop');
    expect(ok(await admin.patch(buildUrl(row), { position: 99 })).json().position).toBe(3);
    expect(await listTitles()).toBe('1 Fathom, 2 Gallop, 3 Ember');
    expect((await admin.patch(buildUrl(row), { position: 0 })).statusCode).toBe(400);
  });

  test('records nothing when nothing differs', async () => {
    const [row] = await play(admin, show.id, ember);
    const record = await findLastAuditRecord(app);
    bus.changes.length = 0;
    const currentFields = { position: 1, songId: ember.id, isCloser: false, notes: null };
    expect(ok(await admin.patch(buildUrl(row), currentFields)).json()).toEqual(row);
    expect(await findLastAuditRecord(app)).toEqual(record);
    expect(bus.changes).toEqual([]);
  });

  test('rejects an empty change and a change with two positions', async () => {
    const [row, secondRow] = await play(admin, show.id, ember, fathom);
    for (const body of [{}, { version: row.version }, { position: 1, swapWith: secondRow.id }])
      expect((await admin.patch(buildUrl(row), body)).statusCode).toBe(400);
  });

  test('swaps it with another row', async () => {
    const [first, , last] = await play(admin, show.id, ember, fathom, gallop);
    ok(await admin.patch(buildUrl(first), { swapWith: last.id }));
    expect(await listTitles()).toBe('1 Gallop, 2 Fathom, 3 Ember');
    const response = await admin.patch(buildUrl(first), { swapWith: show.id });
    expect(response.statusCode).toBe(409);
  });

  test("returns 404 under another show's URL", async () => {
    const [row] = await play(admin, show.id, ember);
    const rowUrl = buildUrl(row);
    show = await addShow(admin);
    expect((await admin.patch(buildUrl(row), { isCloser: true })).statusCode).toBe(404);
    expect((await admin.delete(buildUrl(row))).statusCode).toBe(404);
    expect((await admin.delete(rowUrl)).statusCode).toBe(204);
    expect((await admin.delete(rowUrl)).statusCode).toBe(404);
  });
});

describe('removing a row', () => {
  test('closes the gap', async () => {
    const [, row] = await play(admin, show.id, ember, fathom, gallop);
    const response = await admin.delete(buildUrl(row));
    expect([response.statusCode, response.body]).toEqual([204, '']);
    expect(await listTitles()).toBe('1 Ember, 2 Gallop');
  });

  test('keeps the gap of a deleted song, which the next song may fill', async () => {
    const [deletedSong] = await addSongs(admin, 'Half a Lighthouse');
    const [first] = await play(admin, show.id, ember, fathom, deletedSong, gallop);
    ok(await admin.delete(`/api/songs/${deletedSong.id}`));
    expect(await listTitles()).toBe('1 Ember, 2 Fathom, 4 Gallop');
    ok(await admin.delete(buildUrl(first)));
    expect(await listTitles()).toBe('1 Fathom, 3 Gallop');
    await play(admin, show.id, ember);
    expect(await listTitles()).toBe('1 Fathom, 3 Gallop, 4 Ember');
    ok(await admin.post(buildUrl(), { songId: ember.id, position: 2 }));
    expect(await listTitles()).toBe('1 Fathom, 2 Ember, 3 Gallop, 4 Ember');
  });
});
