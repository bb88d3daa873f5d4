import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SCRIBE_LINK_INVALID, SHOW_IS_OVER } from '#contract/scribes.ts';
import type { Show } from '#contract/shows.ts';
import type { Song } from '#contract/songs.ts';
import { createGate } from '../../../tests/support/gate.ts';
import { waitForLockWaits } from '../../../tests/support/lock-waits.ts';
import { DENIED, makeScribe, toStatusAndMessage } from '../../../tests/support/make-scribe.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, addSongs, ok, setStatus } from '../../../tests/support/tour.ts';
import { users } from '../db/schema/accounts.ts';
import { scribes } from '../db/schema/scribes.ts';

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
  show = await addShow(admin, { tourName: `Tour ${fanCount}` });
  otherShow = await addShow(admin, { tourName: `Tour ${fanCount}` });
});

const enter = (caller: Caller, { id }: Show = show, fields: object = {}) =>
  caller.post(`/api/shows/${id}/setlist`, { songId: ember.id, ...fields });
const listScribes = async () => ok(await admin.get('/api/admin/scribes')).json();
const fetchScribeOf = async (caller: Caller) =>
  ok(await caller.get('/api/auth/user')).json().scribeOf;
const invite = async (covered: object = { showId: show.id }) =>
  ok(await admin.post('/api/admin/scribes', covered)).json();
const loadRows = () => app.database.db.select().from(scribes).orderBy(asc(scribes.id));
describe('an invitation', () => {
  test('is described by a GET, which changes nothing, and is accepted by a POST', async () => {
    const { invitation, id } = await invite();
    const url = `/api/scribe-invitations/${invitation}`;
    const before = await loadRows();
    const described = ok(await fan.get(url)).json();
    expect(described).toMatchObject({ show: { id: show.id }, tourName: null, isAccepted: false });
    expect(await loadRows()).toEqual(before);
    expect(toStatusAndMessage(await enter(fan))).toEqual(DENIED);
    expect(ok(await fan.post(url)).json()).toMatchObject({ isAccepted: true });
    expect(await fetchScribeOf(fan)).toEqual([show.id]);
    const { userId, email } = fan;
    expect(await listScribes()).toContainEqual(
      expect.objectContaining({
        id,
        showId: show.id,
        fan: { id: userId, username: expect.any(String) },
      }),
    );
    expect(JSON.stringify(await listScribes())).not.toContain(email);
    expect((await enter(fan)).statusCode).toBe(201);
    expect(toStatusAndMessage(await enter(fan, otherShow))).toEqual(DENIED);
  });

  test('is stored without its token, which only the administrator who created it sees', async () => {
    const { invitation } = await invite();
    expect(JSON.stringify([await loadRows(), await listScribes()])).not.toContain(invitation);
  });

  test('can be accepted by one fan, who may open it again', async () => {
    const { invitation } = await invite();
    const url = `/api/scribe-invitations/${invitation}`;
    ok(await fan.post(url));
    ok(await fan.post(url));
    expect(ok(await fan.get(url)).json().isAccepted).toBe(true);
    const second = await app.signUp(`Late ${fanCount}`);
    for (const response of [await second.get(url), await second.post(url)])
      expect(toStatusAndMessage(response)).toEqual([404, SCRIBE_LINK_INVALID]);
    expect(await fetchScribeOf(second)).toEqual([]);
    expect(await fetchScribeOf(fan)).toEqual([show.id]);
  });

  test('is accepted once when two fans accept it at the same moment', async () => {
    const { invitation } = await invite();
    const second = await app.signUp(`Second ${fanCount}`);
    const responses = await Promise.all(
      [fan, second].map((caller) => caller.post(`/api/scribe-invitations/${invitation}`)),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);
  });

  test('waits for a change that locks the fan without locking the invitation', async () => {
    const { invitation, id } = await invite();
    const { db } = app.database;
    const [locked, release] = [createGate(), createGate()];
    const closing = db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, fan.userId)).for('update');
      locked.open();
      await release.opened;
      const isInvitation = eq(scribes.id, id);
      await tx.select().from(scribes).where(isInvitation).for('update', { noWait: true });
      await tx.delete(scribes).where(isInvitation);
    });
    await locked.opened;
    const accepting = fan.post(`/api/scribe-invitations/${invitation}`);
    await waitForLockWaits(db);
    release.open();
    await closing;
    expect(toStatusAndMessage(await accepting)).toEqual([404, SCRIBE_LINK_INVALID]);
  });

  test('requires a session, a valid token and a fan without this right', async () => {
    const { invitation } = await invite();
    const url = `/api/scribe-invitations/${invitation}`;
    expect((await app.visitor.post(url)).statusCode).toBe(401);
    expect(toStatusAndMessage(await admin.post(url))).toEqual([
      409,
      'You’re an administrator, so you don’t need an invitation.',
    ]);
    for (const token of ['x', 'A'.repeat(43)])
      expect((await fan.post(`/api/scribe-invitations/${token}`)).statusCode).toBe(404);
    await makeScribe(app, fan, { showId: show.id });
    expect((await fan.post(url)).statusCode).toBe(409);
    const second = await app.signUp(`Next ${fanCount}`);
    expect((await second.post(url)).statusCode).toBe(200);
  });

  test('is created by administrators for existing shows and tours that are not over', async () => {
    const create = (body: object) => admin.post('/api/admin/scribes', body);
    for (const body of [{}, { showId: show.id, tourName: 'Tour 1' }])
      expect((await create(body)).statusCode).toBe(400);
    expect((await create({ tourName: 'No such tour' })).statusCode).toBe(404);
    expect((await create({ showId: fan.userId })).statusCode).toBe(404);
    await setStatus(admin, show.id, 'closed');
    expect(toStatusAndMessage(await create({ showId: show.id }))).toEqual([409, SHOW_IS_OVER]);
    expect((await create({ tourName: show.tourName })).statusCode).toBe(201);
    await setStatus(admin, otherShow.id, 'cancelled');
    expect((await create({ tourName: show.tourName })).statusCode).toBe(409);
  });

  test('expires and is deleted when its show closes', async () => {
    const { invitation, id } = await invite();
    const later = await invite({ showId: otherShow.id });
    await setStatus(admin, show.id, 'closed');
    const response = await fan.post(`/api/scribe-invitations/${invitation}`);
    expect(toStatusAndMessage(response)).toEqual([404, SCRIBE_LINK_INVALID]);
    const ids = (await loadRows()).map((row) => row.id);
    expect([ids.includes(id), ids.includes(later.id)]).toEqual([false, true]);
  });
});
