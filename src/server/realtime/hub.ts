import { type Change, TOPICS, type Topic } from '#contract/freshness.ts';
import { messageOf, watchFrame } from '#contract/realtime.ts';
import type { Bus } from '../changes/bus.ts';
import type { FindViewer } from '../http/viewer.ts';
import type { Client } from './client.ts';
import { startHeartbeat } from './heartbeat.ts';
import { limitFrames } from './limit-frames.ts';
import { watchSessions } from './session-watch.ts';
import { createThrottle } from './throttle.ts';

/** What may wait unread for one socket before it is ended. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** How long ago a topic may have changed for its new watchers to be told: their first reading may be older. */
const JUST_NOW_MS = 30_000;

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
  const toldAt = new Map<Topic, number>();
  const unsubscribe = bus.subscribe((changes) => {
    for (const change of changes) if (TOPICS[change.topic].told !== 'nobody') throttle.push(change);
    const accounts = changes.filter(({ topic }) => topic === 'access');
    if (accounts.length > 0) sessions.recheck(accounts.flatMap(({ subjectId }) => subjectId ?? []));
  });

  return {
    add(client) {
      clients.add(client);
      client.socket.on('close', () => clients.delete(client));
      limitFrames(client.socket, {
        refuse: (code, reason) => end(client, code, reason),
        hear: (text) => watch(client, text),
      });
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

  /** The same bytes for everyone whom it concerns, in one loop. */
  function fanOut(change: Change) {
    toldAt.set(change.topic, performance.now());
    tell(
      [...clients].filter((client) => isTold(client, change)),
      change,
    );
  }

  function tell(told: readonly Client[], change: Change) {
    const bytes = Buffer.from(JSON.stringify(messageOf(change, told.length)));
    for (const { socket } of told) {
      if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
      else socket.send(bytes, { binary: false });
    }
  }

  /** What a page says of itself; anything else that is said is dropped. */
  function watch(client: Client, text: string) {
    const topics = readWatchFrame(text);
    if (!topics) return;
    const added = topics.filter((topic) => !client.watches.has(topic));
    client.watches = new Set(topics);
    for (const topic of added)
      if (performance.now() - (toldAt.get(topic) ?? Number.NEGATIVE_INFINITY) < JUST_NOW_MS)
        tell([client], { topic, subjectId: null, version: 0 });
  }

  /** Closes a socket; from now on it is told nothing and counts no more. */
  function end(client: Client, code: number, reason: string) {
    clients.delete(client);
    client.socket.close(code, reason);
  }
}

/** Whoever does not answer is let go by ws itself, after its `closeTimeout`. */
async function sayGoodbye(clients: Client[]): Promise<void> {
  const gone = clients.map(
    ({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
  );
  for (const { socket } of clients) socket.close(1012, 'The server restarts');
  await Promise.all(gone);
}

/** Whether a change is told to this client, by the table of topics. */
export function isTold(
  { userId, isAdmin, watches }: Pick<Client, 'userId' | 'isAdmin' | 'watches'>,
  { topic, subjectId }: Change,
): boolean {
  switch (TOPICS[topic].told) {
    case 'everyone':
      return true;
    case 'watchers':
      return watches.has(topic);
    case 'owner and administrators':
      return isAdmin || userId === subjectId;
    case 'owner':
      return userId === subjectId;
    case 'nobody':
      return false;
  }
}

function readWatchFrame(text: string): Topic[] | undefined {
  try {
    return watchFrame.parse(JSON.parse(text)).watch;
  } catch {
    return undefined;
  }
}
