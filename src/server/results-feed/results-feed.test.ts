import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import type { ShowRow } from '#contract/leaderboards.ts';
import { createLocalBus, EVERYTHING } from '#server/changes/bus.ts';
import { parseFeed } from '../../../tests/support/parse-feed.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { houseNights, housePicks } from '../db/schema/house-players.ts';
import { shows } from '../db/schema/shows.ts';
import { renderPageHead } from '../pages/page-head.ts';

const bus = createLocalBus();
let app: TestApp;
let tour: Tour;
let fan: Caller;
let rival: Caller;
let songs: string[];

beforeAll(async () => {
  app = await openTestApp({ bus });
  tour = planTour(app);
  fan = await app.signUp('marigold');
  rival = await app.signUp('juniper');
  songs = await tour.addSongs('Ember', 'Fathom', 'Gale');
});
afterAll(() => app.close());

const readFile = () => app.visitor.get('/results.atom', { host: 'calls.example' });
const read = async () => parseFeed((await readFile()).body);

const findEntry = async (showId: string) =>
  (await read()).entries.find(({ id }) => id === `urn:uuid:${showId}`);

async function playNight(fields: Partial<typeof shows.$inferInsert> = {}, ...fans: string[]) {
  const [ember = '', fathom = ''] = songs;
  const showId = await tour.addShow({ date: new Date(app.clock.now - HOUR), ...fields });
  for (const [n, userId] of fans.entries())
    await tour.addPrediction(userId, showId, [ember], new Date(app.clock.now + n));
  await tour.setStatus(showId, 'live');
  await tour.play(showId, ember);
  await tour.play(showId, fathom);
  await tour.setStatus(showId, 'closed');
  return showId;
}

it('is a valid feed without entries on a new site', async () => {
  const { feed, entries, title, updated } = await read();
  expect([feed.namespaceURI, feed.tagName]).toEqual(['http://www.w3.org/2005/Atom', 'feed']);
  expect(title).toBe('Paper Lantern Parade: results on Called It');
  expect(updated).toBe('1970-01-01T00:00:00.000Z');
  expect([...feed.querySelectorAll('link')].map((link) => link.getAttribute('href'))).toEqual([
    'http://calls.example/results.atom',
    'http://calls.example/',
  ]);
  expect(entries).toEqual([]);
});

it('is linked in the head of the pages', async () => {
  expect(renderPageHead((await app.visitor.get('/api/band')).json())).toContain(
    '<link rel="alternate" type="application/atom+xml" title="Results" href="/results.atom">',
  );
});

it('links to the requested site', async () => {
  for (const host of ['one.example', 'two.example:3000', 'one.example']) {
    const { body } = await app.visitor.get('/results.atom', { host });
    expect(body).toContain(`<id>http://${host}/results.atom</id>`);
  }
});

it('lists a show only while it is closed with points', async () => {
  const { visitor } = app;
  const showId = await tour.addShow({ name: 'Secret Night' });
  const isListed = async () => (await visitor.get('/results.atom')).body.includes('Secret Night');
  const states = [await isListed()];
  await tour.predict(fan, showId, songs);
  await tour.setStatus(showId, 'live');
  await tour.play(showId, songs[0] ?? '');
  states.push(await isListed());
  await tour.calculate(showId);
  states.push(await isListed());
  await tour.setStatus(showId, 'closed');
  states.push(await isListed());
  await tour.setStatus(showId, 'live');
  states.push(await isListed());
  await tour.setStatus(showId, 'cancelled');
  states.push(await isListed());
  expect(states).toEqual([false, false, false, true, false, false]);
});

it('leaves out a closed show without a setlist', async () => {
  const showId = await tour.addShow();
  await tour.predict(fan, showId, songs);
  await tour.setStatus(showId, 'closed');
  expect(await findEntry(showId)).toBeUndefined();
});

it("has the date at the venue, the songs, and the first of the winners on the show's leaderboard", async () => {
  const others = await tour.addFans(1, 'Loser');
  const showId = await playNight(
    { name: 'Night One', venue: 'The Barn', date: new Date('2025-07-05T02:00:00Z') },
    fan.userId,
    rival.userId,
  );
  await playNight({}, rival.userId);
  const { db } = app.database;
  const madeAt = new Date(app.clock.now);
  await db.insert(houseNights).values({ showId, learntFrom: 12, madeAt });
  const picks = songs.map((songId, n) => ({ showId, songId, position: n + 1 }));
  await db
    .insert(housePicks)
    .values(picks.map((pick) => ({ ...pick, player: 'notebook' as const })));
  await tour.addPrediction(others[0] ?? '', showId, songs.slice(1));
  await tour.calculate(showId);

  const rows: ShowRow[] = (await rival.get(`/api/leaderboard/show/${showId}`)).json();
  expect(rows.map(({ rank, username }) => [rank, username])).toEqual([
    [1, 'marigold'],
    [1, 'juniper'],
    [3, 'Loser 0000'],
  ]);
  expect(await findEntry(showId)).toEqual({
    id: `urn:uuid:${showId}`,
    title: 'Night One, Jul 4, 2025',
    published: madeAt.toISOString(),
    updated: madeAt.toISOString(),
    content: `marigold and 1 other won with ${rows[0]?.totalPoints} pts. 2 songs at The Barn, Burlington, USA.`,
    link: `http://calls.example/shows/${showId}/recap`,
  });
  const renamed = await fan.patch('/api/user/profile', { username: 'saffron' });
  expect(renamed.statusCode).toBe(200);
  expect((await findEntry(showId))?.content).toMatch(/^saffron and 1 other won /);
});

it('does not name a winner whose sheets are private', async () => {
  const winner = await app.signUp('shy');
  const showId = await playNight({}, winner.userId, rival.userId);
  expect((await findEntry(showId))?.content).toMatch(/^shy and 1 other won /);
  await winner.patch('/api/user/profile', { hasPrivateSheets: true });
  expect((await findEntry(showId))?.content).toMatch(/^A private fan and 1 other won /);
});

it('names no winner if no fan has points', async () => {
  const showId = await playNight();
  const [gale = ''] = songs.slice(2);
  const unlucky = await tour.addShow();
  await tour.predict(rival, unlucky, [gale]);
  await tour.setStatus(unlucky, 'live');
  await tour.play(unlucky, songs[0] ?? '');
  await tour.setStatus(unlucky, 'closed');
  expect((await findEntry(showId))?.content).toBe('2 songs at Burlington, USA.');
  expect((await findEntry(unlucky))?.content).toBe('1 song at Burlington, USA.');
});

it("follows the deletion of a winner's account", async () => {
  const leaver = await app.signUp('leaver');
  const showId = await playNight({}, leaver.userId, rival.userId);
  expect((await findEntry(showId))?.content).toMatch(/^leaver and 1 other won with /);
  const { password: currentPassword } = leaver;
  await leaver.post('/api/user/deletion', { currentPassword, isConfirmed: true });
  expect((await findEntry(showId))?.content).toMatch(/^juniper won with /);
});

it('has a later update time and the same ID after a correction or its undo', async () => {
  const [showId, bystander] = [await playNight({}, fan.userId), await playNight({}, fan.userId)];
  const before = await findEntry(showId);
  const untouched = await findEntry(bystander);
  app.clock.now += HOUR;
  await tour.play(showId, songs[2] ?? '');
  const corrected = await findEntry(showId);
  const correctedAt = new Date(app.clock.now).toISOString();
  expect(corrected).toEqual({
    ...before,
    updated: correctedAt,
    content: before?.content.replace('2 songs', '3 songs'),
  });
  expect((await read()).updated).toBe(correctedAt);
  app.clock.now += HOUR;
  await app.admin.post(`/api/shows/${showId}/setlist/undo`);
  const updated = new Date(app.clock.now).toISOString();
  expect(await findEntry(showId)).toEqual({ ...before, updated });
  expect(await findEntry(bystander)).toEqual(untouched);
});

it('keeps names that look like markup as text, and drops characters that XML forbids', async () => {
  const showId = await playNight(
    { name: '</title>&amp;<b a="1">\u0001\u001f\ufffe\'s 🏮', venue: 'A & B' },
    rival.userId,
  );
  expect((await read()).title).toContain('Paper Lantern Parade');
  await app.admin.patch('/api/admin/band', { bandName: 'Moons <& Sons>' });
  const { body } = await readFile();
  expect(parseFeed(body).title).toBe('Moons <& Sons>: results on Called It');
  expect(body).not.toMatch(/<b|[^\P{Cc}\n]|\ufffe|&(?!#\d+;)/u);
  const entry = parseFeed(body).entries.find(({ id }) => id === `urn:uuid:${showId}`);
  expect(entry?.title).toMatch(/^<\/title>&amp;<b a="1">'s 🏮, /);
  expect(entry?.content).toContain('2 songs at A & B, Burlington');
});

it('sends the same file to everyone, including for HEAD, and 304 until a result changes', async () => {
  const showId = await playNight({}, rival.userId);
  const responses = await Promise.all(
    [app.visitor, fan, app.admin].map((caller) => caller.get('/results.atom')),
  );
  const [first] = responses;
  for (const { body, headers } of responses) {
    expect(body).toBe(first?.body);
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['set-cookie']).toBeUndefined();
  }
  const head = await app.fastify.inject({ method: 'HEAD', url: '/results.atom' });
  expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', first?.headers.etag]);
  app.clock.now += DAY;
  const revalidate = () =>
    app.visitor.get('/results.atom', { 'if-none-match': String(first?.headers.etag) });
  const response = await revalidate();
  expect([response.statusCode, response.body]).toEqual([304, '']);
  await tour.play(showId, songs[2] ?? '');
  expect((await revalidate()).statusCode).toBe(200);
});

it('lists the 20 latest shows by date, latest first, regardless of when they were scored', async () => {
  const { db } = app.database;
  await db.delete(shows);
  const now = app.clock.now;
  const ids: string[] = [];
  for (let days = 21; days > 0; days--)
    ids.push(await tour.addShow({ date: new Date(now - days * DAY) }));
  const scores = { status: 'closed', scoredAt: new Date(now), publishedAt: new Date(now) } as const;
  await db.update(shows).set(scores).where(inArray(shows.id, ids));
  await bus.publish(EVERYTHING);
  const expected = ids.toReversed().map((id) => `urn:uuid:${id}`);
  expect((await read()).entries.map(({ id }) => id)).toEqual(expected.slice(0, 20));
  await tour.setStatus(ids.at(-1) ?? '', 'live');
  expect((await read()).entries.map(({ id }) => id)).toEqual(expected.slice(1));
});
