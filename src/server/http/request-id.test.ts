import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

const GENERATED = /^[\da-f]{16}-[\da-z]+$/;
const RECEIVED = '4bf92f3577b34da6a3ce929d0e0e4736';
const BALANCER = '10.1.2.3';

const lines: Record<string, unknown>[] = [];
let app: TestApp;
beforeAll(async () => {
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logger = { level: 'info', stream };
  app = await openTestApp({ logger, trustProxy: '10.0.0.0/8, fd00::/8' });
});
afterAll(() => app.close());

async function send(options: { url?: string; id?: string; clientAddress?: string }) {
  const { url = '/api/auth/user', id, clientAddress = BALANCER } = options;
  lines.length = 0;
  const headers = id === undefined ? {} : { 'x-request-id': id };
  const response = await app.fastify.inject({ url, headers, remoteAddress: clientAddress });
  return { id: String(response.headers['x-request-id']), statusCode: response.statusCode };
}

test('accepts the ID from a load balancer, returns it and logs it on each line', async () => {
  expect((await send({ id: RECEIVED })).id).toBe(RECEIVED);
  expect(lines.map(({ reqId }) => reqId)).toEqual([RECEIVED]);
});

test.each([
  ['came from an untrusted address', { id: RECEIVED, clientAddress: '203.0.113.9' }],
  ['is too short', { id: 'abc' }],
  ['is too long', { id: 'a'.repeat(129) }],
  ['breaks a line', { id: `${RECEIVED}" level=60 "` }],
  ['contains other characters', { id: `${RECEIVED}é` }],
  ['is missing', {}],
])('creates an ID when the received one %s', async (_, options) => {
  const { id } = await send(options);
  expect(id).toMatch(GENERATED);
  expect(lines.map(({ reqId }) => reqId)).toEqual([id]);
});

test('gives each request a different ID', async () => {
  const [first, second] = [await send({}), await send({})];
  expect(first.id).not.toBe(second.id);
});

test.each([
  ['a page', '/'],
  ['a missing file', '/nothing.png'],
  ['a malformed path', '/%ff'],
])('returns the ID with %s', async (_, url) => {
  expect((await send({ url, id: RECEIVED })).id).toBe(RECEIVED);
});

test('logs an error under the request ID', async () => {
  const failing = await openTestApp({
    logger: {
      level: 'info',
      stream: { write: (line: string) => void lines.push(JSON.parse(line)) },
    },
    trustProxy: true,
  });
  await failing.database.close();
  lines.length = 0;
  const response = await failing.fastify.inject({
    url: '/readyz',
    headers: { 'x-request-id': RECEIVED },
  });
  expect([response.statusCode, response.headers['x-request-id']]).toEqual([503, RECEIVED]);
  expect(lines.map(({ reqId, msg }) => [reqId, msg])).toContainEqual([
    RECEIVED,
    'the database is not reachable',
  ]);
  await failing.fastify.close();
});
