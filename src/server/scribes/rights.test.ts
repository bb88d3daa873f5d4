import { asc, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SCRIBE_STATUSES_ONLY } from '#contract/scribes.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { createGate } from '../../../tests/support/gate.ts';
import { waitForLockWaits } from '../../../tests/support/lock-waits.ts';
import {
  DENIED,
  makeScribe,
  tonight,
  toStatusAndMessage,
} from '../../../tests/support/make-scribe.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, addSongs, ok, setStatus } from '../../../tests/support/tour.ts';
import { auditLog } from '../db/schema/audit.ts';
import { scribes } from '../db/schema/scribes.ts';
import { shows } from '../db/schema/shows.ts';

let app: TestApp;
let admin: Caller;
let bystander: Caller;
let ember: Song;
let fanCount = 0;
let fan: Caller;
let show: Show;
let otherShow: Show;
beforeAll(async () => {
  app = await openTestApp();
  admin = app.admin;
  [ember] = await addSongs(admin, 'Ember');
  bystander = await app.signUp('Ben Hollow');
  const untouched = await addShow(admin, { name: 'Untouched' });
  await makeScribe(app, bystander, { showId: untouched.id });
});
afterAll(() => app.close());
beforeEach(async () => {
  fanCount += 1;
  fan = await app.signUp(`Ada Lamplight ${fanCount}`);
  show = await addShow(admin, { tourName: `Tour ${fanCount}`, date: tonight() });
  otherShow = await addShow(admin, { tourName: `Tour ${fanCount}` });
});

const enter = (caller: Caller, { id }: Show = show, fields: object = {}) =>
  caller.post(`/api/shows/${id}/setlist`, { songId: ember.id, ...fields });
const setShowStatus = (caller: Caller, status: string, { id }: Show = show) =>
  caller.patch(`/api/shows/${id}/status`, { status });
const fetchScribeOf = async (caller: Caller) =>
  ok(await caller.get('/api/auth/user')).json().scribeOf;
const invite = async (covered: object = { showId: show.id }) =>
  ok(await admin.post('/api/admin/scribes', covered)).json();
const loadRows = () => app.database.db.select().from(scribes).orderBy(asc(scribes.id));

async function expectEnded() {
  expect(await fetchScribeOf(fan)).toEqual([]);
  expect(toStatusAndMessage(await enter(fan))).toEqual(DENIED);
  expect(await fetchScribeOf(bystander)).toHaveLength(1);
}

describe("a scribe's right", () => {
  test('covers the whole editor: adding, changing, removing, undoing, its previews and the status', async () => {
    await makeScribe(app, fan, { showId: show.id });
    const url = `/api/shows/${show.id}/setlist`;
    expect((await setShowStatus(fan, 'live')).statusCode).toBe(200);
    const row = ok(await enter(fan, show, { source: 'Row 3' })).json();
    ok(await fan.patch(`${url}/${row.id}`, { isCloser: true, version: row.version }));
    expect(ok(await fan.get(`${url}/undo`)).json()).toMatchObject({ rowId: row.id });
    ok(await fan.post(`${url}/undo`, {}));
    ok(await fan.delete(`${url}/${row.id}`));
    ok(await fan.post(`${url}/undo`, {}));
    expect((await fan.get(`${url}/usual-length`)).statusCode).toBeLessThan(300);
    expect(ok(await bystander.get(url)).json()).toMatchObject([
      { id: row.id, isCloser: false, source: 'Row 3' },
    ]);
    expect((await setShowStatus(fan, 'closed')).statusCode).toBe(200);
  });

  test.each([
    ['open', 'closed'],
    ['open', 'cancelled'],
    ['live', 'open'],
    ['postponed', 'live'],
  ] as const)('does not cover a change of the status from %s to %s', async (from, to) => {
    await makeScribe(app, fan, { showId: show.id });
    if (from !== 'open') await setStatus(admin, show.id, from);
    expect(toStatusAndMessage(await setShowStatus(fan, to))).toEqual([403, SCRIBE_STATUSES_ONLY]);
    expect(ok(await fan.get(`/api/shows/${show.id}`)).json().status).toBe(from);
  });

  test('covers the setlist before the lock, which other fans cannot see', async () => {
    await makeScribe(app, fan, { showId: show.id });
    await makeScribe(app, fan, { showId: otherShow.id });
    ok(await enter(fan, otherShow));
    const url = `/api/shows/${otherShow.id}/setlist`;
    expect(ok(await fan.get(url)).json()).toHaveLength(1);
    expect(ok(await bystander.get(url)).json()).toEqual([]);
    expect(ok(await fan.get(`${url}/credits`)).json()).toHaveLength(1);
    expect(ok(await bystander.get(`${url}/credits`)).json()).toEqual([]);
  });

  test('of a tour covers its shows, including later ones, until each closes, and ends with the last one', async () => {
    const tourName = show.tourName ?? '';
    await makeScribe(app, fan, { tourName });
    expect(new Set(await fetchScribeOf(fan))).toEqual(new Set([show.id, otherShow.id]));
    await setStatus(admin, show.id, 'closed');
    expect(await fetchScribeOf(fan)).toEqual([otherShow.id]);
    expect(toStatusAndMessage(await enter(fan))).toEqual(DENIED);
    const added = await addShow(admin, { tourName });
    expect((await enter(fan, added)).statusCode).toBe(201);
    ok(await admin.patch(`/api/shows/${added.id}`, { tourName: null }));
    expect(toStatusAndMessage(await enter(fan, added))).toEqual(DENIED);
    await setStatus(admin, otherShow.id, 'closed');
    await setStatus(admin, otherShow.id, 'live');
    expect(await fetchScribeOf(fan)).toEqual([]);
    await expectEnded();
  });

  test('of a tour follows its new name', async () => {
    const tourName = show.tourName ?? '';
    await makeScribe(app, fan, { tourName });
    const body = {
      name: tourName,
      newName: `${tourName}, renamed`,
      showCount: 2,
      mergedShowCount: 0,
    };
    ok(await admin.patch('/api/tours', body));
    expect(await fetchScribeOf(fan)).toHaveLength(2);
  });

  test('of two tours becomes one right when the tours are merged', async () => {
    const secondLeg = `${show.tourName}, second leg`;
    const added = await addShow(admin, { tourName: secondLeg });
    await makeScribe(app, fan, { tourName: show.tourName ?? '' });
    await makeScribe(app, fan, { tourName: secondLeg });
    const body = { name: secondLeg, newName: show.tourName, showCount: 1, mergedShowCount: 2 };
    ok(await admin.patch('/api/tours', body));
    expect(await fetchScribeOf(fan)).toHaveLength(3);
    expect((await loadRows()).filter(({ userId }) => userId === fan.userId)).toHaveLength(1);
    expect((await enter(fan, added)).statusCode).toBe(201);
  });

  test('ends when the show closes, even if the show is live again later', async () => {
    await makeScribe(app, fan, { showId: show.id });
    ok(await setShowStatus(fan, 'live'));
    ok(await setShowStatus(fan, 'closed'));
    await expectEnded();
    await setStatus(admin, show.id, 'live');
    await expectEnded();
  });

  test('pauses while the show is cancelled', async () => {
    await makeScribe(app, fan, { showId: show.id });
    await setStatus(admin, show.id, 'cancelled');
    await expectEnded();
    await setStatus(admin, show.id, 'open');
    expect((await enter(fan)).statusCode).toBe(201);
  });

  test('ends when an administrator removes it', async () => {
    const id = await makeScribe(app, fan, { showId: show.id });
    expect((await fan.delete(`/api/admin/scribes/${id}`)).statusCode).toBe(403);
    ok(await admin.delete(`/api/admin/scribes/${id}`));
    await expectEnded();
    expect((await admin.delete(`/api/admin/scribes/${id}`)).statusCode).toBe(404);
  });

  test('ends when its show is deleted', async () => {
    await makeScribe(app, fan, { showId: show.id });
    ok(await admin.delete(`/api/shows/${show.id}`));
    await expectEnded();
  });

  test('ends when the fan is banned from posting, and they cannot accept another invitation', async () => {
    await makeScribe(app, fan, { showId: show.id });
    ok(await admin.delete(`/api/admin/users/${fan.userId}/posts`));
    await expectEnded();
    const { invitation } = await invite();
    expect((await fan.post(`/api/scribe-invitations/${invitation}`)).statusCode).toBe(403);
  });

  test('ends when the account is deleted, and the setlist drops the name', async () => {
    await makeScribe(app, fan, { showId: show.id });
    ok(await setShowStatus(fan, 'live'));
    ok(await enter(fan));
    const url = `/api/shows/${show.id}/setlist/credits`;
    expect(ok(await bystander.get(url)).json()).toHaveLength(1);
    const { userId, password } = fan;
    ok(await fan.post('/api/user/deletion', { currentPassword: password, isConfirmed: true }));
    expect((await loadRows()).filter((row) => row.userId === userId)).toEqual([]);
    expect(ok(await bystander.get(url)).json()).toEqual([]);
    expect(await fetchScribeOf(bystander)).toHaveLength(1);
  });

  test('ends for a change that waits for the show to close', async () => {
    await makeScribe(app, fan, { showId: show.id });
    await setStatus(admin, show.id, 'live');
    const { db } = app.database;
    const [locked, release] = [createGate(), createGate()];
    const closing = db.transaction(async (tx) => {
      const isShow = inArray(shows.id, [show.id]);
      await tx.select().from(shows).where(isShow).for('update');
      locked.open();
      await release.opened;
      await tx.delete(scribes).where(inArray(scribes.showId, [show.id]));
      await tx.update(shows).set({ status: 'closed' }).where(isShow);
    });
    await locked.opened;
    const waiting = [enter(fan), setShowStatus(fan, 'closed')];
    await waitForLockWaits(db, 2);
    release.open();
    await closing;
    for (const response of await Promise.all(waiting))
      expect(toStatusAndMessage(response)).toEqual(DENIED);
    expect(ok(await admin.get(`/api/shows/${show.id}/setlist`)).json()).toEqual([]);
  });
});

test('records invitations, acceptances, entries, removals and ends with their actor', async () => {
  await makeScribe(app, fan, { showId: show.id });
  const removed = await invite();
  ok(await admin.delete(`/api/admin/scribes/${removed.id}`));
  ok(await enter(fan));
  await setStatus(admin, show.id, 'closed');
  const records = await app.database.db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.showId, [show.id]))
    .orderBy(asc(auditLog.id));
  const { userId: fanId } = fan;
  const { userId: adminId } = admin;
  expect(records.map(({ action, actorId }) => [action, actorId])).toEqual([
    ['show.create', adminId],
    ['scribe.invite', adminId],
    ['scribe.accept', fanId],
    ['scribe.invite', adminId],
    ['scribe.remove', adminId],
    ['setlist.add', fanId],
    ['show.status', adminId],
    ['scribe.end', adminId],
  ]);
  expect(records.find(({ action }) => action === 'scribe.end')?.subjectId).toBe(fanId);
});
