import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import type { ClaimedNotification } from './claim.ts';
import { createPushChannel } from './push-channel.ts';
import { ConnectTimeoutAgent, wasConnected } from './push-to-device.ts';
import { NotAcceptedError } from './send-notifications.ts';

let app: TestApp;
let fan: Caller;
let silentServer: Server;

beforeAll(async () => {
  silentServer = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await once(silentServer, 'listening');
  app = await openTestApp();
  fan = await app.signUp('Fan');
  const keys = createECDH('prime256v1');
  const p256dh = keys.generateKeys('base64url');
  const body = {
    endpoint: 'https://fcm.googleapis.com/phone',
    keys: { p256dh, auth: randomBytes(16).toString('base64url') },
    timeZone: 'Europe/Berlin',
  };
  expect((await fan.post('/api/user/push-subscriptions', body)).statusCode).toBe(204);
});
afterAll(async () => {
  silentServer.close();
  await app.close();
});

const getPort = (server: Server) => (server.address() as AddressInfo).port;

const show = {
  ...{ id: '5a1c3d1e-0000-4000-8000-000000000000', name: 'Barn Night', city: 'Duluth' },
  ...{ status: 'closed', date: new Date('2026-11-20') },
};

async function sendWithError(error: object): Promise<unknown> {
  const agent = new Agent();
  agent.createConnection = () => {
    const socket = connect(getPort(silentServer));
    return socket.once('connect', () =>
      socket.destroy(Object.assign(new Error('No connection'), error)),
    );
  };
  const band = { current: () => ({ contactEmail: 'us@example.com' }) } as never;
  const pushContext = { db: app.database.db, band, publicUrl: undefined };
  const send = createPushChannel({ ...pushContext, clock: () => app.clock.now }, agent);
  const spoilers = { spoilersHiddenSince: null, revealedShowIds: [] };
  const facts = { kind: 'result', points: 119, show, showId: show.id, userId: fan.userId };
  return send({ ...facts, ...spoilers } as unknown as ClaimedNotification).catch(
    (failure: unknown) => failure,
  );
}

it.each([
  ['has an unknown host name', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }],
  ['rejects connections', { code: 'ECONNREFUSED', syscall: 'connect' }],
  ['is unreachable at all of its addresses', { errors: Array(2).fill({ syscall: 'connect' }) }],
])('retries a push service that %s', async (_what, error) => {
  expect(await sendWithError(error)).toBeInstanceOf(NotAcceptedError);
});

it('does not retry after a broken connection, because the device may have shown the push', async () => {
  const failure = await sendWithError({ code: 'ECONNRESET', syscall: 'read' });
  expect(failure).toMatchObject({ code: 'ECONNRESET' });
  expect(failure).not.toBeInstanceOf(NotAcceptedError);
});

it('treats a service as not reached if connecting times out', async () => {
  const port = getPort(silentServer);
  const pushRequest = request({ host: '127.0.0.1', port, agent: new ConnectTimeoutAgent(20) });
  const [error] = await once(pushRequest, 'error');
  expect(wasConnected(error)).toBe(false);
});
