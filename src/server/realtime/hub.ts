import { type Change, TOPICS, type Topic } from '#contract/freshness.ts';
import type { NightNews } from '#contract/night.ts';
import { eventOf, messageOf, RESTART_CODE, type Telling, watchFrame } from '#contract/realtime.ts';
import type { Bus } from '../changes/bus.ts';
import type { FindViewer } from '../http/viewer.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Client } from './client.ts';
import { startHeartbeat } from './heartbeat.ts';
import { limitFrames } from './limit-frames.ts';
import { watchSessions } from './session-watch.ts';
import { createToldLately } from './told-lately.ts';

/** What may wait unread for one socket before it is ended. */
const MAX_UNREAD_BYTES = 1024 * 1024;

/** The open sockets of this process, and what they are told. */
export interface Hub {
  add(client: Client): void;
  /** How many sockets a user has open here. */
  countOf(userId: string): number;
  /**
   * Tells every socket to come back (1012), each at a moment of its own, so that the other nodes
   * are not asked by all of them at once.
   */
  leave(): void;
  /** Tells it to those that are left, and waits until they went. */
  close(): Promise<void>;
}

/** Within this the sockets leave. */
export const LEAVE_MS = 2_000;

/** What goes with a change of a show, read once for all who are told of it; undefined where nothing does. */
export type FindNews = (change: Change) => Promise<NightNews | undefined> | undefined;

export function createHub(
  bus: Bus,
  findViewer: FindViewer,
  {
    findNews,
    onFailure,
    metrics,
  }: { findNews: FindNews; onFailure: (error: unknown) => void; metrics?: Metrics | undefined },
): Hub {
  const clients = new Set<Client>();
  metrics?.watchSockets(() => clients.size);
  // Of each show the last telling: an older setlist never comes after a newer.
  const telling = new Map<string, Promise<void>>();
  const throttle = createThrottle(fanOut);
  const sessions = watchSessions(clients, findViewer, end);
  const heartbeat = startHeartbeat(clients, { look: sessions.check, end });
  const toldLately = createToldLately();
  const unsubscribe = bus.subscribe((changes) => {
    for (const change of changes) if (TOPICS[change.topic].told !== 'nobody') throttle.push(change);
    const accounts = changes.filter(({ topic }) => topic === 'access');
    if (accounts.length > 0) sessions.recheck(accounts.map(({ subjectId }) => subjectId));
  });

  return {
    add(client) {
      clients.add(client);
      if (client.wantsRecent) tellAgain(client);
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
    leave() {
      for (const client of clients)
        setTimeout(() => end(client, RESTART_CODE, RESTARTS), Math.random() * LEAVE_MS).unref();
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
  function fanOut(change: Telling) {
    const sent = metrics?.goesOut(change);
    toldLately.note(change);
    const showId = eventOf(change.topic) && change.subjectId;
    if (!showId || clients.size === 0) return tellAll(change, sent);
    const earlier = telling.get(showId);
    const found = earlier ? earlier.then(() => findNews(change)) : findNews(change);
    if (!found) return tellAll(change, sent);
    const told = found
      // Pages ask for what does not come along.
      .catch((error: unknown) => {
        onFailure(error);
        return undefined;
      })
      .then((news) => tellAll({ ...change, news }, sent))
      .finally(() => {
        if (telling.get(showId) === told) telling.delete(showId);
      });
    telling.set(showId, told);
  }

  function tellAll(change: Telling, sent?: () => void) {
    tell(
      [...clients].filter((client) => isTold(client, change)),
      change,
    );
    sent?.();
  }

  function tell(told: readonly Client[], change: Telling) {
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
    const before = client.watches;
    client.watches = new Set(topics);
    tellAgain(client, ({ topic }) => client.watches.has(topic) && !before.has(topic));
  }

  /** What changed a moment ago: the first reading of a page that has just come may be older. */
  function tellAgain(client: Client, isWanted = (_: Change) => true) {
    for (const change of toldLately.all())
      if (isWanted(change) && isTold(client, change)) tell([client], change);
  }

  /** Closes a socket; from now on it is told nothing and counts no more. */
  function end(client: Client, code: number, reason: string) {
    clients.delete(client);
    client.socket.close(code, reason);
  }
}

const RESTARTS = 'The server restarts';

/** Whoever does not answer is let go by ws itself, after its `closeTimeout`. */
async function sayGoodbye(clients: Client[]): Promise<void> {
  const gone = clients.map(
    ({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
  );
  for (const { socket } of clients) socket.close(RESTART_CODE, RESTARTS);
  await Promise.all(gone);
}

/** Whether a change is told to this client, by the table of topics. */
export function isTold(
  { userId, isAdmin, watches }: Pick<Client, 'userId' | 'isAdmin' | 'watches'>,
  { topic, subjectId }: Change,
): boolean {
  // Anybody's is everybody's.
  const isTheirs = subjectId === null || userId === subjectId;
  switch (TOPICS[topic].told) {
    case 'everyone':
      return true;
    case 'watchers':
      return watches.has(topic);
    case 'owner and administrators':
      return isAdmin || isTheirs;
    case 'owner':
      return isTheirs;
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

/** Shortest time between two messages of one kind about one show, thread or other subject. */
export const GAP_MS = 1_000;

interface Slot {
  version: number;
  /** Which of the event's topics have changed since it was last told. */
  topics: Set<Topic>;
  hasChanged: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Lets at most one event of a kind through per subject and second: the first at once, what
 * changes inside that second when it ends, as one event with the newest version. Commits may be told
 * out of order, but the versions of a show that are let through never fall.
 */
export function createThrottle(send: (change: Telling) => void) {
  // Slots stay, three for each show that changed, so that the highest version is remembered.
  const slots = new Map<string, Slot>();

  return {
    push(change: Change) {
      const key = keyOf(change);
      const slot = slots.get(key) ?? newSlot();
      slots.set(key, slot);
      // Of all else than shows no number says which came first.
      slot.version = eventOf(change.topic)
        ? Math.max(slot.version, change.version)
        : change.version;
      slot.topics.add(change.topic);
      slot.hasChanged = true;
      if (!slot.timer) sendNow(change, slot);
    },
    close() {
      for (const { timer } of slots.values()) clearTimeout(timer);
      slots.clear();
    },
  };

  function sendNow(change: Change, slot: Slot) {
    slot.hasChanged = false;
    slot.timer = setTimeout(() => {
      slot.timer = undefined;
      if (slot.hasChanged) sendNow(change, slot);
      // Of all else there may be any number; an older one told late only makes pages look again.
      else if (!eventOf(change.topic)) slots.delete(keyOf(change));
    }, GAP_MS).unref();
    const topics = [...slot.topics];
    slot.topics.clear();
    send({ ...change, version: slot.version, topics });
  }
}

function newSlot(): Slot {
  return { version: 0, topics: new Set(), hasChanged: false, timer: undefined };
}

/** Of any show's there is no event of its own: such a message names the topic. */
function keyOf({ topic, subjectId }: Change): string {
  return `${(subjectId && eventOf(topic)) ?? topic} ${subjectId}`;
}
