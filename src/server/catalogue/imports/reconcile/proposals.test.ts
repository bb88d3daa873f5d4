import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { ShowSource } from '#contract/imports.ts';
import type { Show } from '#contract/shows.ts';
import {
  fishAnswer,
  fishRow,
  linesUpload,
  showLine,
  USUAL,
  upload,
  uploadOf,
} from '../../../../../tests/support/archives.ts';
import { importClient } from '../../../../../tests/support/import-client.ts';
import { openTestApp, type TestApp } from '../../../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../../../tests/support/tour.ts';
import { users } from '../../../db/schema/accounts.ts';
import { checkInvariants } from '../../../invariants/check.ts';
import type { ClaimedNotification } from '../../../notifications/claim.ts';
import { sendNotifications } from '../../../notifications/send-notifications.ts';

let server: TestApp;
let tour: Tour;
let desk: ReturnType<typeof importClient>;
beforeAll(async () => {
  server = await openTestApp();
  tour = planTour(server);
  desk = importClient(server);
});
afterAll(async () => {
  const broken = (await checkInvariants(server.database.db)).filter(({ rows }) => rows.length > 0);
  await server.close();
  expect(broken).toEqual([]);
});

const titlesOf = async (id: string): Promise<string[]> =>
  (await desk.setlistOf(id)).map(({ song }) => song.title);

const line = (more: object, ...songs: string[]) =>
  showLine({ id: 'corrected', venue: 'Fox Hall', date: '1977-06-09', ...more }, ...songs);

test('proposes a correction, applies it only once accepted, and updates the points', async () => {
  await desk.load(line({}, 'Ember', 'Fathom', 'Gale'));
  const show = await desk.findShow('Fox Hall');
  const fan = await server.signUp('Marigold');
  const rows = await desk.setlistOf(show.id);
  await tour.predicted(fan.userId, show.id, [rows[2]?.songId ?? '']);
  await tour.calculate(show.id);
  expect(await tour.pointsOf(show.id)).toEqual([41]);

  const corrected = line({ city: 'Trumansburg' }, 'Gale', 'Fathom', 'Harbor');
  expect(await desk.load(corrected)).toContain(
    'Corrected by the archive, to be accepted or dismissed on the Shows tab: 1',
  );
  expect(await titlesOf(show.id)).toEqual(['Ember', 'Fathom', 'Gale']);
  expect(await desk.open()).toMatchObject([
    {
      show: { id: show.id },
      source: 'shows',
      lines: [
        'City: Ithaca becomes Trumansburg',
        'Moves “Gale” from 3 to 1',
        'Changes the closer mark of “Gale”',
        'Adds “Harbor” at 3',
        'Removes “Ember” from 1',
      ],
    },
  ]);
  expect((await desk.load(corrected)).join()).not.toContain('Corrected');

  expect((await desk.decide(show.id, 'accept')).statusCode).toBe(204);
  expect(await titlesOf(show.id)).toEqual(['Gale', 'Fathom', 'Harbor']);
  expect((await desk.findShow('Fox Hall')).city).toBe('Trumansburg');
  expect(await tour.pointsOf(show.id)).toEqual([41]);
  expect(await desk.open()).toEqual([]);
  await desk.load(corrected);
  expect(await desk.open()).toEqual([]);
});

test('keeps a dismissed show unchanged until the archive changes again', async () => {
  const show = await desk.findShow('Fox Hall');
  const present = await titlesOf(show.id);
  const wrong = line({ city: 'Trumansburg' }, 'Isle');
  await desk.load(wrong);
  expect((await desk.decide(show.id, 'dismiss')).statusCode).toBe(204);
  await desk.load(wrong);
  expect([await titlesOf(show.id), await desk.open()]).toEqual([present, []]);
  await desk.load(line({ city: 'Trumansburg' }, 'Isle', 'Juniper'));
  expect(await desk.open()).toHaveLength(1);
  // The archive matches the show again.
  await desk.load(line({ city: 'Trumansburg' }, ...present));
  expect(await desk.open()).toEqual([]);
});

test('does not propose to revert an edit when the archive is unchanged', async () => {
  const show = await desk.findShow('Fox Hall');
  await server.admin.patch(`/api/shows/${show.id}`, { venue: 'Fox Hall, downstairs' });
  await desk.load(line({ city: 'Trumansburg', tour: 'Spring' }, ...(await titlesOf(show.id))));
  expect((await desk.open()).map(({ lines }) => lines)).toEqual([['Tour: none becomes Spring']]);
  await desk.decide(show.id, 'accept');
  expect(await desk.findShow('Fox Hall')).toMatchObject({
    venue: 'Fox Hall, downstairs',
    tourName: 'Spring',
  });
});

test("keeps an administrator's setlist of the same night, and proposes a different one", async () => {
  const body = { name: 'Own', venue: 'Own Hall', city: 'Essex', date: '2001-02-03T20:00Z' };
  const { id } = (await server.admin.post('/api/shows', body)).json();
  const own = (await server.admin.post('/api/songs', { title: 'Own song' })).json().id;
  await tour.play(id, own, { notes: 'Mine' });
  const archived = { id: 'own', date: '2001-02-03', venue: 'own hall' };
  await desk.load(showLine(archived, 'Own song'));
  expect(await desk.open()).toEqual([]);
  const shows: Show[] = (await server.admin.get('/api/shows')).json();
  expect(shows.filter(({ date: at }) => at.startsWith('2001-02'))).toHaveLength(1);
  await desk.load(showLine(archived, 'Own song', 'Ember'));
  expect((await desk.open()).map(({ lines }) => lines[0])).toEqual(['Adds “Ember” at 2']);
  expect(await titlesOf(id)).toEqual(['Own song']);
});

test('moves the lock with an accepted date, and notifies the fans who predicted the show', async () => {
  const played = (date: string) => showLine({ id: 'to come', date, venue: 'Far Hall' });
  await desk.load(played('2031-07-04'));
  const { id } = await desk.findShow('Far Hall');
  const ember = (await server.admin.post('/api/songs', { title: 'Ember, slowly' })).json().id;
  const fan = await server.signUp('Traveller');
  const { db } = server.database;
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, fan.userId));
  await tour.predicted(fan.userId, id, [ember], new Date(Date.now() - HOUR));
  await server.admin.patch(`/api/shows/${id}`, { locksAt: '2031-07-04T12:00' });
  const accept = async (date: string) => {
    await desk.load(played(date));
    expect((await desk.decide(id, 'accept')).statusCode).toBe(204);
    return desk.findShow('Far Hall');
  };
  const earlier = { date: '2031-07-02T23:30:00.000Z', locksAt: '2031-07-02T16:00:00.000Z' };
  expect(await accept('2031-07-02')).toMatchObject(earlier);
  await tour.status(id, 'postponed');
  expect(await accept('2031-07-09')).toMatchObject({
    date: '2031-07-09T23:30:00.000Z',
    locksAt: '2031-07-09T16:00:00.000Z',
    status: 'open',
  });
  const sent: string[] = [];
  const clock = () => Date.now() + HOUR / 20;
  const mail = async ({ email, kind, show }: ClaimedNotification) =>
    void sent.push(`${email} ${kind} ${show.date.toISOString()}`);
  await sendNotifications({ db, clock, log: { error: () => {} } }, { mail });
  expect(sent).toEqual([`${fan.email} moved 2031-07-09T23:30:00.000Z`]);
});

test('applies an accepted start in the time zone of the show, on its day', async () => {
  const loadFish = async (showtime: string) => {
    const { song_id, uniqueid, ...row } = fishRow({ showdate: '2031-10-10', showtime });
    const query = { kind: 'songfish', site: 'lanterns.example', ...USUAL } as const;
    await upload(server.admin, uploadOf(query, { shows: fishAnswer([row]) }));
    return desk.findShow('Red Rocks');
  };
  const { id, date, timeZone } = await loadFish('20:00:00');
  expect([date, timeZone]).toEqual(['2031-10-11T02:00:00.000Z', 'America/Denver']);
  await loadFish('18:30:00');
  expect((await desk.open()).find(({ show }) => show.id === id)?.lines).toEqual([
    'Start: 20:00 becomes 18:30',
  ]);
  expect((await desk.decide(id, 'accept')).statusCode).toBe(204);
  expect((await desk.findShow('Red Rocks')).date).toBe('2031-10-11T00:30:00.000Z');
});

test('shows every fan the sources of a show', async () => {
  const fan = await server.signUp('Reader');
  const { id } = await desk.findShow('Fox Hall');
  const sources: ShowSource[] = (await fan.get(`/api/shows/${id}/sources`)).json();
  expect(sources).toEqual([
    { source: 'shows', url: null, notes: null, soundcheck: null, support: null },
  ]);
});

test.each([
  ['Choose a file', { form: new FormData() }],
  ['Name the site, such as kglw.net', { query: { kind: 'songfish' } }],
  ['Time zone must be a name such as America/New_York', { query: { zone: 'Mars/Olympus' } }],
  ['this is no JSON', linesUpload('{')],
  ['has no time of day', { query: { start: undefined, zone: undefined } }],
])('rejects an import with “%s”, and writes nothing', async (sentence, wrong) => {
  const right = linesUpload(showLine({ id: 'x', date: '1990-01-01' }));
  const query = { ...right.query, ...('query' in wrong && wrong.query) };
  const sent = { ...right, ...wrong, query };
  const before = (await server.admin.get('/api/admin/imports/latest')).json();
  const answer = await upload(server.admin, sent as typeof right);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().message).toContain(sentence);
  expect((await server.admin.get('/api/admin/imports/latest')).json()).toEqual(before);
});
