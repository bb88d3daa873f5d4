import type { Client } from './hub.ts';

const PING_EVERY_MS = 15_000;

/** Two unanswered pings are 30 seconds without a pong. */
const UNANSWERED_MAX = 2;

/** Pings every socket and ends the ones behind which nobody is any more. */
export function startHeartbeat(clients: Iterable<Client>) {
  const unanswered = new WeakMap<Client, number>();

  const timer = setInterval(() => {
    for (const client of clients) beat(client);
  }, PING_EVERY_MS).unref();

  return { close: () => clearInterval(timer) };

  function beat(client: Client) {
    const { socket } = client;
    const count = unanswered.get(client) ?? 0;
    if (count >= UNANSWERED_MAX) return socket.terminate();
    unanswered.set(client, count + 1);
    if (count === 0) socket.once('pong', () => unanswered.delete(client));
    socket.ping();
  }
}
