import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Caller,
  openTestApp,
  type TestApp,
  type TestResponse,
} from '../../../tests/support/test-app.ts';
import { users } from '../db/schema/accounts.ts';
import { songs } from '../db/schema/songs.ts';

let app: TestApp;
let fan: Caller;
let showId: string;
const logLines: string[] = [];
const log = new Writable({
  write(chunk, _encoding, done) {
    logLines.push(...String(chunk).split('\n').filter(Boolean));
    done();
  },
});

beforeAll(async () => {
  app = await openTestApp({ logger: { level: 'info', stream: log } });
  fan = await app.signUp('marigold');
  const date = new Date(app.clock.now + 86_400_000).toISOString();
  const show = { name: 'Harborlight Pavilion', city: 'Richmond', date };
  showId = (await app.admin.post('/api/shows', show)).json().id;
});
afterAll(() => app.close());

function expectError(response: TestResponse, status: number): void {
  expect(response.statusCode).toBe(status);
  const body = response.json();
  expect(body).toMatchObject({ statusCode: status, error: expect.any(String) });
  expect(body.message).toMatch(/^[A-Z].{3,200}$/);
  expect(response.body).not.toMatch(/\bat \w+ \(|node_modules|select |insert /);
}

describe('requests from another site', () => {
  const origins = [
    'https://evil.example',
    'null',
    'http://localhost:80.evil.example',
    'http://localhost.evil.example',
    'http://evil.example/localhost:80',
    'not an origin',
  ];
  type Write = (caller: Caller, headers: Record<string, string>) => Promise<TestResponse>;
  const writes: [string, Write][] = [
    ['log out', (caller, headers) => caller.post('/api/auth/logout', undefined, headers)],
    ['register', (caller, headers) => caller.post('/api/auth/register', {}, headers)],
    [
      'rename a fan',
      (caller, headers) => caller.patch('/api/user/profile', { username: 'x' }, headers),
    ],
    ['predict', (caller, headers) => caller.post('/api/predictions', {}, headers)],
    ['delete a show', (caller, headers) => caller.delete(`/api/shows/${showId}`, headers)],
    [
      'calculate scores',
      (caller, headers) => caller.post(`/api/shows/${showId}/calculate-scores`, undefined, headers),
    ],
  ];
  for (const origin of origins)
    test.each(writes)(`cannot %s from ${origin}`, async (_, write) => {
      expectError(await write(app.admin, { origin }), 403);
    });

  test('accepts requests from this site and requests without an origin', async () => {
    const profile = { homeVenue: 'The Drydock' };
    const { statusCode } = await fan.patch('/api/user/profile', profile, {
      origin: 'http://localhost:80',
    });
    expect(statusCode).toBe(200);
    expect((await fan.patch('/api/user/profile', profile)).statusCode).toBe(200);
  });

  test('accepts only the origin of PUBLIC_URL when it is set', async () => {
    const otherApp = await openTestApp({ publicUrl: 'https://calledit.example' });
    try {
      const body = { email: 'stagehand@example.com', password: 'wrong' };
      const login = (origin: string) => otherApp.visitor.post('/api/auth/login', body, { origin });
      expect((await login('https://calledit.example')).statusCode).toBe(401);
      for (const origin of ['http://calledit.example', 'http://localhost:80'])
        expectError(await login(origin), 403);
    } finally {
      await otherApp.close();
    }
  });
});

describe('text', () => {
  const markup = '<img src=x onerror=alert(1)>';

  test('stores markup as plain text', async () => {
    const song = await app.admin.post('/api/songs', { title: markup });
    expect(song.json().title).toBe(markup);
    const row = await app.admin.post(`/api/shows/${showId}/setlist`, {
      songId: song.json().id,
      notes: markup,
    });
    expect(row.json().notes).toBe(markup);
    const setlistResponse = await fan.get(`/api/shows/${showId}/setlist`);
    expect(setlistResponse.headers['content-type']).toMatch('application/json');
    expect(setlistResponse.headers['x-content-type-options']).toBe('nosniff');
  });

  test.each([
    ['U+0000', 'Half\u0000a Moon'],
    ['a lone surrogate', 'Half a Moon \ud83c'],
  ])('rejects %s everywhere', async (_, text) => {
    const { admin } = app;
    expectError(await admin.post('/api/songs', { title: text }), 400);
    expectError(await fan.patch('/api/user/profile', { homeVenue: text }), 400);
    const escaped = JSON.stringify({ title: text });
    const headers = { 'content-type': 'application/json' };
    expectError(await admin.post('/api/songs', escaped, headers), 400);
    const rows = await app.database.db
      .select()
      .from(songs)
      .where(eq(songs.album, text[0] ?? ''));
    expect(rows).toEqual([]);
  });

  test.each([
    ['zero-width', 'mari\u200bgold'],
    ['bidirectional', 'mari\u202egold'],
    ['control', 'mari\u0007gold'],
    ['line break', 'mari\r\ngold'],
    ['tag', 'mari\u{e0067}gold'],
    ['line separator', 'mari\u2028gold'],
  ])('rejects a username with a %s character', async (_, username) => {
    expectError(await fan.patch('/api/user/profile', { username }), 400);
  });

  test('treats the NFKC equivalent of a taken name as taken', async () => {
    await app.signUp('lowtide');
    const body = { email: 'twin@example.com', username: 'ｌｏｗｔｉｄｅ', password: 'password1' };
    expectError(await app.visitor.post('/api/auth/register', body), 409);
  });

  test.each(['فاطمة الزهراء', '🎸🎺🥁', 'ẞüß-Ñandú', 'x'.repeat(100)])(
    'accepts %s as a name',
    async (username) => {
      const response = await fan.patch('/api/user/profile', { username });
      expect(response.statusCode).toBe(200);
      expect(response.json().username).toBe(username);
    },
  );
});

describe('transport', () => {
  const json = { 'content-type': 'application/json' };

  test('rejects a body that is not UTF-8 and reads one with a byte order mark', async () => {
    const latin = Buffer.from('{"title": "Caf\u00e9"}', 'latin1');
    expectError(await app.admin.post('/api/songs', latin, json), 400);
    const withBom = Buffer.from('\ufeff{"title": "Caf\u00e9"}');
    const song = await app.admin.post('/api/songs', withBom, json);
    expect(song.json().title).toBe('Caf\u00e9');
    expectError(await app.admin.post('/api/songs', { title: 'cafe\u0301' }), 409);
    expectError(await app.admin.post('/api/songs', { title: ' CAF\u00c9 ' }), 409);
  });

  test.each([
    ['JSON as plain text', '{}', { 'content-type': 'text/plain' }, 415],
    ['a form', 'email=a', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['broken JSON', '{"email": ', json, 400],
    ['an empty body where a body is required', '', json, 400],
    ['a list instead of an object', '[]', json, 400],
    ['null', 'null', json, 400],
    ['a prototype', '{"__proto__": {"isAdmin": true}, "username": "proto"}', json, 400],
    ['a one-megabyte password', `{"password": "${'x'.repeat(1_000_000)}"}`, json, 413],
    ['more than 16 KB', `{"username": "${'x'.repeat(16_400)}"}`, json, 413],
  ])('rejects %s', async (_, body, headers, status) => {
    expectError(await fan.post('/api/auth/register', body, headers), status);
    const [row] = await app.database.db.select().from(users).where(eq(users.id, fan.userId));
    expect(row?.isAdmin).toBe(false);
  });

  test.each([
    ['lists', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
    ['unclosed lists', '['.repeat(8_000)],
    ['objects', `${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`],
    ['unknown fields', `{"email":"a@b.example","x":${'['.repeat(7_000)}${']'.repeat(7_000)}}`],
  ])('rejects deeply nested %s with and without a session', async (_, body) => {
    for (const url of ['/api/auth/login', '/api/predictions', '/api/songs', '/api/nothing'])
      for (const caller of [app.visitor, fan, app.admin])
        expectError(await caller.post(url, body, json), 400);
  });

  test.each(['/api/%ff', '/api/shows/%ff', '/%c0%ae%c0%ae/.env'])('rejects %s', async (url) => {
    const response = await fan.get(url);
    expect([400, 404]).toContain(response.statusCode);
    expectError(response, response.statusCode);
  });

  test.each(['/../.env', '/.git/config', '/.env', '/..%2f.env', '/assets/..%2f..%2fpackage.json'])(
    'returns 404 for %s',
    async (url) => {
      expect((await app.visitor.get(url)).statusCode).toBe(404);
    },
  );

  test('returns 404 in the error shape for an unknown endpoint', async () => {
    expectError(await fan.get('/api/nothing/here'), 404);
    expectError(await fan.post('/api/nothing/here', {}), 404);
  });

  test('writes no extra log line for a line break in the input', async () => {
    const previousCount = logLines.length;
    await fan.get('/api/shows?x=a%0d%0afaked: line');
    await fan.patch('/api/user/profile', { username: 'a\r\nfaked: line' });
    for (const line of logLines.slice(previousCount)) expect(() => JSON.parse(line)).not.toThrow();
    expect(logLines.slice(previousCount).filter((line) => line.startsWith('faked'))).toEqual([]);
  });

  test('logs no password, cookie or hash', () => {
    expect(logLines.join('\n')).not.toMatch(/argon2|correct horse|set-cookie|called_it_session/i);
  });
});

test('returns 408 when a body never completes', async () => {
  const slowApp = await openTestApp({ requestTimeout: 300 });
  try {
    await slowApp.fastify.listen({ port: 0, host: '127.0.0.1' });
    const address = slowApp.fastify.server.address();
    if (address === null || typeof address === 'string') throw new Error('No port.');
    const socket = connect(address.port, '127.0.0.1');
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    );
    const [response] = await once(socket, 'data');
    expect(String(response)).toMatch(/^HTTP\/1.1 408 /);
    socket.destroy();
  } finally {
    await slowApp.close();
  }
});
