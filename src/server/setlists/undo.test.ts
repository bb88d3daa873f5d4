import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { grantAdmin } from '#server/accounts/administrators/administrators.ts';
import {
  type Caller,
  openTestApp,
  type TestApp,
  type TestResponse,
} from '../../../tests/support/test-app.ts';
import { addShow, addSongs, ok, play, setStatus } from '../../../tests/support/tour.ts';

let app: TestApp;
let ada: Caller;
let ben: Caller;
let show: Show;
let ember: Song;
let fathom: Song;
let gallop: Song;

beforeAll(async () => {
  app = await openTestApp();
  ada = await app.signUp('Ada Lamplight');
  ben = await app.signUp('Ben Hollow');
  for (const { email } of [ada, ben]) await grantAdmin(app.database.db, { email }, null);
  [ember, fathom, gallop] = await addSongs(app.admin, 'Ember', 'Fathom', 'Gallop');
});
afterAll(() => app.close());
beforeEach(async () => {
  show = await addShow(app.admin);
  await setStatus(app.admin, show.id, 'live');
});

const buildUrl = (row?: Pick<SetlistEntry, 'id'>) =>
  `/api/shows/${show.id}/setlist${row === undefined ? '' : `/${row.id}`}`;
const fetchSetlist = async (): Promise<SetlistEntry[]> => ok(await ada.get(buildUrl())).json();
const listTitles = async () =>
  (await fetchSetlist()).map(({ position, song }) => `${position} ${song.title}`).join(', ');
const toStatusAndMessage = (response: TestResponse) => [
  response.statusCode,
  response.json().message,
];

describe('undo', () => {
  const toChangeId = (response: TestResponse) => ({
    changeId: Number(ok(response).headers['x-change-id']),
  });
  const undo = (caller: Caller, body?: { changeId: number }) =>
    caller.post(`${buildUrl()}/undo`, body);
  const findNext = async () => ok(await ben.get(`${buildUrl()}/undo`));

  test('leaves no gap when it reverts a removal after an earlier change was reverted', async () => {
    const firstChangeId = toChangeId(await ada.post(buildUrl(), { songId: ember.id }));
    const fathomRow = ok(await ben.post(buildUrl(), { songId: fathom.id })).json();
    const removal = toChangeId(await ben.delete(buildUrl(fathomRow)));
    ok(await undo(ada, firstChangeId));
    ok(await undo(ben, removal));
    expect(await listTitles()).toBe('1 Fathom');
  });

  test("keeps the other administrator's change when an administrator undoes their own", async () => {
    const adaChange = toChangeId(await ada.post(buildUrl(), { songId: ember.id }));
    ok(await ben.post(buildUrl(), { songId: fathom.id }));
    expect((await undo(ada, adaChange)).statusCode).toBe(200);
    expect(await listTitles()).toBe('1 Fathom');
  });

  test("reverts a removal and an edit among the other administrator's changes", async () => {
    const [first, second] = await play(app.admin, show.id, ember, fathom);
    const removal = toChangeId(await ada.delete(buildUrl(first)));
    const mark = toChangeId(await ada.patch(buildUrl(second), { isCloser: true }));
    ok(await ben.post(buildUrl(), { songId: gallop.id }));
    expect((await undo(ada, removal)).statusCode).toBe(200);
    expect((await undo(ada, mark)).statusCode).toBe(200);
    expect(await listTitles()).toBe('1 Ember, 2 Fathom, 3 Gallop');
    expect((await fetchSetlist()).some(({ isCloser }) => isCloser)).toBe(false);
  });

  test('is rejected for a row that was removed', async () => {
    const response = await ada.post(buildUrl(), { songId: ember.id });
    const added = toChangeId(response);
    const removal = toChangeId(await ben.delete(buildUrl(response.json())));
    expect(toStatusAndMessage(await undo(ada, added))).toEqual([
      409,
      'The song is no longer in the setlist',
    ]);
    expect((await undo(ben, removal)).statusCode).toBe(200);
    ok(await ben.patch(buildUrl(response.json()), { notes: 'slow' }));
    expect(toStatusAndMessage(await undo(ada, added))).toEqual([
      409,
      'The song was changed again after that',
    ]);
    expect(toStatusAndMessage(await undo(ben, removal))).toEqual([
      409,
      'This change was already undone',
    ]);
    expect(await listTitles()).toBe('1 Ember');
  });

  test('is applied once when both undo the same change at the same time', async () => {
    await play(app.admin, show.id, fathom);
    const added = toChangeId(await ada.post(buildUrl(), { songId: ember.id }));
    const responses = await Promise.all([undo(ada, added), undo(ben, added)]);
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await listTitles()).toBe('1 Fathom');
  });

  test('describes the change it would revert and reverts it', async () => {
    expect((await findNext()).statusCode).toBe(204);
    const [row, secondRow] = await play(ada, show.id, ember, fathom);
    const descriptions: string[] = [];
    const addDescription = async () => descriptions.push((await findNext()).json().what);
    await addDescription();
    for (const change of [
      { isCloser: true },
      { isCloser: false },
      { notes: 'slow' },
      { swapWith: secondRow.id },
      { songId: gallop.id },
    ]) {
      ok(await ada.patch(buildUrl(row), change));
      await addDescription();
    }
    ok(await ada.delete(buildUrl(secondRow)));
    await addDescription();
    expect(descriptions).toEqual([
      'added “Fathom”',
      'marked “Ember” as closer',
      'removed the closer mark from “Ember”',
      'changed “Ember”',
      'moved “Ember”',
      'replaced “Ember” with “Gallop”',
      'removed “Fathom”',
    ]);
    const { changeId } = (await findNext()).json();
    ok(await undo(ben, { changeId }));
    expect(await listTitles()).toBe('1 Fathom, 2 Gallop');
  });

  test('restores a gap exactly, even after an earlier change to another show was undone', async () => {
    const [deletedSong] = await addSongs(app.admin, 'Paper Lighthouse');
    const [, , lastRow] = await play(app.admin, show.id, ember, deletedSong, fathom);
    ok(await app.admin.delete(`/api/songs/${deletedSong.id}`));
    const otherUrl = `/api/shows/${(await addShow(app.admin)).id}/setlist`;
    ok(await ada.post(otherUrl, { songId: gallop.id }));
    ok(await ben.delete(buildUrl(lastRow)));
    ok(await ada.post(`${otherUrl}/undo`));
    ok(await undo(ben));
    expect(await listTitles()).toBe('1 Ember, 3 Fathom');
  });

  test("skips changes that can't be reverted", async () => {
    const [deletedSong] = await addSongs(app.admin, 'Half a Lighthouse');
    await play(ada, show.id, ember, deletedSong);
    ok(await app.admin.delete(`/api/songs/${deletedSong.id}`));
    expect((await findNext()).json().what).toBe('added “Ember”');
    ok(await undo(ben));
    expect(await listTitles()).toBe('');
    expect(toStatusAndMessage(await undo(ben))).toEqual([409, 'There is nothing to undo']);
  });

  test('rejects an impossible change ID instead of reverting the latest change', async () => {
    ok(await ada.post(buildUrl(), { songId: ember.id }));
    expect((await undo(ada, { changeId: 0 })).statusCode).toBe(400);
    expect(await listTitles()).toBe('1 Ember');
  });

  test('rejects a change to another show', async () => {
    const added = toChangeId(await ada.post(buildUrl(), { songId: ember.id }));
    const ownShow = show;
    show = await addShow(app.admin);
    expect(toStatusAndMessage(await undo(ada, added))).toEqual([
      409,
      'This setlist has no such change',
    ]);
    show = ownShow;
    expect(await listTitles()).toBe('1 Ember');
  });

  test('finds a change behind many others and describes it correctly', async () => {
    const [row] = await play(app.admin, show.id, fathom);
    const added = toChangeId(await ada.post(buildUrl(), { songId: ember.id }));
    ok(await ben.patch(buildUrl(row), { notes: 'slow' }));
    await app.database.db.execute(sql`
      insert into audit_log (actor_id, action, subject_id, show_id, before, after)
      select actor_id, action, subject_id, show_id, before, after
      from audit_log, generate_series(1, 100) where id = (select max(id) from audit_log)`);
    expect((await undo(ada, added)).statusCode).toBe(200);
    expect(await listTitles()).toBe('1 Fathom');
    expect(toStatusAndMessage(await undo(ada, added))).toEqual([
      409,
      'This change was already undone',
    ]);
  });

  describe('undo of a set start', () => {
    const listSets = async () => (await fetchSetlist()).map(({ setLabel }) => setLabel).join(', ');
    const startSet = (row: SetlistEntry, setLabel: string) =>
      ada.patch(buildUrl(row), { setLabel, restOfSet: true, version: row.version });

    test('reverts the whole set in one step', async () => {
      const rows = await play(app.admin, show.id, ember, fathom, gallop, ember);
      ok(await ada.patch(buildUrl(rows[3]), { setLabel: 'Encore' }));
      const setStart = toChangeId(await startSet(rows[1], 'Set 2'));
      expect(await listSets()).toBe(', Set 2, Set 2, Encore');
      expect((await findNext()).json()).toEqual({
        ...setStart,
        rowId: rows[1]?.id,
        what: 'started Set 2 with “Fathom”',
      });
      ok(await undo(ben));
      expect(await listSets()).toBe(', , , Encore');
    });

    test("keeps other administrators' later changes to the same rows", async () => {
      const rows = await play(app.admin, show.id, ember, fathom, gallop, ember);
      const setStart = toChangeId(await startSet(rows[1], 'Set 2'));
      ok(await ben.patch(buildUrl(rows[2]), { setLabel: 'Encore', version: rows[2].version }));
      ok(
        await ben.patch(buildUrl(rows[3]), {
          position: 1,
          notes: 'slow',
          version: rows[3].version,
        }),
      );
      ok(await undo(ada, setStart));
      expect(await listTitles()).toBe('1 Ember, 2 Ember, 3 Fathom, 4 Gallop');
      expect((await fetchSetlist()).map(({ notes }) => notes)).toEqual(['slow', null, null, null]);
      expect(await listSets()).toBe(', , , Encore');
    });

    test('is rejected with an unknown set', async () => {
      const [row] = await play(app.admin, show.id, ember);
      expect((await ada.patch(buildUrl(row), { notes: 'slow', restOfSet: true })).statusCode).toBe(
        400,
      );
    });
  });
});
