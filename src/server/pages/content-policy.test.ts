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
  '%s lets nothing run or dress the page but our own files, and stands in no frame',
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
  '%s tells no site that it links to where somebody came from',
  async (url) => {
    expect(await headersOf(url)).toMatchObject({ 'referrer-policy': 'no-referrer' });
  },
);

test.each(['/', '/s/none', '/nothing.png', '/api/docs/'])(
  '%s lets no page use what ours do not: camera, microphone, place, payment',
  async (url) => {
    const policy = String((await headersOf(url))['permissions-policy']);
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(policy.split(', ')).toContain(`${feature}=()`);
    expect(policy).not.toMatch(/publickey|wake-lock|web-share|clipboard/);
  },
);

test.each(['/api/band', '/api/auth/user', '/api/nothing'])(
  '%s is data: it is taken for nothing else, read by no other site, and may do nothing as a page',
  async (url) => {
    expect(await headersOf(url)).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  },
);

test.each(['/', '/api/band'])(
  'where the site is on https, browsers are told by %s to stay there',
  async (url) => {
    const isTold = async (publicUrl?: string) => {
      const { app, close } = await openTestApp({ publicUrl });
      const { headers } = await app.inject(url);
      await close();
      return headers['strict-transport-security'];
    };
    expect(await isTold('https://calledit.example')).toMatch(/^max-age=31536000/);
    expect(await isTold('http://calledit.example')).toBeUndefined();
  },
);

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
const told = () => lines.filter((line) => line.includes('stopped by the content policy'));

test('a report is told once for each kind, without what an address may hold', async () => {
  for (let n = 0; n < 3; n += 1) expect((await send(report())).statusCode).toBe(204);
  expect(told()).toHaveLength(1);
  expect(JSON.parse(told()[0] ?? '')).toMatchObject({
    directive: 'script-src-elem',
    blocked: 'https://evil.example',
    path: '/s/-',
  });
  expect(lines.join('')).not.toMatch(/secret|Zq4v/);
  await send(report({ 'blocked-uri': 'inline' }));
  expect(told()).toHaveLength(2);
});

test('what is no report, or too long, is refused or forgotten', async () => {
  const before = told().length;
  for (const body of ['[]', 'null', '{}', report({ 'effective-directive': 'a\nb' })])
    expect((await send(body)).statusCode).toBe(204);
  expect((await send('{')).statusCode).toBe(400);
  expect((await send(report({ 'script-sample': 'x'.repeat(9_000) }))).statusCode).toBe(413);
  expect((await send(report(), 'text/html')).statusCode).toBe(415);
  expect(told()).toHaveLength(before);
});

test('whoever makes them up fills no log', async () => {
  for (let n = 0; n < 300; n += 1)
    await send(report({ 'document-uri': `http://localhost/made-up-${n}` }));
  expect(told()).toHaveLength(100);
});
