import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { songs } from '../db/schema/songs.ts';

const SONGS = ['Lantern Street', 'Two Rivers', 'Carry the Fire'];

let server: TestApp;
let tour: Tour;
let fan: Caller;
let rival: Caller;
let songIds: string[];
let showId: string;
let share: string;
let path: string;

beforeAll(async () => {
  server = await openTestApp();
  tour = planTour(server);
  fan = await server.signUp('marigold');
  rival = await server.signUp('juniper');
  songIds = await tour.songs(...SONGS);
});
afterAll(() => server.close());
beforeEach(async () => {
  const date = new Date(server.clock.now + 48 * HOUR);
  showId = await tour.show({ name: 'Harborlight Pavilion', city: 'Richmond', state: 'VA', date });
  const { id } = await tour.predict(fan, showId, songIds);
  share = `/api/predictions/${id}/share`;
  path = new URL((await fan.post(share)).json().url).pathname;
});

const read = async (at = path) => (await server.visitor.get(at)).body;
const textOf = (page: string) =>
  page
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<script>.*<\/script>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('before predictions lock', () => {
  it('shows that a prediction exists, and none of its songs', async () => {
    const answer = await server.visitor.get(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(textOf(answer.body)).toContain('Harborlight Pavilion Richmond, VA');
    expect(textOf(answer.body)).toContain('Prediction by marigold');
    expect(textOf(answer.body)).toMatch(/Opens \w+day, \w+ \d+ at \d+:\d\d [AP]M E[SD]T/);
    for (const title of SONGS) expect(answer.body).not.toContain(title);
  });

  it('is the same page for one song and for three', async () => {
    const { id } = await tour.predict(rival, showId, songIds.slice(0, 1));
    const other = (await rival.post(`/api/predictions/${id}/share`)).json().url;
    const [mine, theirs] = [await read(), await read(new URL(other).pathname)];
    expect(textOf(theirs).replaceAll('juniper', 'marigold')).toBe(textOf(mine));
  });

  it('shows the songs if the owner allows it, and hides them again', async () => {
    await fan.patch(share, { showsSongsEarly: true });
    for (const title of SONGS) expect(await read()).toContain(title);
    await fan.patch(share, { showsSongsEarly: false });
    for (const title of SONGS) expect(await read()).not.toContain(title);
  });

  it('reveals the songs exactly at the lock', async () => {
    const before = server.clock.now;
    server.clock.now += 47 * HOUR - 1;
    expect(await read()).not.toContain('Lantern Street');
    server.clock.now += 1;
    expect(await read()).toContain('Lantern Street');
    server.clock.now = before;
  });
});

describe('from the show on', () => {
  it('updates points and rank with each song', async () => {
    await tour.predict(rival, showId, songIds.slice(1));
    await tour.status(showId, 'live');
    expect(textOf(await read())).toContain('3 songs called');
    await tour.play(showId, songIds[0] ?? '');
    expect(textOf(await read())).toContain('41 points so far #1 / 2');
    const [played] = await tour.songs('Out of Nowhere');
    await tour.play(showId, played ?? '');
    await tour.play(showId, songIds[1] ?? '');
    const page = textOf(await read());
    expect(page).toContain('51 points so far #1 / 2');
    expect(page).toContain('2 Two Rivers Out of Nowhere Wrong spot 10');
    expect(page).toContain('3 Carry the Fire Two Rivers Not played yet 0');
    await fan.delete(share);
    await tour.status(showId, 'open');
  });

  it('computes the rank without sorting everyone', async () => {
    await tour.predict(rival, showId, songIds.slice(1));
    await tour.status(showId, 'live');
    await tour.play(showId, songIds[1] ?? '');
    await tour.status(showId, 'closed');
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    expect(textOf(await read())).toContain('#2 / 2');
    const statements = queries.mock.calls.map((call) => JSON.stringify(call));
    queries.mockRestore();
    expect(statements.some((query) => query.includes('prediction_shares'))).toBe(true);
    expect(statements.filter((query) => query.includes('points\\" desc'))).toEqual([]);
  });

  it('keeps the final score with its breakdown', async () => {
    await tour.predict(rival, showId, songIds.toReversed());
    await tour.status(showId, 'live');
    for (const songId of songIds) await tour.play(showId, songId);
    await tour.status(showId, 'closed');
    const page = await read();
    expect(textOf(page)).toContain('95 points #1 / 2');
    expect(textOf(page)).toContain('1 Lantern Street Lantern Street Opener 41');
    expect(textOf(page)).toContain('2 Two Rivers Two Rivers Correct spot 27');
    expect(page).toContain('content="marigold called 95 points at Harborlight Pavilion, #1 / 2"');
  });
});

describe('the previews', () => {
  it('use absolute addresses for the page and its picture', async () => {
    const answer = await server.visitor.get(path, { host: 'setlists.example:8080' });
    const tag = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(answer.body)?.[1];
    expect(tag('og:url')).toBe(`http://setlists.example:8080${path}`);
    expect(tag('og:image')).toMatch(
      new RegExp(`^http://setlists\\.example:8080${path}/card\\.png\\?v=[\\w-]{16}$`),
    );
    expect(tag('twitter:image')).toBe(tag('og:image'));
    expect([tag('og:image:width'), tag('og:image:height')]).toEqual(['1200', '630']);
    expect(tag('twitter:card')).toBe('summary_large_image');
    expect(tag('og:title')).toBe('marigold called the setlist of Harborlight Pavilion');
    expect(tag('og:description')).toContain('The setlist game of Paper Lantern Parade fans');
    expect(answer.body).toContain('href="/signup"');
  });

  it('get a new picture address when the card changes', async () => {
    const pictureOf = (page: string) => /og:image" content="([^"]*)"/.exec(page)?.[1];
    const sealed = pictureOf(await read());
    expect(pictureOf(await read())).toBe(sealed);
    await fan.patch(share, { showsSongsEarly: true });
    expect(pictureOf(await read())).not.toBe(sealed);
  });
});

describe('an invalid link', () => {
  it('shows a friendly page with status 404', async () => {
    const unknown = ['/s/AAAAAAAAAAAAAAAAAAAAAA', '/s/short', `/s/${'x'.repeat(190)}`];
    const malformed = ['/s/..%2f..%2f.env', '/s/%00', '/s/a/b/c', '/s/%22%3E%3Cscript%3E'];
    for (const at of [...unknown, ...malformed]) {
      const answer = await server.visitor.get(at);
      expect([at, answer.statusCode]).toEqual([at, 404]);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body).toContain('This sheet is gone.');
      expect(answer.body).toContain('href="/signup"');
    }
    expect((await server.visitor.get('/s/AAAAAAAAAAAAAAAAAAAAAA/card.png')).statusCode).toBe(404);
  });

  it('is what a revoked link becomes, at once and permanently', async () => {
    expect((await server.visitor.get(path)).statusCode).toBe(200);
    await fan.delete(share);
    expect((await server.visitor.get(path)).statusCode).toBe(404);
    expect((await server.visitor.get(`${path}/card.png`)).statusCode).toBe(404);
    await fan.post(share);
    expect((await server.visitor.get(path)).statusCode).toBe(404);
  });

  it('is what remains after the show is deleted', async () => {
    await server.admin.delete(`/api/shows/${showId}`);
    expect((await server.visitor.get(path)).statusCode).toBe(404);
  });
});

describe('the page', () => {
  it('links to signup and login, and so does the page of an invalid link', async () => {
    for (const at of [path, '/s/gone'])
      for (const href of ['/signup', '/login']) expect(await read(at)).toContain(`href="${href}"`);
  });

  it('loads its fonts', async () => {
    const page = await read();
    const fonts = Array.from(page.matchAll(/url\((\/s\/fonts\/[\w-]+\.woff2)\)/g), ([, at]) => at);
    expect(fonts).toHaveLength(4);
    for (const at of fonts) {
      const answer = await server.visitor.get(at ?? '');
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'font/woff2']);
      expect(answer.rawPayload.subarray(0, 4).toString()).toBe('wOF2');
    }
  });

  it("shows a song's new title", async () => {
    await fan.patch(share, { showsSongsEarly: true });
    const [first = ''] = songIds;
    const { db } = server.database;
    await db.update(songs).set({ title: 'Lantern Street, Again' }).where(eq(songs.id, first));
    expect(await read()).toContain('Lantern Street, Again');
    await db.update(songs).set({ title: 'Lantern Street' }).where(eq(songs.id, first));
  });
});
