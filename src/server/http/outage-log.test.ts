import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

const lines: Record<string, unknown>[] = [];
let app: TestApp;
beforeAll(async () => {
  const stream = { write: (line: string) => lines.push(JSON.parse(line)) };
  app = await openTestApp({ logger: { level: 'info', stream } });
});
afterAll(() => app.close());

it('logs at most one line per second while the database is unreachable', async () => {
  const fan = await app.signUp('Fan');
  const pool = app.database.db.$client;
  const rejectConnection = () =>
    Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
  const mocks = [
    vi.spyOn(pool, 'connect').mockImplementation(rejectConnection),
    vi.spyOn(pool, 'query').mockImplementation(rejectConnection),
  ];
  lines.length = 0;
  const fail = async (times: number) => {
    for (let n = 0; n < times; n += 1)
      expect((await fan.get('/api/forums/threads')).statusCode).toBe(503);
  };
  await fail(20);
  expect(lines).toMatchObject([{ level: 50, msg: 'the database is not reachable', failed: 1 }]);
  app.clock.now += 1_000;
  await fail(5);
  expect(lines).toMatchObject([{ failed: 1 }, { failed: 20 }]);
  expect((await app.visitor.get('/readyz')).statusCode).toBe(503);
  expect(lines).toHaveLength(2);
  for (const mock of mocks) mock.mockRestore();

  expect((await fan.get('/api/forums/threads')).statusCode).toBe(200);
  expect(lines.at(-1)).toMatchObject({ msg: 'request', status: 200 });
});
