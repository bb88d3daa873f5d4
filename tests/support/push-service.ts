import { createECDH, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';

interface PushRequest {
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: Buffer;
}

/**
 * `agent` redirects requests for any push service here. Returns 201 unless `statuses` has the path.
 */
export async function openPushService() {
  const requests: PushRequest[] = [];
  const statuses: Record<string, number> = {};
  const service = createServer(async (request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers, body: await buffer(request) });
    response.writeHead(statuses[path] ?? 201).end();
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const agent = new Agent({ keepAlive: false });
  agent.createConnection = () => connect({ port, host: '127.0.0.1' });
  return {
    requests,
    statuses,
    agent,
    close() {
      agent.destroy();
      service.close();
    },
  };
}

export function createBrowser(name: string) {
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
