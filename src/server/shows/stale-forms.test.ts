import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { grantAdmin } from '#server/accounts/administrators/administrators.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addShow, addSong, ok, play, setStatus } from '../../../tests/support/tour.ts';

let test: TestApp;
let admin: Caller;
let ben: Caller;

beforeAll(async () => {
  test = await openTestApp();
  admin = test.admin;
  ben = await test.signUp('Ben Hollow');
  await grantAdmin(test.database.db, { email: ben.email }, null);
});
afterAll(() => test.close());

async function statusesOf(send: (who: Caller) => ReturnType<Caller['patch']>): Promise<number[]> {
  const answers = await Promise.all([admin, ben].map(send));
  return answers.map(({ statusCode }) => statusCode).sort();
}

it('refuses the second of two changes to a show and names the first editor and fields', async () => {
  const bystander = await addShow(admin);
  const show = await addShow(admin);
  const url = `/api/shows/${show.id}`;
  const { version } = show;
  const date = new Date(test.clock.now + 9 * DAY).toISOString();
  const changed = ok(await ben.patch(url, { date, venue: 'Hall B', version })).json();
  // The setlist, the status and the scores are not part of the form.
  await play(admin, show.id, await addSong(admin, 'Fathom'));
  await setStatus(admin, show.id, 'live');
  const late = await admin.patch(url, { name: 'The Orpheum', version });
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    'Ben Hollow changed the venue and the date and time of this show in the meantime. Your changes were not saved.',
  ]);
  expect(ok(await ben.get(url)).json()).toEqual({ ...changed, status: 'live' });
  const present = changed.version;
  const statuses = await statusesOf((who) => who.patch(url, { city: who.email, version: present }));
  expect(statuses).toEqual([200, 409]);
  expect((await ben.patch(url, { city: 'Duluth' })).statusCode).toBe(200);
  expect(ok(await ben.get(`/api/shows/${bystander.id}`)).json()).toEqual(bystander);
});

it('refuses the second of two changes to a song, whose statistics are not a change', async () => {
  const ember = await addSong(admin, 'Ember');
  const url = `/api/songs/${ember.id}`;
  const show = await addShow(admin);
  await play(admin, show.id, ember);
  await setStatus(admin, show.id, 'closed');
  const { version } = ember;
  const changed = ok(await admin.patch(url, { title: 'Embers', rarity: 'rare', version })).json();
  const late = await ben.patch(url, { album: 'Low Tide', version });
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    'stagehand changed the title and the rarity of “Embers” in the meantime. Your changes were not saved.',
  ]);
  const songs = ok(await ben.get('/api/songs')).json();
  expect(songs).toContainEqual(changed);
  const present = changed.version;
  const statuses = await statusesOf((who) =>
    who.patch(url, { album: who.email, version: present }),
  );
  expect(statuses).toEqual([200, 409]);
});
