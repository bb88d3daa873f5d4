import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

const OWN = /^[\da-f]{16}-[\da-z]+$/;
const GIVEN = '4bf92f3577b34da6a3ce929d0e0e4736';
const BALANCER = '10.1.2.3';

const lines: Record<string, unknown>[] = [];
let app: TestApp['app'];
let close: TestApp['close'];
beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logger = { level: 'info', stream };
  ({ app, close } = await openTestApp({ logger, trustProxy: '10.0.0.0/8, fd00::/8' }));
});
afterAll(() => close());

async function ask(options: { url?: string; id?: string; from?: string }) {
  const { url = '/api/auth/user', id, from = BALANCER } = options;
  lines.length = 0;
  const headers = id === undefined ? {} : { 'x-request-id': id };
  const answer = await app.inject({ url, headers, remoteAddress: from });
  return { id: String(answer.headers['x-request-id']), statusCode: answer.statusCode };
}

test("a balancer's is taken, answered and written on each line", async () => {
  expect((await ask({ id: GIVEN })).id).toBe(GIVEN);
  expect(lines.map(({ reqId }) => reqId)).toEqual([GIVEN]);
});

test.each([
  ['a stranger has sent', { id: GIVEN, from: '203.0.113.9' }],
  ['is too short', { id: 'abc' }],
  ['is too long', { id: 'a'.repeat(129) }],
  ['breaks a line', { id: `${GIVEN}" level=60 "` }],
  ['is in other letters', { id: `${GIVEN}é` }],
  ['is none', {}],
])('one that %s is not: a new one is made', async (_, asked) => {
  const { id } = await ask(asked);
  expect(id).toMatch(OWN);
  expect(lines.map(({ reqId }) => reqId)).toEqual([id]);
});

test('each request has another', async () => {
  const [one, other] = [await ask({}), await ask({})];
  expect(one.id).not.toBe(other.id);
});

test.each([
  ['a page', '/'],
  ['a file that is not there', '/nothing.png'],
  ['an address that cannot be read', '/%ff'],
])('%s is answered with one', async (_, url) => {
  expect((await ask({ url, id: GIVEN })).id).toBe(GIVEN);
});

test('what went wrong is written under it', async () => {
  const failing = await openTestApp({
    logger: {
      level: 'info',
      stream: { write: (line: string) => void lines.push(JSON.parse(line)) },
    },
    trustProxy: true,
  });
  await failing.database.close();
  lines.length = 0;
  const answer = await failing.app.inject({ url: '/readyz', headers: { 'x-request-id': GIVEN } });
  expect([answer.statusCode, answer.headers['x-request-id']]).toEqual([503, GIVEN]);
  expect(lines.map(({ reqId, msg }) => [reqId, msg])).toContainEqual([
    GIVEN,
    'the database is not reachable',
  ]);
  await failing.app.close();
});
