import { Agent, request } from 'node:http';

/** Waiting for a free connection counts as response time. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Resolves with status 0 if there is no response. */
export function sendRequest(
  url: string,
  { cookie, body }: { cookie: string; body?: string },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const outgoing = request(url, {
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie,
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
      },
      timeout: 30_000,
    });
    const fail = () => resolve({ status: 0, text: '' });
    outgoing.on('error', fail);
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', fail);
    });
    outgoing.end(body);
  });
}

export function closeConnections(): void {
  agent.destroy();
}
