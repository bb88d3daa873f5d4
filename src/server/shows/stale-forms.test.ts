import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { grantAdmin } from '#server/accounts/administrators/administrators.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, addSong, ok, play, setStatus } from '../../../tests/support/tour.ts';

let app: TestApp;
let admin: Caller;
let ben: Caller;

beforeAll(async () => {
  app = await openTestApp();
  admin = app.admin;
  ben = await app.signUp('Ben Hollow');
  await grantAdmin(app.database.db, { email: ben.email }, null);
});
afterAll(() => app.close());

async function sendFromBoth(
  send: (caller: Caller) => ReturnType<Caller['patch']>,
): Promise<number[]> {
  const responses = await Promise.all([admin, ben].map(send));
  return responses.map(({ statusCode }) => statusCode).sort();
}

it('rejects the second of two changes to a show and names the first editor and fields', async () => {
  const bystander = await addShow(admin);
  const show = await addShow(admin);
  const url = `/api/shows/${show.id}`;
  const { version } = show;
  const date = new Date(app.clock.now + 9 * DAY).toISOString();
  const changed = ok(await ben.patch(url, { date, venue: 'Hall B', version })).json();
  // The setlist, the status and the scores are not part of the form.
  await play(admin, show.id, await addSong(admin, 'Fathom'));
  await setStatus(admin, show.id, 'live');
  const staleResponse = await admin.patch(url, { name: 'The Orpheum', version });
  expect([staleResponse.statusCode, staleResponse.json().message]).toEqual([
    409,
    'Ben Hollow changed the venue and the date and time of this show in the meantime. Your changes were not saved.',
  ]);
  expect(ok(await ben.get(url)).json()).toEqual({ ...changed, status: 'live' });
  const currentVersion = changed.version;
  const statuses = await sendFromBoth((caller) =>
    caller.patch(url, { city: caller.email, version: currentVersion }),
  );
  expect(statuses).toEqual([200, 409]);
  expect((await ben.patch(url, { city: 'Duluth' })).statusCode).toBe(200);
  expect(ok(await ben.get(`/api/shows/${bystander.id}`)).json()).toEqual(bystander);
});

it('rejects the second of two changes to a song, ignoring its statistics', async () => {
  const ember = await addSong(admin, 'Ember');
  const url = `/api/songs/${ember.id}`;
  const show = await addShow(admin);
  await play(admin, show.id, ember);
  await setStatus(admin, show.id, 'closed');
  const { version } = ember;
  const changed = ok(await admin.patch(url, { title: 'Embers', rarity: 'rare', version })).json();
  const staleResponse = await ben.patch(url, { album: 'Low Tide', version });
  expect([staleResponse.statusCode, staleResponse.json().message]).toEqual([
    409,
    'stagehand changed the title and the rarity of “Embers” in the meantime. Your changes were not saved.',
  ]);
  const songs = ok(await ben.get('/api/songs')).json();
  expect(songs).toContainEqual(changed);
  const currentVersion = changed.version;
  const statuses = await sendFromBoth((caller) =>
    caller.patch(url, { album: caller.email, version: currentVersion }),
  );
  expect(statuses).toEqual([200, 409]);
});
