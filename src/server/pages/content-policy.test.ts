import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(line) };
  app = await openTestApp({ logger: { level: 'info', stream } });
});
afterAll(() => app.close());

const fetchHeaders = async (url: string) => (await app.visitor.get(url)).headers;

test.each(['/', '/s/none', '/nothing.png', '/api/docs/'])(
  '%s allows only our own scripts and styles and no framing',
  async (url) => {
    const headers = await fetchHeaders(url);
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
    expect(await fetchHeaders(url)).toMatchObject({ 'referrer-policy': 'no-referrer' });
  },
);

test.each(['/', '/s/none', '/nothing.png', '/api/docs/'])(
  '%s disables features that no page uses',
  async (url) => {
    const policy = String((await fetchHeaders(url))['permissions-policy']);
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb'])
      expect(policy.split(', ')).toContain(`${feature}=()`);
    expect(policy).not.toMatch(/publickey|wake-lock|web-share|clipboard/);
  },
);

test.each(['/api/band', '/api/auth/user', '/api/nothing'])(
  "%s is served as data that other sites can't read",
  async (url) => {
    expect(await fetchHeaders(url)).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
  },
);

test.each(['/', '/api/band'])('%s enables HSTS only on HTTPS', async (url) => {
  const fetchHsts = async (publicUrl?: string) => {
    const { fastify, close } = await openTestApp({ publicUrl });
    const { headers } = await fastify.inject(url);
    await close();
    return headers['strict-transport-security'];
  };
  expect(await fetchHsts('https://calledit.example')).toMatch(/^max-age=31536000/);
  expect(await fetchHsts('http://calledit.example')).toBeUndefined();
});

const createReport = (fields: object = {}) =>
  JSON.stringify({
    'csp-report': {
      'document-uri': 'http://localhost/s/Zq4vS0meT0kenOf4Link?secret=1',
      'effective-directive': 'script-src-elem',
      'blocked-uri': 'https://evil.example/x.js?secret=2',
      'script-sample': 'window.secret',
      ...fields,
    },
  });
const send = (body: string, type = 'application/csp-report') =>
  app.visitor.post('/csp-reports', body, { 'content-type': type, origin: 'null' });
const listReports = () => lines.filter((line) => line.includes('blocked by the content policy'));

test('logs each kind of report once, without secrets from the URLs', async () => {
  for (let n = 0; n < 3; n += 1) expect((await send(createReport())).statusCode).toBe(204);
  expect(listReports()).toHaveLength(1);
  expect(JSON.parse(listReports()[0] ?? '')).toMatchObject({
    directive: 'script-src-elem',
    blocked: 'https://evil.example',
    path: '/s/-',
  });
  expect(lines.join('')).not.toMatch(/secret|Zq4v/);
  await send(createReport({ 'blocked-uri': 'inline' }));
  expect(listReports()).toHaveLength(2);
});

test('ignores or rejects invalid and oversized reports', async () => {
  const previousCount = listReports().length;
  for (const body of ['[]', 'null', '{}', createReport({ 'effective-directive': 'a\nb' })])
    expect((await send(body)).statusCode).toBe(204);
  expect((await send('{')).statusCode).toBe(400);
  expect((await send(createReport({ 'script-sample': 'x'.repeat(9_000) }))).statusCode).toBe(413);
  expect((await send(createReport(), 'text/html')).statusCode).toBe(415);
  expect(listReports()).toHaveLength(previousCount);
});

test('logs a limited number of report kinds', async () => {
  for (let n = 0; n < 300; n += 1)
    await send(createReport({ 'document-uri': `http://localhost/made-up-${n}` }));
  expect(listReports()).toHaveLength(100);
});
