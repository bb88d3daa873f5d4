import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CHANGE_ID_HEADER, REQUEST_ID_HEADER, type SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import {
  type Answer,
  type Caller,
  openTestApp,
  type TestApp,
} from '../../../tests/support/test-app.ts';
import { addShow, addSongs, ok, play, setStatus } from '../../../tests/support/tour.ts';

let t: TestApp;
let admin: Caller;
let show: Show;
let bystander: Show;
let songs: readonly [Song, Song, Song];
let rows: readonly SetlistEntry[];

beforeAll(async () => {
  t = await openTestApp();
  admin = t.admin;
  songs = await addSongs(admin, 'Ember', 'Fathom', 'Gallop');
  bystander = await addShow(admin);
  await play(admin, bystander.id, ...songs);
});
afterAll(() => t.close());
beforeEach(async () => {
  show = await addShow(admin);
  await setStatus(admin, show.id, 'live');
  rows = await play(admin, show.id, ...songs);
});

const url = (rest = '') => `/api/shows/${show.id}/setlist${rest}`;
const setlist = async (id = show.id): Promise<SetlistEntry[]> =>
  ok(await admin.get(`/api/shows/${id}/setlist`)).json();
const named = (id: string) => ({ [REQUEST_ID_HEADER]: id });
const titles = async () => (await setlist()).map(({ song }) => song.title).join(' ');

describe('a change repeated with its request id', () => {
  type Send = (headers: Record<string, string>) => Promise<Answer>;
  const row = (n: number) => `/${rows[n]?.id}`;
  it.each<[string, Send]>([
    ['a mark', (as) => admin.patch(url(row(0)), { isCloser: true, version: rows[0]?.version }, as)],
    ['a move', (as) => admin.patch(url(row(0)), { position: 3, version: rows[0]?.version }, as)],
    ['a swap', (as) => admin.patch(url(row(0)), { swapWith: rows[2]?.id }, as)],
    ['a removal', (as) => admin.delete(url(row(1)), as)],
    ['an undo', (as) => admin.post(url('/undo'), {}, as)],
    ['an addition', (as) => admin.post(url(), { songId: songs[0].id }, as)],
  ])('is made once: %s', async (_what, send) => {
    const elsewhere = await setlist(bystander.id);
    const as = named(randomUUID());
    const first = await send(as);
    const after = await setlist();
    expect(after).not.toEqual(rows);
    const again = await send(as);
    expect(again.headers[CHANGE_ID_HEADER.toLowerCase()]).toBe(
      first.headers[CHANGE_ID_HEADER.toLowerCase()],
    );
    expect(again.statusCode).toBe(first.statusCode);
    expect(await setlist()).toEqual(after);
    expect(await setlist(bystander.id)).toEqual(elsewhere);
  });

  it('returns the version that it made, so that the next change overwrites no one else', async () => {
    const as = named(randomUUID());
    const mark = () => admin.patch(url(row(0)), { isCloser: true }, as);
    const { version } = ok(await mark()).json();
    ok(await admin.patch(url(row(0)), { songId: songs[2].id }));
    expect(ok(await mark()).json()).toMatchObject({ version, songId: songs[2].id });
    expect((await admin.delete(url(`${row(0)}?version=${version}`))).statusCode).toBe(409);
    expect(await titles()).toBe('Gallop Fathom Gallop');
  });

  it('is made once when both requests arrive together', async () => {
    const as = named(randomUUID());
    const send = () => admin.patch(url(`/${rows[0]?.id}`), { swapWith: rows[2]?.id }, as);
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await titles()).toBe('Gallop Fathom Ember');
  });

  it('is a new change for another show, and for an invalid id', async () => {
    const as = named(randomUUID());
    ok(await admin.patch(url(`/${rows[0]?.id}`), { isCloser: true }, as));
    const before = await setlist(bystander.id);
    const theirs = `/api/shows/${bystander.id}/setlist/${before[0]?.id}`;
    const answers = [
      await admin.patch(theirs, { isCloser: true }, as),
      await admin.patch(theirs, { isCloser: true }, named('the first')),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 400]);
    expect(answers[1]?.json().message).toBe('Idempotency-Key must be a UUID');
    expect(await setlist(bystander.id)).toEqual(before);
  });
});

describe('an addition whose id is taken', () => {
  it.each([
    ["another show's", async () => (await setlist(bystander.id))[0]?.id],
    ['this show’s', async () => rows[2]?.id],
  ])('is refused by %s row, which stays unchanged', async (_whose, idOf) => {
    const elsewhere = await setlist(bystander.id);
    const body = { songId: songs[1].id, timesSeen: 1, position: 1, insert: true };
    const refused = await admin.post(url(), body, named((await idOf()) ?? ''));
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Another row has this id']);
    expect(await setlist()).toEqual(rows);
    expect(await setlist(bystander.id)).toEqual(elsewhere);
  });

  it('does not restore a row whose id another show now has', async () => {
    const [first] = rows;
    ok(await admin.delete(url(`/${first?.id}`)));
    const taken = { id: first?.id, songId: songs[0].id, timesSeen: 1 };
    ok(await admin.post(`/api/shows/${bystander.id}/setlist`, taken));
    const elsewhere = await setlist(bystander.id);
    const refused = await admin.post(url('/undo'), {});
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Another row has this id']);
    expect(await setlist(bystander.id)).toEqual(elsewhere);
    expect(await titles()).toBe('Fathom Gallop');
  });
});

it.each([
  [{ isCloser: true }, 'marked “Ember” as closer'],
  [{ segue: true }, 'marked the segue after “Ember”'],
  [{ breakAfter: 'set' }, 'noted the set break after “Ember”'],
  [{ breakAfter: 'encore' }, 'noted the encore break after “Ember”'],
  [{ setLabel: 'Encore' }, 'changed “Ember”'],
])('%j is stored, described and reverted', async (change, what) => {
  ok(await admin.patch(url(`/${rows[0]?.id}`), change));
  expect((await setlist())[0]).toMatchObject(change);
  const last = ok(await admin.get(url('/undo'))).json();
  expect(last.what).toBe(what);
  ok(await admin.post(url('/undo'), { changeId: last.changeId }));
  expect(await setlist()).toEqual(rows);
});

it('refuses an unknown kind of break', async () => {
  const answer = await admin.patch(url(`/${rows[0]?.id}`), { breakAfter: 'tea' });
  expect([answer.statusCode, answer.json().message]).toEqual([400, 'Break must be set or encore']);
});

describe('a song with a new title', () => {
  const titled = async (title: string) =>
    ok(await admin.get('/api/songs'))
      .json()
      .filter((song: Song) => song.title === title);

  it('is created once with its row, however often it is sent', async () => {
    const body = { id: randomUUID(), title: 'Brand New', setLabel: 'Encore', timesSeen: 0 };
    for (const status of [201, 201])
      expect((await admin.post(url(), body)).statusCode).toBe(status);
    expect(await titled('Brand New')).toHaveLength(1);
    expect((await setlist()).at(-1)).toMatchObject({
      id: body.id,
      setLabel: 'Encore',
      song: { title: 'Brand New' },
    });
  });

  it('uses the existing song of that title, whatever its case', async () => {
    const [{ id }] = await titled('Ember');
    const row = ok(await admin.post(url(), { title: ' eMBER  ' })).json();
    expect(row.songId).toBe(id);
  });

  it('is created as a replacement, and leaves the row when that is undone', async () => {
    const row = url(`/${rows[1]?.id}`);
    const body = { title: 'Newer Still', version: rows[1]?.version };
    expect(ok(await admin.patch(row, body)).json().song.title).toBe('Newer Still');
    expect(await titles()).toBe('Ember Newer Still Gallop');
    expect(ok(await admin.get(url('/undo'))).json().what).toBe(
      'replaced “Fathom” by “Newer Still”',
    );
    ok(await admin.post(url('/undo')));
    expect(await setlist()).toEqual(rows);
    expect((await admin.patch(row, { title: 'One', songId: songs[0].id })).statusCode).toBe(400);
  });

  it.each([
    [{}, 'Please select a song'],
    [{ title: '  ' }, 'Title is required'],
  ])('is refused with %j: %s', async (body, message) => {
    const answer = await admin.post(url(), body);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
    expect(await setlist()).toEqual(rows);
  });
});

it('returns a usual length once five shows are over', async () => {
  const usual = () => admin.get(url('/usual-length'));
  expect((await usual()).statusCode).toBe(204);
  for (const length of [1, 2, 2, 3, 3]) {
    const past = await addShow(admin);
    await play(admin, past.id, ...songs.slice(0, length));
    await setStatus(admin, past.id, 'closed');
  }
  expect(ok(await usual()).json()).toEqual({ from: 1, to: 3 });
});
