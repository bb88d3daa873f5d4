import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHANGE_ID_HEADER } from '#contract/setlist-undo.ts';
import { REQUEST_ID_HEADER, type SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import {
  type Caller,
  openTestApp,
  type TestApp,
  type TestResponse,
} from '../../../tests/support/test-app.ts';
import { addShow, addSongs, ok, play, setStatus } from '../../../tests/support/tour.ts';

let app: TestApp;
let admin: Caller;
let show: Show;
let bystander: Show;
let songs: readonly [Song, Song, Song];
let rows: readonly SetlistEntry[];

beforeAll(async () => {
  app = await openTestApp();
  admin = app.admin;
  songs = await addSongs(admin, 'Ember', 'Fathom', 'Gallop');
  bystander = await addShow(admin);
  await play(admin, bystander.id, ...songs);
});
afterAll(() => app.close());
beforeEach(async () => {
  show = await addShow(admin);
  await setStatus(admin, show.id, 'live');
  rows = await play(admin, show.id, ...songs);
});

const buildUrl = (rest = '') => `/api/shows/${show.id}/setlist${rest}`;
const fetchSetlist = async (id = show.id): Promise<SetlistEntry[]> =>
  ok(await admin.get(`/api/shows/${id}/setlist`)).json();
const buildRequestIdHeader = (id: string) => ({ [REQUEST_ID_HEADER]: id });
const listTitles = async () => (await fetchSetlist()).map(({ song }) => song.title).join(' ');

describe('a change repeated with its request ID', () => {
  type Send = (headers: Record<string, string>) => Promise<TestResponse>;
  const buildRowPath = (n: number) => `/${rows[n]?.id}`;
  it.each<[string, Send]>([
    [
      'a mark',
      (headers) =>
        admin.patch(
          buildUrl(buildRowPath(0)),
          { isCloser: true, version: rows[0]?.version },
          headers,
        ),
    ],
    [
      'a move',
      (headers) =>
        admin.patch(buildUrl(buildRowPath(0)), { position: 3, version: rows[0]?.version }, headers),
    ],
    [
      'a swap',
      (headers) => admin.patch(buildUrl(buildRowPath(0)), { swapWith: rows[2]?.id }, headers),
    ],
    ['a removal', (headers) => admin.delete(buildUrl(buildRowPath(1)), headers)],
    ['an undo', (headers) => admin.post(buildUrl('/undo'), {}, headers)],
    ['an addition', (headers) => admin.post(buildUrl(), { songId: songs[0].id }, headers)],
  ])('is applied once: %s', async (_name, send) => {
    const bystanderRows = await fetchSetlist(bystander.id);
    const headers = buildRequestIdHeader(randomUUID());
    const firstResponse = await send(headers);
    const changedRows = await fetchSetlist();
    expect(changedRows).not.toEqual(rows);
    const secondResponse = await send(headers);
    expect(secondResponse.headers[CHANGE_ID_HEADER.toLowerCase()]).toBe(
      firstResponse.headers[CHANGE_ID_HEADER.toLowerCase()],
    );
    expect(secondResponse.statusCode).toBe(firstResponse.statusCode);
    expect(await fetchSetlist()).toEqual(changedRows);
    expect(await fetchSetlist(bystander.id)).toEqual(bystanderRows);
  });

  it("returns the version it created, so that the next change can't overwrite another one", async () => {
    const headers = buildRequestIdHeader(randomUUID());
    const mark = () => admin.patch(buildUrl(buildRowPath(0)), { isCloser: true }, headers);
    const { version } = ok(await mark()).json();
    ok(await admin.patch(buildUrl(buildRowPath(0)), { songId: songs[2].id }));
    expect(ok(await mark()).json()).toMatchObject({ version, songId: songs[2].id });
    expect((await admin.delete(buildUrl(`${buildRowPath(0)}?version=${version}`))).statusCode).toBe(
      409,
    );
    expect(await listTitles()).toBe('Gallop Fathom Gallop');
  });

  it('is applied once when both requests arrive together', async () => {
    const headers = buildRequestIdHeader(randomUUID());
    const send = () => admin.patch(buildUrl(`/${rows[0]?.id}`), { swapWith: rows[2]?.id }, headers);
    const responses = await Promise.all([send(), send()]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await listTitles()).toBe('Gallop Fathom Ember');
  });

  it('is rejected for another show, and with an invalid ID', async () => {
    const headers = buildRequestIdHeader(randomUUID());
    ok(await admin.patch(buildUrl(`/${rows[0]?.id}`), { isCloser: true }, headers));
    const bystanderRows = await fetchSetlist(bystander.id);
    const bystanderUrl = `/api/shows/${bystander.id}/setlist/${bystanderRows[0]?.id}`;
    const responses = [
      await admin.patch(bystanderUrl, { isCloser: true }, headers),
      await admin.patch(bystanderUrl, { isCloser: true }, buildRequestIdHeader('the first')),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([409, 400]);
    expect(responses[1]?.json().message).toBe(
      'Idempotency-Key must look like 5a1c3d1e-0000-4000-8000-000000000000',
    );
    expect(await fetchSetlist(bystander.id)).toEqual(bystanderRows);
  });
});

describe('an addition whose ID is taken', () => {
  it.each([
    ["another show's", async () => (await fetchSetlist(bystander.id))[0]?.id],
    ['this show’s', async () => rows[2]?.id],
  ])('is rejected for %s row, which stays unchanged', async (_owner, findId) => {
    const bystanderRows = await fetchSetlist(bystander.id);
    const body = { songId: songs[1].id, timesSeen: 1, position: 1, insert: true };
    const response = await admin.post(
      buildUrl(),
      body,
      buildRequestIdHeader((await findId()) ?? ''),
    );
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      'Another row already has this ID',
    ]);
    expect(await fetchSetlist()).toEqual(rows);
    expect(await fetchSetlist(bystander.id)).toEqual(bystanderRows);
  });

  it('does not restore a row whose ID another show now has', async () => {
    const [first] = rows;
    ok(await admin.delete(buildUrl(`/${first?.id}`)));
    const sameIdBody = { id: first?.id, songId: songs[0].id, timesSeen: 1 };
    ok(await admin.post(`/api/shows/${bystander.id}/setlist`, sameIdBody));
    const bystanderRows = await fetchSetlist(bystander.id);
    const response = await admin.post(buildUrl('/undo'), {});
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      'Another row already has this ID',
    ]);
    expect(await fetchSetlist(bystander.id)).toEqual(bystanderRows);
    expect(await listTitles()).toBe('Fathom Gallop');
  });
});

it.each([
  [{ isCloser: true }, 'marked “Ember” as closer'],
  [{ segue: true }, 'added the segue after “Ember”'],
  [{ breakAfter: 'set' }, 'added the set break after “Ember”'],
  [{ breakAfter: 'encore' }, 'added the encore break after “Ember”'],
  [{ setLabel: 'Encore' }, 'changed “Ember”'],
])('%j is stored, described and reverted', async (change, what) => {
  ok(await admin.patch(buildUrl(`/${rows[0]?.id}`), change));
  expect((await fetchSetlist())[0]).toMatchObject(change);
  const lastChange = ok(await admin.get(buildUrl('/undo'))).json();
  expect(lastChange.what).toBe(what);
  ok(await admin.post(buildUrl('/undo'), { changeId: lastChange.changeId }));
  expect(await fetchSetlist()).toEqual(rows);
});

it('rejects an unknown kind of break', async () => {
  const response = await admin.patch(buildUrl(`/${rows[0]?.id}`), { breakAfter: 'tea' });
  expect([response.statusCode, response.json().message]).toEqual([
    400,
    'Break must be set or encore',
  ]);
});

describe('a song with a new title', () => {
  const findSongsTitled = async (title: string) =>
    ok(await admin.get('/api/songs'))
      .json()
      .filter((song: Song) => song.title === title);

  it('is created once with its row, no matter how often it is sent', async () => {
    const body = { id: randomUUID(), title: 'Brand New', setLabel: 'Encore', timesSeen: 0 };
    for (const status of [201, 201])
      expect((await admin.post(buildUrl(), body)).statusCode).toBe(status);
    expect(await findSongsTitled('Brand New')).toHaveLength(1);
    expect((await fetchSetlist()).at(-1)).toMatchObject({
      id: body.id,
      setLabel: 'Encore',
      song: { title: 'Brand New' },
    });
  });

  it('uses the existing song of that title, ignoring case', async () => {
    const [{ id }] = await findSongsTitled('Ember');
    const row = ok(await admin.post(buildUrl(), { title: ' eMBER  ' })).json();
    expect(row.songId).toBe(id);
  });

  it('is created as a replacement, and is removed from the row when the replacement is undone', async () => {
    const row = buildUrl(`/${rows[1]?.id}`);
    const body = { title: 'Newer Still', version: rows[1]?.version };
    expect(ok(await admin.patch(row, body)).json().song.title).toBe('Newer Still');
    expect(await listTitles()).toBe('Ember Newer Still Gallop');
    expect(ok(await admin.get(buildUrl('/undo'))).json().what).toBe(
      'replaced “Fathom” with “Newer Still”',
    );
    ok(await admin.post(buildUrl('/undo')));
    expect(await fetchSetlist()).toEqual(rows);
    expect((await admin.patch(row, { title: 'One', songId: songs[0].id })).statusCode).toBe(400);
  });

  it.each([
    [{}, 'Please select a song'],
    [{ title: '  ' }, 'Title is required'],
  ])('is rejected with %j: %s', async (body, message) => {
    const response = await admin.post(buildUrl(), body);
    expect([response.statusCode, response.json().message]).toEqual([400, message]);
    expect(await fetchSetlist()).toEqual(rows);
  });
});

it('returns a typical length once five shows are over', async () => {
  const getTypicalLength = () => admin.get(buildUrl('/usual-length'));
  expect((await getTypicalLength()).statusCode).toBe(204);
  for (const length of [1, 2, 2, 3, 3]) {
    const past = await addShow(admin);
    await play(admin, past.id, ...songs.slice(0, length));
    await setStatus(admin, past.id, 'closed');
  }
  expect(ok(await getTypicalLength()).json()).toEqual({ from: 1, to: 3 });
});
