import { FORUM_EVENT, type ServerMessage } from '#contract/realtime.ts';
import type { FindViewer } from '../http/viewer.ts';
import type { Bus, ShowEvent, ThreadEvent } from './bus.ts';
import type { Client } from './client.ts';
import { startHeartbeat } from './heartbeat.ts';
import { limitFrames } from './limit-frames.ts';
import { watchSessions } from './session-watch.ts';
import { createThrottle } from './throttle.ts';

/** What may wait unread for one socket before it is ended. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** The open sockets of this process, and what they are told. */
export interface Hub {
  add(client: Client): void;
  /** How many sockets a user has open here. */
  countOf(userId: string): number;
  /** Tells every socket to come back later (1012) and waits until they went. */
  close(): Promise<void>;
}

export function createHub(bus: Bus, findViewer: FindViewer): Hub {
  const clients = new Set<Client>();
  const throttle = createThrottle(fanOut);
  const sessions = watchSessions(clients, findViewer, end);
  const heartbeat = startHeartbeat(clients, { look: sessions.check, end });
  const unsubscribe = bus.subscribe(({ events = [], threads = [], accounts = [] }) => {
    for (const event of [...events, ...threads]) throttle.push(event);
    if (accounts.length > 0) sessions.recheck(accounts);
  });

  return {
    add(client) {
      clients.add(client);
      client.socket.on('close', () => clients.delete(client));
      limitFrames(client.socket, (code, reason) => end(client, code, reason));
    },
    countOf(userId) {
      let count = 0;
      for (const client of clients) if (client.userId === userId) count += 1;
      return count;
    },
    async close() {
      unsubscribe();
      throttle.close();
      heartbeat.close();
      sessions.close();
      await sayGoodbye([...clients]);
    },
  };

  /** The same bytes for everyone, in one loop. */
  function fanOut(event: ShowEvent | ThreadEvent) {
    const bytes = Buffer.from(JSON.stringify(messageOf(event, clients.size)));
    for (const { socket } of clients) {
      if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
      else socket.send(bytes, { binary: false });
    }
  }

  /** Closes a socket; from now on it is told nothing and counts no more. */
  function end(client: Client, code: number, reason: string) {
    clients.delete(client);
    client.socket.close(code, reason);
  }
}

/** Who does not answer is let go by ws itself, after its `closeTimeout`. */
async function sayGoodbye(clients: Client[]): Promise<void> {
  const gone = clients.map(
    ({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
  );
  for (const { socket } of clients) socket.close(1012, 'The server restarts');
  await Promise.all(gone);
}

function messageOf(told: ShowEvent | ThreadEvent, audience: number): ServerMessage {
  const { version } = told;
  return told.event === FORUM_EVENT
    ? { event: told.event, data: { threadId: told.threadId, version, audience } }
    : { event: told.event, data: { showId: told.showId, version, audience } };
}
