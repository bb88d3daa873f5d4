import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import type { ShowSource } from '#contract/imports.ts';
import type { Show } from '#contract/shows.ts';
import {
  buildFishRow,
  buildLinesUpload,
  buildUpload,
  DEFAULT_START,
  formatShowLine,
  toFishResponse,
  upload,
} from '../../../../../tests/support/archives.ts';
import { createImportClient } from '../../../../../tests/support/import-client.ts';
import { openTestApp, type TestApp } from '../../../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../../../tests/support/tour.ts';
import { users } from '../../../db/schema/accounts.ts';
import { checkInvariants } from '../../../invariants/check.ts';
import type { ClaimedNotification } from '../../../notifications/claim.ts';
import { sendNotifications } from '../../../notifications/send-notifications.ts';

let app: TestApp;
let tour: Tour;
let client: ReturnType<typeof createImportClient>;
beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  client = createImportClient(app);
});
afterAll(async () => {
  const brokenInvariants = (await checkInvariants(app.database.db)).filter(
    ({ rows }) => rows.length > 0,
  );
  await app.close();
  expect(brokenInvariants).toEqual([]);
});

const listTitles = async (id: string): Promise<string[]> =>
  (await client.fetchSetlist(id)).map(({ song }) => song.title);

const buildLine = (fields: object, ...songs: string[]) =>
  formatShowLine({ id: 'corrected', venue: 'Fox Hall', date: '1977-06-09', ...fields }, ...songs);

test('proposes a correction, applies it only after it is accepted, and updates the points', async () => {
  await client.load(buildLine({}, 'Ember', 'Fathom', 'Gale'));
  const show = await client.findShow('Fox Hall');
  const fan = await app.signUp('Marigold');
  const rows = await client.fetchSetlist(show.id);
  await tour.addPrediction(fan.userId, show.id, [rows[2]?.songId ?? '']);
  await tour.calculate(show.id);
  expect(await tour.loadPoints(show.id)).toEqual([41]);

  const corrected = buildLine({ city: 'Trumansburg' }, 'Gale', 'Fathom', 'Harbor');
  expect(await client.load(corrected)).toContain(
    'Corrections to accept or dismiss on the Shows tab: 1',
  );
  expect(await listTitles(show.id)).toEqual(['Ember', 'Fathom', 'Gale']);
  expect(await client.listProposals()).toMatchObject([
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
  expect((await client.load(corrected)).join()).not.toContain('Corrections');

  expect((await client.decide(show.id, 'accept')).statusCode).toBe(204);
  expect(await listTitles(show.id)).toEqual(['Gale', 'Fathom', 'Harbor']);
  expect((await client.findShow('Fox Hall')).city).toBe('Trumansburg');
  expect(await tour.loadPoints(show.id)).toEqual([41]);
  expect(await client.listProposals()).toEqual([]);
  await client.load(corrected);
  expect(await client.listProposals()).toEqual([]);
});

test('keeps a dismissed show unchanged until the archive changes again', async () => {
  const show = await client.findShow('Fox Hall');
  const currentTitles = await listTitles(show.id);
  const wrongLine = buildLine({ city: 'Trumansburg' }, 'Isle');
  await client.load(wrongLine);
  expect((await client.decide(show.id, 'dismiss')).statusCode).toBe(204);
  await client.load(wrongLine);
  expect([await listTitles(show.id), await client.listProposals()]).toEqual([currentTitles, []]);
  await client.load(buildLine({ city: 'Trumansburg' }, 'Isle', 'Juniper'));
  expect(await client.listProposals()).toHaveLength(1);
  await client.load(buildLine({ city: 'Trumansburg' }, ...currentTitles));
  expect(await client.listProposals()).toEqual([]);
});

test('does not propose to revert an edit when the archive is unchanged', async () => {
  const show = await client.findShow('Fox Hall');
  await app.admin.patch(`/api/shows/${show.id}`, { venue: 'Fox Hall, downstairs' });
  await client.load(
    buildLine({ city: 'Trumansburg', tour: 'Spring' }, ...(await listTitles(show.id))),
  );
  expect((await client.listProposals()).map(({ lines }) => lines)).toEqual([
    ['Tour: none becomes Spring'],
  ]);
  await client.decide(show.id, 'accept');
  expect(await client.findShow('Fox Hall')).toMatchObject({
    venue: 'Fox Hall, downstairs',
    tourName: 'Spring',
  });
});

test("keeps an administrator's setlist for the same show, and proposes a different one", async () => {
  const body = { name: 'Own', venue: 'Own Hall', city: 'Essex', date: '2001-02-03T20:00Z' };
  const { id } = (await app.admin.post('/api/shows', body)).json();
  const songId = (await app.admin.post('/api/songs', { title: 'Own song' })).json().id;
  await tour.play(id, songId, { notes: 'Mine' });
  const archived = { id: 'own', date: '2001-02-03', venue: 'own hall' };
  await client.load(formatShowLine(archived, 'Own song'));
  expect(await client.listProposals()).toEqual([]);
  const shows: Show[] = (await app.admin.get('/api/shows')).json();
  expect(shows.filter(({ date }) => date.startsWith('2001-02'))).toHaveLength(1);
  await client.load(formatShowLine(archived, 'Own song', 'Ember'));
  expect((await client.listProposals()).map(({ lines }) => lines[0])).toEqual([
    'Adds “Ember” at 2',
  ]);
  expect(await listTitles(id)).toEqual(['Own song']);
});

test('moves the lock with an accepted date, and notifies the fans who predicted the show', async () => {
  const buildPlayed = (date: string) => formatShowLine({ id: 'to come', date, venue: 'Far Hall' });
  await client.load(buildPlayed('2031-07-04'));
  const { id } = await client.findShow('Far Hall');
  const ember = (await app.admin.post('/api/songs', { title: 'Ember, slowly' })).json().id;
  const fan = await app.signUp('Traveller');
  const { db } = app.database;
  await db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, fan.userId));
  await tour.addPrediction(fan.userId, id, [ember], new Date(Date.now() - HOUR));
  await app.admin.patch(`/api/shows/${id}`, { locksAt: '2031-07-04T12:00' });
  const accept = async (date: string) => {
    await client.load(buildPlayed(date));
    expect((await client.decide(id, 'accept')).statusCode).toBe(204);
    return client.findShow('Far Hall');
  };
  const earlier = { date: '2031-07-02T23:30:00.000Z', locksAt: '2031-07-02T16:00:00.000Z' };
  expect(await accept('2031-07-02')).toMatchObject(earlier);
  await tour.setStatus(id, 'postponed');
  expect(await accept('2031-07-09')).toMatchObject({
    date: '2031-07-09T23:30:00.000Z',
    locksAt: '2031-07-09T16:00:00.000Z',
    status: 'open',
  });
  const notifications: string[] = [];
  const clock = () => Date.now() + HOUR / 20;
  const mail = async ({ email, kind, show }: ClaimedNotification) =>
    void notifications.push(`${email} ${kind} ${show.date.toISOString()}`);
  await sendNotifications({ db, clock, log: { error: () => {} } }, { mail });
  expect(notifications).toEqual([`${fan.email} moved 2031-07-09T23:30:00.000Z`]);
});

test('applies an accepted start in the time zone of the show, on its day', async () => {
  const loadFish = async (showtime: string) => {
    const { song_id, uniqueid, ...row } = buildFishRow({ showdate: '2031-10-10', showtime });
    const query = { kind: 'songfish', site: 'lanterns.example', ...DEFAULT_START } as const;
    await upload(app.admin, buildUpload(query, { shows: toFishResponse([row]) }));
    return client.findShow('Red Rocks');
  };
  const { id, date, timeZone } = await loadFish('20:00:00');
  expect([date, timeZone]).toEqual(['2031-10-11T02:00:00.000Z', 'America/Denver']);
  await loadFish('18:30:00');
  expect((await client.listProposals()).find(({ show }) => show.id === id)?.lines).toEqual([
    'Start: 20:00 becomes 18:30',
  ]);
  expect((await client.decide(id, 'accept')).statusCode).toBe(204);
  expect((await client.findShow('Red Rocks')).date).toBe('2031-10-11T00:30:00.000Z');
});

test('shows every fan the sources of a show', async () => {
  const fan = await app.signUp('Reader');
  const { id } = await client.findShow('Fox Hall');
  const sources: ShowSource[] = (await fan.get(`/api/shows/${id}/sources`)).json();
  expect(sources).toEqual([
    { source: 'shows', url: null, notes: null, soundcheck: null, support: null },
  ]);
});

test.each([
  ['Choose a file', { form: new FormData() }],
  ['Name the site, such as kglw.net', { query: { kind: 'songfish' } }],
  ['Time zone must be a name such as America/New_York', { query: { zone: 'Mars/Olympus' } }],
  ['this is not JSON', buildLinesUpload('{')],
  ['has no time of day', { query: { start: undefined, zone: undefined } }],
])('rejects an import with the error “%s” and writes nothing', async (message, changes) => {
  const validUpload = buildLinesUpload(formatShowLine({ id: 'x', date: '1990-01-01' }));
  const query = { ...validUpload.query, ...('query' in changes && changes.query) };
  const request = { ...validUpload, ...changes, query };
  const previousImport = (await app.admin.get('/api/admin/imports/latest')).json();
  const response = await upload(app.admin, request as typeof validUpload);
  expect(response.statusCode).toBe(400);
  expect(response.json().message).toContain(message);
  expect((await app.admin.get('/api/admin/imports/latest')).json()).toEqual(previousImport);
});
