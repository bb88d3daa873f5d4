import { Agent, request } from 'node:http';

/** As many connections as the crowd's requests share; who finds none free waits, and that counts. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Resolves with the status and the text; 0 where no answer came. */
export function ask(
  url: string,
  { cookie, body }: { cookie: string; body?: string },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const asked = request(url, {
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
    asked.on('error', fail);
    asked.on('timeout', () => asked.destroy());
    asked.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
      answer.on('error', fail);
    });
    asked.end(body);
  });
}

export function stopAsking(): void {
  agent.destroy();
}
