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

/** The client's end of a realtime connection. Emits each pulse as 'pulse'. */
export interface TestSocket {
  socket: WebSocket;
  messages: RealtimeMessage[];
  /** Rejects if no unread message arrives in time. */
  next(): Promise<RealtimeMessage>;
  /** Resolves with the close code; 1006 means the connection closed without a close frame. */
  closed: Promise<number>;
}

const TIMEOUT_MS = 30_000;

export async function listenForSockets(app: FastifyInstance): Promise<string> {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return `${origin.replace('http', 'ws')}${REALTIME_PATH}`;
}

export async function openSocket(
  url: string,
  headers: Record<string, string>,
  options: ClientOptions = {},
): Promise<TestSocket> {
  const socket = connect(url, headers, options);
  const messages: RealtimeMessage[] = [];
  let readCount = 0;
  socket.on('message', (data) => {
    if (String(data) === PULSE) return socket.emit('pulse');
    const message = serverMessage.parse(JSON.parse(String(data)));
    if (message.event === TOPIC_EVENT) return;
    messages.push(message);
    socket.emit('received');
  });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  // The close event reports a broken connection.
  socket.on('error', () => undefined);
  await once(socket, 'open', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return {
    socket,
    messages,
    closed,
    async next() {
      if (messages.length === readCount)
        await once(socket, 'received', { signal: AbortSignal.timeout(TIMEOUT_MS) });
      const message = messages[readCount];
      if (!message) throw new Error('The message is missing.');
      readCount += 1;
      return message;
    },
  };
}

/** Rejects if the upgrade succeeds. */
export async function getUpgradeRejection(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number | undefined; body: { message: string } }> {
  const socket = connect(url, headers, {});
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.terminate();
      reject(new Error('The upgrade was not rejected.'));
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
