import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

const said: string[] = [];
let test: TestApp;
beforeAll(async () => {
  const stream = { write: (line: string) => said.push(line) };
  test = await openTestApp({ logger: { level: 'warn', stream } });
});
afterAll(() => test.close());

it.each([
  ['bytes from memory', '/api/shows'],
  ['bytes from memory, of which there are many', '/api/songs'],
  ['an object', '/api/auth/user'],
  ['nothing', '/api/leaderboard/me'],
])('an answer of %s leaves no warning', async (_, url) => {
  for (const visit of ['first', 'again']) {
    const answer = await test.admin.get(url);
    expect(answer.statusCode, visit).toBeLessThan(300);
    const etag = String(answer.headers.etag ?? '');
    if (etag) expect((await test.admin.get(url, { 'if-none-match': etag })).statusCode).toBe(304);
  }
  expect(said).toEqual([]);
});
