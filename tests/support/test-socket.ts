import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { type ClientOptions, WebSocket } from 'ws';
import {
  PULSE,
  REALTIME_PATH,
  type RealtimeMessage,
  serverMessage,
  TOPIC_EVENT,
} from '#contract/realtime.ts';

/** A browser's end of the realtime connection. A pulse is emitted by the socket, as 'pulse'. */
export interface TestSocket {
  socket: WebSocket;
  /** Every message about a show so far. */
  messages: RealtimeMessage[];
  /** The next message that was not asked for yet; fails when none comes. */
  next(): Promise<RealtimeMessage>;
  /** Resolves with the code when the socket closes; 1006 is an end without a goodbye. */
  closed: Promise<number>;
}

const TIMEOUT_MS = 30_000;

/** Listens on a free port of this machine; returns the address of the realtime socket. */
export async function listenForSockets(app: FastifyInstance): Promise<string> {
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return `${address.replace('http', 'ws')}${REALTIME_PATH}`;
}

export async function openSocket(
  url: string,
  headers: Record<string, string>,
  options: ClientOptions = {},
): Promise<TestSocket> {
  const socket = connect(url, headers, options);
  const messages: RealtimeMessage[] = [];
  let taken = 0;
  socket.on('message', (data) => {
    if (String(data) === PULSE) return socket.emit('pulse');
    const message = serverMessage.parse(JSON.parse(String(data)));
    if (message.event === TOPIC_EVENT) return;
    messages.push(message);
    socket.emit('heard');
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  // A broken connection is told by its closing.
  socket.on('error', () => undefined);
  await once(socket, 'open', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return {
    socket,
    messages,
    closed,
    async next() {
      if (messages.length === taken)
        await once(socket, 'heard', { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const message = messages[taken];
      if (!message) throw new Error('Heard a message that is not there.');
      taken += 1;
      return message;
    },
  };
}

/** The answer to an upgrade that is refused; fails when it is not. */
export async function refusalOf(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; body: { message: string } }> {
  const socket = connect(url, headers, {});
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.terminate();
      reject(new Error('The upgrade was not refused.'));
    });
    socket.once('error', reject);
    socket.once('unexpected-response', async (_request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode, body: JSON.parse(String(Buffer.concat(chunks))) });
    });
  });
}

function connect(url: string, headers: Record<string, string>, options: ClientOptions): WebSocket {
  return new WebSocket(url, { ...options, headers });
}
