import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  getUpgradeRejection,
  listenForSockets,
  openSocket,
} from '../../../tests/support/test-socket.ts';

const SITE = 'https://calledit.example';
const LOOK_ALIKES = [
  `${SITE}.evil.example`,
  `${SITE}evil`,
  `${SITE}:444`,
  `${SITE}:80`,
  `${SITE}@evil.example`,
  'https://evil-calledit.example',
  'https://www.calledit.example',
  'https://calledit.exampl',
  'http://calledit.example',
  'https://evil.example/https://calledit.example',
  'null',
];

describe('with PUBLIC_URL', () => {
  let app: TestApp;
  let fan: Caller;
  let socketUrl: string;
  beforeAll(async () => {
    app = await openTestApp({ publicUrl: `${SITE}/` });
    fan = await app.signUp('Front Row');
    socketUrl = await listenForSockets(app.fastify);
  });
  afterAll(() => app.close());

  const buildCookie = () => ({ cookie: fan.cookie ?? '' });

  test.each(LOOK_ALIKES)('rejects writes and sockets from %s', async (origin) => {
    const response = await fan.patch('/api/user/profile', { homeVenue: 'Evil' }, { origin });
    expect(response.statusCode).toBe(403);
    expect((await getUpgradeRejection(socketUrl, { ...buildCookie(), origin })).status).toBe(403);
    expect((await fan.get('/api/auth/user')).json().homeVenue).toBeNull();
  });

  test.each([SITE, `${SITE}:443`, 'HTTPS://CalledIt.example'])('accepts %s', async (origin) => {
    const response = await fan.patch('/api/user/profile', { homeVenue: null }, { origin });
    expect(response.statusCode).toBe(200);
    const { socket, closed } = await openSocket(socketUrl, { ...buildCookie(), origin });
    socket.close();
    await closed;
  });
});

describe('without PUBLIC_URL, compared with the requested host', () => {
  let app: TestApp;
  let fan: Caller;
  let socketUrl: string;
  beforeAll(async () => {
    app = await openTestApp();
    fan = await app.signUp('Front Row');
    socketUrl = await listenForSockets(app.fastify);
  });
  afterAll(() => app.close());

  const patchFrom = async (origin: string) => {
    const { host } = new URL(socketUrl);
    const response = await fan.patch('/api/user/profile', { homeVenue: 'Barn' }, { origin, host });
    const headers = { cookie: fan.cookie ?? '', origin };
    return { write: response.statusCode, socket: () => headers };
  };

  test.each([
    'capacitor://evil.example',
    'capacitor://localhost.evil.example',
    'capacitor://localhost:80',
    'ionic://localhost',
    'chrome-extension://abcdefghijklmnop',
    'moz-extension://0a1b2c3d',
    'data:text/html,hello',
    'about:blank',
    'file:///index.html',
    'ftp://HOST',
    'ws://HOST',
    'capacitor://HOST',
    'blob:https://evil.example/1',
    'javascript:alert(1)',
    'null',
  ])('rejects writes and sockets from %s', async (template) => {
    const origin = template.replace('HOST', new URL(socketUrl).host);
    const { write, socket } = await patchFrom(origin);
    expect(write).toBe(403);
    expect((await getUpgradeRejection(socketUrl, socket())).status).toBe(403);
    expect((await fan.get('/api/auth/user')).json().homeVenue).toBeNull();
  });

  test.each(['http://HOST', 'https://HOST', 'capacitor://localhost'])(
    'accepts %s',
    async (template) => {
      const { write, socket } = await patchFrom(template.replace('HOST', new URL(socketUrl).host));
      expect(write).toBe(200);
      const { socket: openedSocket, closed } = await openSocket(socketUrl, socket());
      openedSocket.close();
      await closed;
      await fan.patch('/api/user/profile', { homeVenue: null });
    },
  );
});

describe('the Sec-Fetch-Site header', () => {
  let app: TestApp;
  let fan: Caller;
  let socketUrl: string;
  beforeAll(async () => {
    app = await openTestApp();
    fan = await app.signUp('Front Row');
    socketUrl = await listenForSockets(app.fastify);
  });
  afterAll(() => app.close());

  const host = () => new URL(socketUrl).host;
  const updateProfile = (headers: Record<string, string>) =>
    fan.patch('/api/user/profile', { homeVenue: 'Barn' }, { host: host(), ...headers });

  test.each([
    ['without an origin', () => ({})],
    ['with our origin', () => ({ origin: `http://${host()}` })],
  ])('rejects a request from another site %s', async (_, getHeaders) => {
    const headers = { 'sec-fetch-site': 'cross-site', ...getHeaders() };
    const response = await updateProfile(headers);
    expect([response.statusCode, response.json().message]).toEqual([
      403,
      'This request came from another site',
    ]);
    const socket = { ...headers, cookie: fan.cookie ?? '' };
    expect((await getUpgradeRejection(socketUrl, socket)).status).toBe(403);
    expect((await fan.get('/api/auth/user', headers)).json().homeVenue).toBeNull();
  });

  test.each([
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    // The browser treats the pages of the native shell as another site (docs/native.md).
    { 'sec-fetch-site': 'cross-site', origin: 'capacitor://localhost' },
  ])('accepts %j', async (headers) => {
    expect((await updateProfile(headers)).statusCode).toBe(200);
    await fan.patch('/api/user/profile', { homeVenue: null });
  });
});
