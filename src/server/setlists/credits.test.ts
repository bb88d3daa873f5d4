import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { makeScribe } from '../../../tests/support/make-scribe.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, addSongs, ok, play, setStatus } from '../../../tests/support/tour.ts';

let app: TestApp;
let fan: Caller;
let bystander: Caller;
beforeAll(async () => {
  app = await openTestApp();
  fan = await app.signUp('Ada Lamplight');
  bystander = await app.signUp('Ben Hollow');
});
afterAll(() => app.close());

test('lists the fans who entered songs by first entry, and not those who only edited', async () => {
  const { admin } = app;
  const [ember, fathom] = await addSongs(admin, 'Ember', 'Fathom');
  const show = await addShow(admin);
  const otherShow = await addShow(admin);
  await makeScribe(app, fan, { showId: show.id });
  for (const { id } of [show, otherShow]) await setStatus(admin, id, 'live');
  const url = `/api/shows/${show.id}/setlist`;
  const fetchNames = async () =>
    ok(await bystander.get(`${url}/credits`))
      .json()
      .map(({ username }: { username: string }) => username);
  expect(await fetchNames()).toEqual([]);
  const row = ok(await fan.post(url, { songId: ember.id })).json();
  ok(await admin.patch(`${url}/${row.id}`, { notes: 'slow' }));
  await play(admin, otherShow.id, ember);
  expect(await fetchNames()).toEqual(['Ada Lamplight']);
  await play(admin, show.id, fathom);
  expect(await fetchNames()).toEqual(['Ada Lamplight', 'stagehand']);
});

test('names no one before the lock and everyone after it', async () => {
  const { admin, clock } = app;
  const [gale] = await addSongs(admin, 'Gale');
  const date = new Date(clock.now + 2 * HOUR).toISOString();
  const show = await addShow(admin, { date });
  await play(admin, show.id, gale);
  const fetchCredits = async (caller: Caller) =>
    ok(await caller.get(`/api/shows/${show.id}/setlist/credits`)).json();
  expect(await fetchCredits(bystander)).toEqual([]);
  expect(await fetchCredits(admin)).toHaveLength(1);
  clock.now += HOUR;
  expect(await fetchCredits(bystander)).toEqual([{ username: 'stagehand' }]);
  clock.now -= HOUR;
});
