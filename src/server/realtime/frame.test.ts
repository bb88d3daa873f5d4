import { on, once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { buildFrame } from './frame.ts';

let server: WebSocketServer;
beforeAll(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
});
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())));

// A header encodes lengths up to 125, up to 65,535, and above in three ways.
test('frames of every length arrive complete and in order between the frames that ws sends', async () => {
  const texts = [2, 125, 126, 65_535, 65_536, 300_000].map((bytes) => 'ö'.padEnd(bytes - 1, '.'));
  server.once('connection', (socket, { socket: connection }) => {
    for (const text of texts) {
      connection.write(buildFrame(text));
      socket.ping();
      socket.send(`after ${text.length}`);
    }
    socket.close(1000);
  });
  const { port } = server.address() as { port: number };
  const client = new WebSocket(`ws://127.0.0.1:${port}`);
  const messages: string[] = [];
  for await (const [bytes, isBinary] of on(client, 'message', { close: ['close'] })) {
    expect(isBinary).toBe(false);
    messages.push(`${bytes}`);
  }
  expect(messages).toEqual(texts.flatMap((text) => [text, `after ${text.length}`]));
});
