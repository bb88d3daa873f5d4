import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, HOUR } from '#contract/durations.ts';
import { PRIVATE_FAN } from '#contract/widget.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour, type Tour } from '../../../tests/support/tour.ts';

let app: TestApp;
let tour: Tour;
let fan: Caller;
let songs: string[];
let next: string;
let tonight: string;

beforeAll(async () => {
  app = await openTestApp();
  tour = planTour(app);
  fan = await app.signUp('Marigold');
  const bystander = await app.signUp('Juniper');
  songs = await tour.addSongs('Lantern Street', 'Two Rivers', 'Ember');
  await tour.addShow({ name: 'Postponed', status: 'postponed', date: hoursAhead(3) });
  tonight = await tour.addShow({ name: 'Tonight', venue: 'The Barn', date: hoursAhead(5) });
  next = await tour.addShow({ name: 'Next', date: hoursAhead(24) });
  await tour.predict(fan, tonight, songs.slice(0, 2));
  await tour.predict(bystander, tonight, songs.slice(2));
  await tour.predict(bystander, next, songs.slice(1));
});
afterAll(() => app.close());

function hoursAhead(hours: number): Date {
  return new Date(app.clock.now + hours * HOUR);
}

async function read(show: string) {
  const response = await app.visitor.get(`/api/widget?show=${show}`);
  expect(response.statusCode).toBe(200);
  return response.json();
}

const playFirst = async () => tour.play(tonight, songs[0] ?? '', { setLabel: 'Set 1' });

it('shows the next show without picks or setlist rows before the lock', async () => {
  const body = { songId: songs[2], notes: 'planned' };
  expect((await app.admin.post(`/api/shows/${tonight}/setlist`, body)).statusCode).toBe(201);
  const facts = await read('next');
  expect(facts).toEqual({
    site: expect.objectContaining({ name: 'Called It' }),
    show: {
      id: tonight,
      name: 'Tonight',
      venue: 'The Barn',
      place: 'Burlington, USA',
      date: hoursAhead(5).toISOString(),
      timeZone: 'America/New_York',
      status: 'open',
      locksAt: hoursAhead(4).toISOString(),
      path: `/show-leaderboard?show=${tonight}`,
    },
    predictPath: '/predict',
    setlist: null,
    board: null,
  });
  expect(JSON.stringify(facts)).not.toMatch(/Marigold|Juniper|Ember|planned/);
  const [{ id: rowId }] = (await app.admin.get(`/api/shows/${tonight}/setlist`)).json();
  await app.admin.delete(`/api/shows/${tonight}/setlist/${rowId}`);
});

it('has no live show and no last show before there is one', async () => {
  expect(await read('live')).toMatchObject({ show: null, setlist: null, board: null });
  expect(await read('last')).toMatchObject({ show: null, setlist: null, board: null });
});

it('sends the same bytes to everyone, for any origin, without cookies', async () => {
  const origin = { origin: 'https://band.example' };
  const responses = await Promise.all(
    [app.visitor, fan, app.admin].map((caller) => caller.get('/api/widget', origin)),
  );
  const [first] = responses;
  for (const { body, headers } of responses) {
    expect(body).toBe(first?.body);
    expect(headers.etag).toBe(first?.headers.etag);
    expect(headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['set-cookie']).toBeUndefined();
  }
  const repeated = await app.visitor.get('/api/widget', {
    'if-none-match': String(first?.headers.etag),
  });
  expect([repeated.statusCode, repeated.headers['access-control-allow-origin']]).toEqual([
    304,
    '*',
  ]);
});

it('allows other origins to read no other endpoint', async () => {
  for (const url of ['/api/band', '/api/next-sheet', '/api/shows']) {
    const { headers } = await fan.get(url, { origin: 'https://band.example' });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  }
});

it('rejects an unknown show with a message', async () => {
  const response = await app.visitor.get('/api/widget?show=all');
  expect([response.statusCode, response.json().message]).toEqual([
    400,
    'Show must be next, live or last',
  ]);
});

it('shows the songs and points of a live show, and returns it as the next show', async () => {
  await tour.setStatus(tonight, 'live');
  expect(await read('live')).toMatchObject({ show: { id: tonight, locksAt: null }, setlist: [] });
  await playFirst();
  expect(await read('live')).toMatchObject({
    show: { status: 'live', path: `/live-setlist?show=${tonight}` },
    setlist: [{ title: 'Lantern Street', setLabel: 'Set 1', segue: false, breakAfter: null }],
    board: {
      total: 2,
      rows: [
        { rank: 1, username: 'Marigold', points: 41 },
        { rank: 2, username: 'Juniper', points: 0 },
      ],
    },
  });
  expect(await read('next')).toMatchObject({
    show: { id: tonight, status: 'live' },
    setlist: null,
    board: null,
  });
  const renamed = await app.admin.patch(`/api/songs/${songs[0]}`, { title: 'Lantern Road' });
  expect(renamed.statusCode).toBe(200);
  expect((await read('live')).setlist).toMatchObject([{ title: 'Lantern Road' }]);
});

it('hides the names of fans with private sheets and shows all others', async () => {
  const before: { username: string }[] = (await read('live')).board.rows;
  for (const isPrivate of [true, false]) {
    const body = { hasPrivateSheets: isPrivate };
    expect((await fan.patch('/api/user/profile', body)).statusCode).toBe(200);
    const rows = before.map((row) =>
      isPrivate && row.username === 'Marigold' ? { ...row, username: PRIVATE_FAN } : row,
    );
    expect(rows.some(({ username }) => username === PRIVATE_FAN)).toBe(isPrivate);
    expect((await read('live')).board.rows).toEqual(rows);
  }
});

it('shows the final board of the last show, and at most five fans', async () => {
  const others = await tour.addFans(6);
  for (const userId of others) await tour.addPrediction(userId, tonight, songs.slice(0, 1));
  await tour.setStatus(tonight, 'closed');
  const { show, board } = await read('last');
  expect(show).toMatchObject({ id: tonight, status: 'closed' });
  expect(board.rows).toHaveLength(5);
  expect(board.total).toBe(8);
  expect(await read('live')).toMatchObject({ show: null });
  expect(await read('next')).toMatchObject({ show: { id: next } });
});

it('keeps a show that starts late, and moves on if no one sets it live', async () => {
  app.clock.now += DAY + 5 * HOUR;
  expect(await read('next')).toMatchObject({ show: { id: next, status: 'open' } });
  app.clock.now += HOUR;
  expect((await read('next')).show).toBeNull();
});

it('lets other sites frame its page and no other page', async () => {
  const page = await app.visitor.get('/embed?show=live&theme=dark');
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).toContain('frame-ancestors *');
  expect(page.headers['x-frame-options']).toBeUndefined();
  expect(page.body).toContain('<script src="/widget.js" data-show="live" data-theme="dark">');
  const invalidPage = await fan.get('/embed?show="><script>alert(1)</script>&theme=x');
  expect(invalidPage.body).toContain('<script src="/widget.js" data-show="next"></script>');
  expect(invalidPage.headers['set-cookie']).toBeUndefined();
  for (const url of ['/', '/predict', '/login', '/embed/other', '/calendar.ics']) {
    const { headers } = await app.visitor.get(url);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
  }
});
