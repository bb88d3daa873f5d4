import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { grantAdmin } from '#server/accounts/administrators/administrators.ts';
import {
  type Answer,
  type Caller,
  openTestApp,
  type TestApp,
} from '../../../tests/support/test-app.ts';
import { addShow, addSongs, ok, play, setStatus } from '../../../tests/support/tour.ts';

let test: TestApp;
let ada: Caller;
let ben: Caller;
let show: Show;
let ember: Song;
let fathom: Song;
let gallop: Song;

beforeAll(async () => {
  test = await openTestApp();
  ada = await test.signUp('Ada Lamplight');
  ben = await test.signUp('Ben Hollow');
  for (const { email } of [ada, ben]) await grantAdmin(test.database.db, { email }, null);
  [ember, fathom, gallop] = await addSongs(test.admin, 'Ember', 'Fathom', 'Gallop');
});
afterAll(() => test.close());
beforeEach(async () => {
  show = await addShow(test.admin);
  await setStatus(test.admin, show.id, 'live');
});

const url = (row?: Pick<SetlistEntry, 'id'>) =>
  `/api/shows/${show.id}/setlist${row === undefined ? '' : `/${row.id}`}`;
const setlist = async (): Promise<SetlistEntry[]> => ok(await ada.get(url())).json();
const titles = async () =>
  (await setlist()).map(({ position, song }) => `${position} ${song.title}`).join(', ');
const refusalOf = (answer: Answer) => [answer.statusCode, answer.json().message];

describe('undo', () => {
  const changeOf = (answer: Answer) => ({ changeId: Number(ok(answer).headers['x-change-id']) });
  const undo = (who: Caller, body?: { changeId: number }) => who.post(`${url()}/undo`, body);
  const next = async () => ok(await ben.get(`${url()}/undo`));

  it('leaves no gap when it reverts a removal after an earlier change was reverted', async () => {
    const first = changeOf(await ada.post(url(), { songId: ember.id }));
    const fathomRow = ok(await ben.post(url(), { songId: fathom.id })).json();
    const removal = changeOf(await ben.delete(url(fathomRow)));
    ok(await undo(ada, first));
    ok(await undo(ben, removal));
    expect(await titles()).toBe('1 Fathom');
  });

  it("of an administrator's own change keeps the other's", async () => {
    const mine = changeOf(await ada.post(url(), { songId: ember.id }));
    ok(await ben.post(url(), { songId: fathom.id }));
    expect((await undo(ada, mine)).statusCode).toBe(200);
    expect(await titles()).toBe('1 Fathom');
  });

  it("reverts a removal and an edit among the other's changes", async () => {
    const [first, second] = await play(test.admin, show.id, ember, fathom);
    const removal = changeOf(await ada.delete(url(first)));
    const mark = changeOf(await ada.patch(url(second), { isCloser: true }));
    ok(await ben.post(url(), { songId: gallop.id }));
    expect((await undo(ada, removal)).statusCode).toBe(200);
    expect((await undo(ada, mark)).statusCode).toBe(200);
    expect(await titles()).toBe('1 Ember, 2 Fathom, 3 Gallop');
    expect((await setlist()).some(({ isCloser }) => isCloser)).toBe(false);
  });

  it('is refused for a row that is gone', async () => {
    const answer = await ada.post(url(), { songId: ember.id });
    const added = changeOf(answer);
    const removal = changeOf(await ben.delete(url(answer.json())));
    expect(refusalOf(await undo(ada, added))).toEqual([
      409,
      'The song is no longer in the setlist',
    ]);
    expect((await undo(ben, removal)).statusCode).toBe(200);
    ok(await ben.patch(url(answer.json()), { notes: 'slow' }));
    expect(refusalOf(await undo(ada, added))).toEqual([
      409,
      'The song has been changed again since then',
    ]);
    expect(refusalOf(await undo(ben, removal))).toEqual([
      409,
      'This change has already been undone',
    ]);
    expect(await titles()).toBe('1 Ember');
  });

  it('of one change by both at once happens once', async () => {
    await play(test.admin, show.id, fathom);
    const added = changeOf(await ada.post(url(), { songId: ember.id }));
    const answers = await Promise.all([undo(ada, added), undo(ben, added)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(await titles()).toBe('1 Fathom');
  });

  it('names the change it would revert and reverts that one', async () => {
    expect((await next()).statusCode).toBe(204);
    const [row, other] = await play(ada, show.id, ember, fathom);
    const named: string[] = [];
    const note = async () => named.push((await next()).json().what);
    await note();
    for (const change of [
      { isCloser: true },
      { isCloser: false },
      { notes: 'slow' },
      { swapWith: other.id },
      { songId: gallop.id },
    ]) {
      ok(await ada.patch(url(row), change));
      await note();
    }
    ok(await ada.delete(url(other)));
    await note();
    expect(named).toEqual([
      'added “Fathom”',
      'marked “Ember” as closer',
      'unmarked “Ember” as closer',
      'changed “Ember”',
      'moved “Ember”',
      'replaced “Ember” by “Gallop”',
      'removed “Fathom”',
    ]);
    const { changeId } = (await next()).json();
    ok(await undo(ben, { changeId }));
    expect(await titles()).toBe('1 Fathom, 2 Gallop');
  });

  it("skips changes that can't be reverted", async () => {
    const [doomed] = await addSongs(test.admin, 'Half a Lighthouse');
    await play(ada, show.id, ember, doomed);
    ok(await test.admin.delete(`/api/songs/${doomed.id}`));
    expect((await next()).json().what).toBe('added “Ember”');
    ok(await undo(ben));
    expect(await titles()).toBe('');
    expect(refusalOf(await undo(ben))).toEqual([409, 'There is nothing to undo']);
  });

  it('refuses an impossible change id instead of reverting the latest change', async () => {
    ok(await ada.post(url(), { songId: ember.id }));
    expect((await undo(ada, { changeId: 0 })).statusCode).toBe(400);
    expect(await titles()).toBe('1 Ember');
  });

  it('refuses a change of another show', async () => {
    const added = changeOf(await ada.post(url(), { songId: ember.id }));
    const ownShow = show;
    show = await addShow(test.admin);
    expect(refusalOf(await undo(ada, added))).toEqual([409, 'This setlist has no such change']);
    show = ownShow;
    expect(await titles()).toBe('1 Ember');
  });

  it('finds a change behind many others and describes it correctly', async () => {
    const [row] = await play(test.admin, show.id, fathom);
    const added = changeOf(await ada.post(url(), { songId: ember.id }));
    ok(await ben.patch(url(row), { notes: 'slow' }));
    await test.database.db.execute(sql`
      insert into audit_log (actor_id, action, subject_id, show_id, before, after)
      select actor_id, action, subject_id, show_id, before, after
      from audit_log, generate_series(1, 100) where id = (select max(id) from audit_log)`);
    expect((await undo(ada, added)).statusCode).toBe(200);
    expect(await titles()).toBe('1 Fathom');
    expect(refusalOf(await undo(ada, added))).toEqual([409, 'This change has already been undone']);
  });

  describe('undo of a set start', () => {
    const sets = async () => (await setlist()).map(({ setLabel }) => setLabel).join(', ');
    const begin = (row: SetlistEntry, setLabel: string) =>
      ada.patch(url(row), { setLabel, restOfSet: true, version: row.version });

    it('reverts the whole set at once', async () => {
      const rows = await play(test.admin, show.id, ember, fathom, gallop, ember);
      ok(await ada.patch(url(rows[3]), { setLabel: 'Encore' }));
      const began = changeOf(await begin(rows[1], 'Set 2'));
      expect(await sets()).toBe(', Set 2, Set 2, Encore');
      expect((await next()).json()).toEqual({ ...began, what: 'began Set 2 with “Fathom”' });
      ok(await undo(ben));
      expect(await sets()).toBe(', , , Encore');
    });

    it('keeps what others changed in its rows since', async () => {
      const rows = await play(test.admin, show.id, ember, fathom, gallop, ember);
      const began = changeOf(await begin(rows[1], 'Set 2'));
      // The start of the set does not conflict with this change.
      ok(await ben.patch(url(rows[2]), { setLabel: 'Encore', version: rows[2].version }));
      ok(await ben.patch(url(rows[3]), { position: 1, notes: 'slow', version: rows[3].version }));
      ok(await undo(ada, began));
      expect(await titles()).toBe('1 Ember, 2 Ember, 3 Fathom, 4 Gallop');
      expect((await setlist()).map(({ notes }) => notes)).toEqual(['slow', null, null, null]);
      expect(await sets()).toBe(', , , Encore');
    });

    it('is refused with an unknown set', async () => {
      const [row] = await play(test.admin, show.id, ember);
      expect((await ada.patch(url(row), { notes: 'slow', restOfSet: true })).statusCode).toBe(400);
    });
  });
});
