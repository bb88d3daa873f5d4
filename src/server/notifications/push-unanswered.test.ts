import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import type { ClaimedNotification } from './claim.ts';
import { pushChannel } from './push-channel.ts';
import { ConnectingAgent, wasConnected } from './push-to-device.ts';
import { NotAccepted } from './send-notifications.ts';

let stage: TestApp;
let fan: Caller;
let silent: Server;

beforeAll(async () => {
  silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  stage = await openTestApp();
  fan = await stage.signUp('Fan');
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
  silent.close();
  await stage.close();
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

const show = { id: '5a1c3d1e-0000-4000-8000-000000000000', name: 'Barn Night', city: 'Duluth' };

async function failureOf(error: object): Promise<unknown> {
  const agent = new Agent();
  agent.createConnection = () => {
    const socket = connect(portOf(silent));
    return socket.once('connect', () =>
      socket.destroy(Object.assign(new Error('No connection'), error)),
    );
  };
  const band = { known: () => ({ contactEmail: 'us@example.com' }) } as never;
  const pushing = { db: stage.database.db, band, publicUrl: undefined };
  const send = pushChannel({ ...pushing, clock: () => stage.clock.now }, agent);
  const notice = { kind: 'result', points: 119, show, showId: show.id, userId: fan.userId };
  return send(notice as ClaimedNotification).catch((failure: unknown) => failure);
}

it.each([
  ['has no address', { code: 'EAI_AGAIN', syscall: 'getaddrinfo' }],
  ['refuses', { code: 'ECONNREFUSED', syscall: 'connect' }],
  ['can be reached at none of its addresses', { errors: Array(2).fill({ syscall: 'connect' }) }],
])('retries a push service that %s', async (_what, error) => {
  expect(await failureOf(error)).toBeInstanceOf(NotAccepted);
});

it('does not retry a connection that breaks off, because the push may be on the screen', async () => {
  const failure = await failureOf({ code: 'ECONNRESET', syscall: 'read' });
  expect(failure).toMatchObject({ code: 'ECONNRESET' });
  expect(failure).not.toBeInstanceOf(NotAccepted);
});

it('counts a service that does not connect in time as not reached', async () => {
  const port = portOf(silent);
  const call = request({ host: '127.0.0.1', port, agent: new ConnectingAgent(20) });
  const [error] = await once(call, 'error');
  expect(wasConnected(error)).toBe(false);
});
