import { once } from 'node:events';
import { connect } from 'node:net';
import { buildSessionCookie } from '../support/url-product.ts';

/** Waiting for a free connection counts as response time. */
const CONNECTION_COUNT = 250;

/**
 * Returns the time of each response since the start. Uses plain sockets, because Node's HTTP client
 * takes twice as much CPU time per request as the server.
 */
export async function requestPages(url: string, fanCount: number): Promise<number[]> {
  const fans = Array.from({ length: fanCount }, (_, n) => n + 1).values();
  const times: number[] = [];
  const start = performance.now();
  const connections = Array.from({ length: CONNECTION_COUNT }, () =>
    requestInTurn(new URL(url), fans, () => times.push(performance.now() - start)),
  );
  await Promise.all(connections);
  if (times.length !== fanCount) throw new Error(`${times.length} of ${fanCount} responses`);
  return times;
}

async function requestInTurn(
  { hostname, port, pathname, href }: URL,
  fans: Iterator<number>,
  onResponse: () => void,
): Promise<void> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  let missingBytes = 0;
  const sendNext = () => {
    const { value: fan, done } = fans.next();
    if (done) return socket.end();
    const headers = [
      `host: ${hostname}`,
      `cookie: ${buildSessionCookie(fan)}`,
      'accept-encoding: br',
    ];
    return socket.write(`GET ${pathname} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  };
  socket.on('data', (chunk: Buffer) => {
    if (missingBytes === 0) missingBytes = readLength(chunk, href);
    missingBytes -= chunk.length;
    if (missingBytes > 0) return;
    onResponse();
    sendNext();
  });
  sendNext();
  await once(socket, 'close');
}

/** The first chunk contains all headers. */
function readLength(chunk: Buffer, href: string): number {
  const bodyStart = chunk.indexOf('\r\n\r\n') + 4;
  const head = chunk.toString('latin1', 0, bodyStart);
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined)
    throw new Error(`Unexpected response of ${href}: ${head}`);
  return bodyStart + Number(length);
}
