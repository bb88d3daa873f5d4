import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

const logged: string[] = [];
let test: TestApp;
beforeAll(async () => {
  const stream = { write: (line: string) => logged.push(line) };
  test = await openTestApp({ logger: { level: 'warn', stream } });
});
afterAll(() => test.close());

it.each([
  ['cached bytes', '/api/shows'],
  ['many cached bytes', '/api/songs'],
  ['an object', '/api/auth/user'],
  ['nothing', '/api/leaderboard/me'],
])('logs no warning for a response of %s', async (_, url) => {
  for (const visit of ['first', 'again']) {
    const answer = await test.admin.get(url);
    expect(answer.statusCode, visit).toBeLessThan(300);
    const etag = String(answer.headers.etag ?? '');
    if (etag) expect((await test.admin.get(url, { 'if-none-match': etag })).statusCode).toBe(304);
  }
  expect(logged).toEqual([]);
});
