import { type Change, TOPICS, type Topic } from '#contract/freshness.ts';
import type { LiveDelta } from '#contract/live-show.ts';
import { eventOf, messageOf, RESTART_CODE, type Telling, watchFrame } from '#contract/realtime.ts';
import type { Bus } from '../changes/bus.ts';
import type { FindViewer } from '../http/viewer.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Client } from './client.ts';
import { createClients } from './clients.ts';
import { frameOf } from './frame.ts';
import { startHeartbeat } from './heartbeat.ts';
import { inBatches } from './in-batches.ts';
import { limitFrames } from './limit-frames.ts';
import { createRecentEvents } from './recent-events.ts';
import { watchSessions } from './session-watch.ts';
import { createThrottle } from './throttle.ts';

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
export type FindDelta = (change: Change) => Promise<LiveDelta | undefined> | undefined;

export function createHub(
  bus: Bus,
  findViewer: FindViewer,
  {
    findNews,
    onFailure,
    metrics,
  }: { findNews: FindDelta; onFailure: (error: unknown) => void; metrics?: Metrics | undefined },
): Hub {
  const clients = createClients();
  metrics?.watchSockets(() => clients.all.size);
  // Of each show the last telling: an older setlist never comes after a newer.
  const telling = new Map<string, Promise<void>>();
  const throttle = createThrottle(fanOut);
  const sessions = watchSessions(clients.all, findViewer, end);
  const heartbeat = startHeartbeat(clients.all, { look: sessions.check, end });
  const toldLately = createRecentEvents();
  const unsubscribe = bus.subscribe((changes) => {
    for (const told of tellingsOf(changes)) throttle.push(told);
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
    countOf: clients.countOf,
    leave() {
      for (const client of clients.all)
        setTimeout(() => end(client, RESTART_CODE, RESTARTS), Math.random() * LEAVE_MS).unref();
    },
    async close() {
      unsubscribe();
      throttle.close();
      heartbeat.close();
      sessions.close();
      await sayGoodbye([...clients.all]);
    },
  };

  /** The same bytes for everyone whom it concerns. */
  function fanOut(change: Telling) {
    const sent = metrics?.goesOut(change);
    toldLately.note(change);
    const showId = eventOf(change.topic) && change.subjectId;
    if (!showId || clients.all.size === 0) return void tellAll(change, sent).catch(onFailure);
    const earlier = telling.get(showId);
    const found = earlier ? earlier.then(() => findNews(change)) : findNews(change);
    if (!found) return void tellAll(change, sent).catch(onFailure);
    const told = found
      // Pages ask for what does not come along.
      .catch((error: unknown) => {
        onFailure(error);
        return undefined;
      })
      .then((news) => tellAll({ ...change, news }, sent))
      .catch(onFailure)
      .finally(() => {
        if (telling.get(showId) === told) telling.delete(showId);
      });
    telling.set(showId, told);
  }

  async function tellAll(change: Telling, sent?: () => void) {
    const told = clients.toldOf(change);
    const frame = frameFor(change, told.length);
    await inBatches(told, (client) => {
      if (clients.all.has(client)) tell(client, frame);
    });
    sent?.();
  }

  function tell({ socket, connection }: Client, frame: Buffer) {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    else connection.write(frame);
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
    for (const change of toldLately.to(client))
      if (isWanted(change)) tell(client, frameFor(change, 1));
  }

  /** Closes a socket; from now on it is told nothing and counts no more. */
  function end(client: Client, code: number, reason: string) {
    clients.delete(client);
    client.socket.close(code, reason);
  }
}

/**
 * That several things may have changed, whichever, is one message to each and not one for each of them.
 * What administrators alone show rides along with what all are told; a fan's page is not told of that
 * alone, as each song is a line of the audit log too.
 */
function tellingsOf(changes: readonly Change[]): Telling[] {
  const told = changes.filter(({ topic }) => TOPICS[topic].told !== 'nobody');
  const isOfAny = ({ topic, subjectId }: Change) =>
    subjectId === null && TOPICS[topic].told !== 'watchers';
  const ofAny = told.filter(isOfAny);
  // The first one's audience is that of the message.
  const [first, ...others] = ofAny.toSorted(
    (a, b) => Number(isOfAdministrators(a)) - Number(isOfAdministrators(b)),
  );
  if (!first || others.length === 0) return told;
  const topics = [first, ...others].map(({ topic }) => topic);
  return [{ ...first, topics }, ...told.filter((change) => !isOfAny(change))];
}

function isOfAdministrators({ topic }: Change): boolean {
  return TOPICS[topic].told === 'administrators';
}

function frameFor(change: Telling, audience: number): Buffer {
  return frameOf(JSON.stringify(messageOf(change, audience)));
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

function readWatchFrame(text: string): Topic[] | undefined {
  try {
    return watchFrame.parse(JSON.parse(text)).watch;
  } catch {
    return undefined;
  }
}
