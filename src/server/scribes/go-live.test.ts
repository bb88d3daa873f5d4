import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY, MINUTE } from '#contract/durations.ts';
import { SCRIBE_GO_LIVE_TOO_EARLY } from '#contract/scribes.ts';
import { makeScribe, tonight } from '../../../tests/support/make-scribe.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, ok } from '../../../tests/support/tour.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('a scribe can take a show live once predictions lock, and an administrator at any time', async () => {
  const { admin } = app;
  const fan = await app.signUp('Ada Lamplight');
  const tourName = 'Spring';
  const later = await addShow(admin, {
    tourName,
    date: new Date(Date.now() + 7 * DAY).toISOString(),
  });
  const show = await addShow(admin, { tourName, date: tonight() });
  await makeScribe(app, fan, { tourName });
  const goLive = (caller: Caller, { id }: { id: string }) =>
    caller.patch(`/api/shows/${id}/status`, { status: 'live' });
  const setLock = async (locksAt: string | null) =>
    ok(await admin.patch(`/api/shows/${show.id}`, { locksAt }));
  await setLock(new Date(Date.now() + 10 * MINUTE).toISOString());
  for (const early of [show, later]) {
    const response = await goLive(fan, early);
    expect([response.statusCode, response.json().message]).toEqual([409, SCRIBE_GO_LIVE_TOO_EARLY]);
    expect(ok(await fan.get(`/api/shows/${early.id}`)).json().status).toBe('open');
  }
  await setLock(null);
  ok(await goLive(fan, show));
  ok(await goLive(admin, later));
});
