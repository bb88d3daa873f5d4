import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

const lines: string[] = [];
let app: TestApp;
beforeAll(async () => {
  const stream = { write: (line: string) => lines.push(line) };
  app = await openTestApp({ logger: { level: 'warn', stream } });
});
afterAll(() => app.close());

it.each([
  ['cached bytes', '/api/shows'],
  ['many cached bytes', '/api/songs'],
  ['an object', '/api/auth/user'],
  ['nothing', '/api/leaderboard/me'],
])('logs no warning for a response of %s', async (_, url) => {
  for (const visit of ['first', 'second']) {
    const response = await app.admin.get(url);
    expect(response.statusCode, visit).toBeLessThan(300);
    const etag = String(response.headers.etag ?? '');
    if (etag) expect((await app.admin.get(url, { 'if-none-match': etag })).statusCode).toBe(304);
  }
  expect(lines).toEqual([]);
});
