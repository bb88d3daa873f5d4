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

async function send(options: { url?: string; id?: string; from?: string }) {
  const { url = '/api/auth/user', id, from = BALANCER } = options;
  lines.length = 0;
  const headers = id === undefined ? {} : { 'x-request-id': id };
  const answer = await app.inject({ url, headers, remoteAddress: from });
  return { id: String(answer.headers['x-request-id']), statusCode: answer.statusCode };
}

test('takes the id of a balancer, returns it and writes it on each line', async () => {
  expect((await send({ id: GIVEN })).id).toBe(GIVEN);
  expect(lines.map(({ reqId }) => reqId)).toEqual([GIVEN]);
});

test.each([
  ['came from an untrusted address', { id: GIVEN, from: '203.0.113.9' }],
  ['is too short', { id: 'abc' }],
  ['is too long', { id: 'a'.repeat(129) }],
  ['breaks a line', { id: `${GIVEN}" level=60 "` }],
  ['contains other characters', { id: `${GIVEN}é` }],
  ['is missing', {}],
])('creates an id when the received one %s', async (_, options) => {
  const { id } = await send(options);
  expect(id).toMatch(OWN);
  expect(lines.map(({ reqId }) => reqId)).toEqual([id]);
});

test('gives each request a different id', async () => {
  const [first, second] = [await send({}), await send({})];
  expect(first.id).not.toBe(second.id);
});

test.each([
  ['a page', '/'],
  ['a missing file', '/nothing.png'],
  ['a malformed path', '/%ff'],
])('returns the id with %s', async (_, url) => {
  expect((await send({ url, id: GIVEN })).id).toBe(GIVEN);
});

test('logs an error under the request id', async () => {
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
