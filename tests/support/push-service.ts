import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface Pushed {
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}

/**
 * A push service on this machine. By its agent it takes what is meant for any service, as it is: without
 * TLS. What it answers to a path is 201 where nothing else is put into `answers`.
 */
export async function openPushService() {
  const pushed: Pushed[] = [];
  const answers: Record<string, number> = {};
  const service = createServer(async (request, response) => {
    const path = request.url ?? '';
    pushed.push({ path, headers: request.headers, body: await buffer(request) });
    response.writeHead(answers[path] ?? 201).end();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const agent = new Agent({ keepAlive: false });
  agent.createConnection = () => connect({ port, host: '127.0.0.1' });
  return {
    pushed,
    answers,
    agent,
    close() {
      agent.destroy();
      service.close();
    },
  };
}

/** A browser that shows notices: what it tells the server, and the keys by which it alone reads what comes. */
export function makeBrowser(name: string) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const secret = randomBytes(16);
  const subscription = {
    endpoint: `https://fcm.googleapis.com/${name}`,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: secret.toString('base64url') },
    timeZone: 'Europe/Berlin',
  };
  return { subscription, keys, secret };
}
