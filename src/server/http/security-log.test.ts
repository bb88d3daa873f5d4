import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Caller,
  createCaller,
  openTestApp,
  type TestApp,
} from '../../../tests/support/test-app.ts';

const lines: string[] = [];
let app: TestApp;
let fan: Caller;
beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(line) };
  app = await openTestApp({ logger: { level: 'trace', stream } });
  fan = await app.signUp('Front Row');
});
afterAll(() => app.close());

async function captureEvents(act: () => Promise<unknown>): Promise<object[]> {
  const previousCount = lines.length;
  await act();
  return lines
    .slice(previousCount)
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'security')
    .map(({ security, userId, subjectId, isAdmin, address, why, reqId }) => {
      expect(reqId).toEqual(expect.any(String));
      return JSON.parse(JSON.stringify({ security, userId, subjectId, isAdmin, address, why }));
    });
}

const address = '127.0.0.1';
const WRONG = 'wrong horse battery';

test('logs a sign-up, a sign-in and a sign-out with the account', async () => {
  const events = await captureEvents(() => app.signUp('Back Row'));
  expect(events).toEqual([{ security: 'signed-up', subjectId: expect.any(String), address }]);
  const device = createCaller(app.fastify, fan);
  const { email, password } = fan;
  expect(await captureEvents(() => device.post('/api/auth/login', { email, password }))).toEqual([
    { security: 'signed-in', subjectId: fan.userId, address },
  ]);
  expect(await captureEvents(() => device.post('/api/auth/logout'))).toEqual([
    { security: 'signed-out', userId: fan.userId, address },
  ]);
});

test('logs a failed sign-in, with the account if it exists', async () => {
  const failSignIn = (email: string) =>
    captureEvents(() => app.visitor.post('/api/auth/login', { email, password: WRONG }));
  const security = 'sign-in-failed';
  expect(await failSignIn(fan.email)).toEqual([{ security, subjectId: fan.userId, address }]);
  expect(await failSignIn('nobody@example.com')).toEqual([{ security, address }]);
});

test('logs a password change and a wrong password', async () => {
  const caller = await app.signUp('Rail Rider');
  const change = (currentPassword: string) => () =>
    caller.patch('/api/user/password', { currentPassword, newPassword: 'another horse' });
  const line = { userId: caller.userId, address };
  expect(await captureEvents(change(WRONG))).toEqual([{ security: 'password-wrong', ...line }]);
  expect(await captureEvents(change(caller.password))).toEqual([
    { security: 'password-changed', ...line },
  ]);
});

test('logs sessions that another session ended', async () => {
  const otherDevice = createCaller(app.fastify, fan);
  await otherDevice.post('/api/auth/login', { email: fan.email, password: fan.password });
  const session = (await otherDevice.get('/api/user/sessions'))
    .json()
    .find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
  expect(await captureEvents(() => fan.delete(`/api/user/sessions/${session.id}`))).toEqual([
    { security: 'sessions-ended', userId: fan.userId, address },
  ]);
});

test('logs a role change with both accounts, and a rejected administrator request', async () => {
  const { admin } = app;
  for (const isAdmin of [true, false])
    expect(
      await captureEvents(() => admin.patch(`/api/admin/users/${fan.userId}`, { isAdmin })),
    ).toEqual([
      { security: 'role-changed', userId: admin.userId, subjectId: fan.userId, isAdmin, address },
    ]);
  const why = 'You do not have permission to access the admin panel';
  expect(await captureEvents(() => fan.get('/api/admin/users'))).toEqual([
    { security: 'refused', userId: fan.userId, address, why },
  ]);
});

test('logs a rate limit and a request from another site', async () => {
  const guesser = await app.signUp('Guesser');
  const guess = () =>
    guesser.patch('/api/user/password', { currentPassword: WRONG, newPassword: 'another horse' });
  for (let n = 0; n < 5; n += 1) await guess();
  const line = { userId: guesser.userId, address, why: expect.any(String) };
  expect(await captureEvents(guess)).toEqual([{ security: 'limit-hit', ...line }]);
  const headers = { origin: 'https://evil.example' };
  expect(await captureEvents(() => fan.post('/api/auth/logout', undefined, headers))).toEqual([
    { security: 'refused', address, why: 'This request came from another site' },
  ]);
});

test('never logs a link token, a password or a cookie', async () => {
  const token = 'Zq4vS0meT0kenOf4Link';
  const cookie = `called_it_session=${'s3cret'.repeat(8)}`;
  for (const url of [
    `/s/${token}`,
    `/S/${token}/card.png`,
    `//s/${token}`,
    `/%73/${token}`,
    `/s//${token}?x=1`,
  ])
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'] as const)
      await app.fastify.inject({ method, url, headers: { cookie } });
  await app.fastify.inject({ url: `/s/${token}/%ff`, headers: { cookie } });
  await app.fastify.inject({
    url: `/api/shows?link=/s/${token}`,
    headers: { referer: `/s/${token}` },
  });
  await sendRaw(`GET /s/${token} HTTP/9.9\r\n${cookie}\r\n\r\n`);
  await sendRaw(`GET /s/${token} HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\nbad header\r\n\r\n`);
  const log = lines.join('');
  expect(lines.length).toBeGreaterThan(20);
  for (const secret of [token, 's3cret', WRONG, fan.password, 'another horse', fan.cookie ?? '-'])
    expect(log.includes(secret), secret).toBe(false);
  for (const hex of [token, 's3cret'].map((secret) => [...Buffer.from(secret)].join(',')))
    expect(log.includes(hex), 'as bytes').toBe(false);
});

async function sendRaw(request: string): Promise<string> {
  const { fastify } = app;
  if (!fastify.server.listening) await fastify.listen({ port: 0, host: '127.0.0.1' });
  const bound = fastify.server.address();
  if (bound === null || typeof bound === 'string') throw new Error('No port.');
  const socket = connect(bound.port, '127.0.0.1');
  socket.end(request);
  return text(socket);
}
