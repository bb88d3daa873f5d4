import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';
import { songs } from '../db/schema/songs.ts';

const SONGS = ['Lantern Street', 'Two Rivers', 'Carry the Fire'];

let app: TestApp;
let tour: Tour;
let fan: Caller;
let rival: Caller;
let songIds: string[];
let showId: string;
let share: string;
let path: string;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('marigold');
  rival = await app.signUp('juniper');
  songIds = await tour.addSongs(...SONGS);
});
afterAll(() => app.close());
beforeEach(async () => {
  const date = new Date(app.clock.now + 48 * HOUR);
  showId = await tour.addShow({
    name: 'Harborlight Pavilion',
    city: 'Richmond',
    state: 'VA',
    date,
  });
  const { id } = await tour.predict(fan, showId, songIds);
  share = `/api/predictions/${id}/share`;
  path = new URL((await fan.post(share)).json().url).pathname;
});

const readPage = async (url = path) => (await app.visitor.get(url)).body;
const extractText = (page: string) =>
  page
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<script>.*<\/script>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ');

describe('before predictions lock', () => {
  test('shows that a prediction exists, but none of its songs', async () => {
    const response = await app.visitor.get(path);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(extractText(response.body)).toContain('Harborlight Pavilion Richmond, VA');
    expect(extractText(response.body)).toContain('Prediction by marigold');
    expect(extractText(response.body)).toMatch(/Opens \w+day, \w+ \d+ at \d+:\d\d [AP]M E[SD]T/);
    for (const title of SONGS) expect(response.body).not.toContain(title);
  });

  test('renders the same page for one song and for three', async () => {
    const { id } = await tour.predict(rival, showId, songIds.slice(0, 1));
    const rivalUrl = (await rival.post(`/api/predictions/${id}/share`)).json().url;
    const [fanPage, rivalPage] = [await readPage(), await readPage(new URL(rivalUrl).pathname)];
    expect(extractText(rivalPage).replaceAll('juniper', 'marigold')).toBe(extractText(fanPage));
  });

  test('shows the songs if the owner allows it, and hides them again', async () => {
    await fan.patch(share, { showsSongsEarly: true });
    for (const title of SONGS) expect(await readPage()).toContain(title);
    await fan.patch(share, { showsSongsEarly: false });
    for (const title of SONGS) expect(await readPage()).not.toContain(title);
  });

  test('reveals the songs exactly at the lock', async () => {
    const originalTime = app.clock.now;
    app.clock.now += 47 * HOUR - 1;
    expect(await readPage()).not.toContain('Lantern Street');
    app.clock.now += 1;
    expect(await readPage()).toContain('Lantern Street');
    app.clock.now = originalTime;
  });
});

describe('after the show starts', () => {
  test('updates points and rank with each song', async () => {
    await tour.predict(rival, showId, songIds.slice(1));
    await tour.setStatus(showId, 'live');
    expect(extractText(await readPage())).toContain('3 songs called');
    await tour.play(showId, songIds[0] ?? '');
    expect(extractText(await readPage())).toContain('41 points so far #1 / 2');
    const [played] = await tour.addSongs('Out of Nowhere');
    await tour.play(showId, played ?? '');
    await tour.play(showId, songIds[1] ?? '');
    const page = extractText(await readPage());
    expect(page).toContain('51 points so far #1 / 2');
    expect(page).toContain('2 Two Rivers Out of Nowhere Wrong spot 10');
    expect(page).toContain('3 Carry the Fire Two Rivers Not played yet –');
    await fan.delete(share);
    await tour.setStatus(showId, 'open', 'freeze');
  });

  test('computes the rank without sorting everyone', async () => {
    await tour.predict(rival, showId, songIds.slice(1));
    await tour.setStatus(showId, 'live');
    await tour.play(showId, songIds[1] ?? '');
    await tour.setStatus(showId, 'closed');
    const queries = vi.spyOn(pg.Client.prototype, 'query');
    expect(extractText(await readPage())).toContain('#2 / 2');
    const statements = queries.mock.calls.map((call) => JSON.stringify(call));
    queries.mockRestore();
    expect(statements.some((query) => query.includes('prediction_shares'))).toBe(true);
    expect(statements.filter((query) => query.includes('points\\" desc'))).toEqual([]);
  });

  test('keeps the final score with its breakdown', async () => {
    await tour.predict(rival, showId, songIds.toReversed());
    await tour.setStatus(showId, 'live');
    for (const songId of songIds) await tour.play(showId, songId);
    await tour.setStatus(showId, 'closed');
    const page = await readPage();
    expect(extractText(page)).toContain('95 points #1 / 2');
    expect(extractText(page)).toContain('1 Lantern Street Lantern Street Opener 41');
    expect(extractText(page)).toContain('2 Two Rivers Two Rivers Correct spot 27');
    expect(page).toContain('content="marigold called 95 points at Harborlight Pavilion, #1 / 2"');
  });
});

describe('the previews', () => {
  test('use absolute URLs for the page and its image', async () => {
    const response = await app.visitor.get(path, { host: 'setlists.example:8080' });
    const findTag = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(response.body)?.[1];
    expect(findTag('og:url')).toBe(`http://setlists.example:8080${path}`);
    expect(findTag('og:image')).toMatch(
      new RegExp(`^http://setlists\\.example:8080${path}/card\\.png\\?v=[\\w-]{16}$`),
    );
    expect(findTag('twitter:image')).toBe(findTag('og:image'));
    expect([findTag('og:image:width'), findTag('og:image:height')]).toEqual(['1200', '630']);
    expect(findTag('twitter:card')).toBe('summary_large_image');
    expect(findTag('og:title')).toBe('marigold called the setlist of Harborlight Pavilion');
    expect(findTag('og:description')).toContain('The setlist game of Paper Lantern Parade fans');
    expect(response.body).toContain('href="/signup"');
  });

  test('get a new image URL when the card changes', async () => {
    const findImageUrl = (page: string) => /og:image" content="([^"]*)"/.exec(page)?.[1];
    const sealed = findImageUrl(await readPage());
    expect(findImageUrl(await readPage())).toBe(sealed);
    await fan.patch(share, { showsSongsEarly: true });
    expect(findImageUrl(await readPage())).not.toBe(sealed);
  });
});

describe('an invalid link', () => {
  test('shows a friendly page with status 404', async () => {
    const unknownPaths = ['/s/AAAAAAAAAAAAAAAAAAAAAA', '/s/short', `/s/${'x'.repeat(190)}`];
    const malformed = ['/s/..%2f..%2f.env', '/s/%00', '/s/a/b/c', '/s/%22%3E%3Cscript%3E'];
    for (const url of [...unknownPaths, ...malformed]) {
      const response = await app.visitor.get(url);
      expect([url, response.statusCode]).toEqual([url, 404]);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.body).toContain('This sheet is gone.');
      expect(response.body).toContain('href="/signup"');
    }
    expect((await app.visitor.get('/s/AAAAAAAAAAAAAAAAAAAAAA/card.png')).statusCode).toBe(404);
  });

  test('replaces a revoked link immediately and permanently', async () => {
    expect((await app.visitor.get(path)).statusCode).toBe(200);
    await fan.delete(share);
    expect((await app.visitor.get(path)).statusCode).toBe(404);
    expect((await app.visitor.get(`${path}/card.png`)).statusCode).toBe(404);
    await fan.post(share);
    expect((await app.visitor.get(path)).statusCode).toBe(404);
  });

  test('replaces a link whose show is deleted', async () => {
    await app.admin.delete(`/api/shows/${showId}`);
    expect((await app.visitor.get(path)).statusCode).toBe(404);
  });
});

describe('the page', () => {
  test('links to signup and login, and so does the page of an invalid link', async () => {
    for (const url of [path, '/s/gone'])
      for (const href of ['/signup', '/login'])
        expect(await readPage(url)).toContain(`href="${href}"`);
  });

  test('loads its fonts', async () => {
    const page = await readPage();
    const fonts = Array.from(
      page.matchAll(/url\((\/s\/fonts\/[\w-]+\.woff2)\)/g),
      ([, url]) => url,
    );
    expect(fonts).toHaveLength(4);
    for (const url of fonts) {
      const response = await app.visitor.get(url ?? '');
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'font/woff2']);
      expect(response.rawPayload.subarray(0, 4).toString()).toBe('wOF2');
    }
  });

  test("shows a song's new title", async () => {
    await fan.patch(share, { showsSongsEarly: true });
    const [first = ''] = songIds;
    const { db } = app.database;
    await db.update(songs).set({ title: 'Lantern Street, Again' }).where(eq(songs.id, first));
    expect(await readPage()).toContain('Lantern Street, Again');
    await db.update(songs).set({ title: 'Lantern Street' }).where(eq(songs.id, first));
  });
});
