import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

const lines: string[] = [];
let server: TestApp;
beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(line) };
  server = await openTestApp({ logger: { level: 'info', stream } });
});
afterAll(() => server.close());

const headersOf = async (url: string) => (await server.visitor.get(url)).headers;

test.each(['/', '/s/none', '/nothing.png', '/api/docs/'])(
  '%s allows only our own scripts and styles and no framing',
  async (url) => {
    const headers = await headersOf(url);
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toMatch(/unsafe-(inline|eval)|https:|http:|\*/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(policy).toMatch(/base-uri 'none'/);
    expect(policy).toMatch(/default-src '(self|none)'/);
    expect(policy).toMatch(/report-uri \/csp-reports/);
  },
);

test.each(['/', '/s/none', '/nothing.png', '/api/docs/'])(
  '%s sends no referrer to other sites',
  async (url) => {
    expect(await headersOf(url)).toMatchObject({ 'referrer-policy': 'no-referrer' });
  },
);

test.each(['/', '/s/none', '/nothing.png', '/api/docs/'])(
  '%s disables features that no page uses',
  async (url) => {
    const policy = String((await headersOf(url))['permissions-policy']);
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(policy.split(', ')).toContain(`${feature}=()`);
    expect(policy).not.toMatch(/publickey|wake-lock|web-share|clipboard/);
  },
);

test.each(['/api/band', '/api/auth/user', '/api/nothing'])(
  "%s is served as data that other sites can't read",
  async (url) => {
    expect(await headersOf(url)).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  },
);

test.each(['/', '/api/band'])('%s enables HSTS only on https', async (url) => {
  const hstsOf = async (publicUrl?: string) => {
    const { app, close } = await openTestApp({ publicUrl });
    const { headers } = await app.inject(url);
    await close();
    return headers['strict-transport-security'];
  };
  expect(await hstsOf('https://calledit.example')).toMatch(/^max-age=31536000/);
  expect(await hstsOf('http://calledit.example')).toBeUndefined();
});

const report = (more: object = {}) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'http://localhost/s/Zq4vS0meT0kenOf4Link?secret=1',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js?secret=2',
      'script-sample': 'window.secret',
      ...more,
    },
  });
const send = (body: string, type = 'application/csp-report') =>
  server.visitor.post('/csp-reports', body, { 'content-type': type, origin: 'null' });
const logged = () => lines.filter((line) => line.includes('stopped by the content policy'));

test('logs each kind of report once, without secrets from the URLs', async () => {
  for (let n = 0; n < 3; n += 1) expect((await send(report())).statusCode).toBe(204);
  expect(logged()).toHaveLength(1);
  expect(JSON.parse(logged()[0] ?? '')).toMatchObject({
    directive: 'script-src-elem',
    blocked: 'https://evil.example',
    path: '/s/-',
  });
  expect(lines.join('')).not.toMatch(/secret|Zq4v/);
  await send(report({ 'blocked-uri': 'inline' }));
  expect(logged()).toHaveLength(2);
});

test('ignores or rejects invalid and oversized reports', async () => {
  const before = logged().length;
  for (const body of ['[]', 'null', '{}', report({ 'effective-directive': 'a\nb' })])
    expect((await send(body)).statusCode).toBe(204);
  expect((await send('{')).statusCode).toBe(400);
  expect((await send(report({ 'script-sample': 'x'.repeat(9_000) }))).statusCode).toBe(413);
  expect((await send(report(), 'text/html')).statusCode).toBe(415);
  expect(logged()).toHaveLength(before);
});

test('logs a limited number of kinds', async () => {
  for (let n = 0; n < 300; n += 1)
    await send(report({ 'document-uri': `http://localhost/made-up-${n}` }));
  expect(logged()).toHaveLength(100);
});
