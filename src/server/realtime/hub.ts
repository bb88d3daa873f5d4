import { type Change, TOPICS, type Topic } from '#contract/freshness.ts';
import type { LiveDelta } from '#contract/live-shows.ts';
import {
  type Announcement,
  eventOf,
  messageOf,
  RESTART_CODE,
  watchFrame,
} from '#contract/realtime.ts';
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

const MAX_UNREAD_BYTES = 1024 * 1024;

export interface Hub {
  add(client: Client): void;
  countOf(userId: string): number;
  /** Asks every socket to reconnect (1012), each after a random delay to spread the load. */
  leave(): void;
  close(): Promise<void>;
}

export const LEAVE_MS = 2_000;

/** Called once per change for all recipients. */
export type FindDelta = (change: Change) => Promise<LiveDelta | undefined> | undefined;

export function createHub(
  bus: Bus,
  findViewer: FindViewer,
  {
    findDelta,
    onFailure,
    metrics,
  }: { findDelta: FindDelta; onFailure: (error: unknown) => void; metrics?: Metrics | undefined },
): Hub {
  const clients = createClients();
  metrics?.watchSockets(() => clients.all.size);
  // The last send per show, so that an older setlist never follows a newer one.
  const pendingSends = new Map<string, Promise<void>>();
  const throttle = createThrottle(fanOut);
  const sessions = watchSessions(clients.all, findViewer, end);
  const heartbeat = startHeartbeat(clients.all, { checkSession: sessions.check, end });
  const recentEvents = createRecentEvents();
  const unsubscribe = bus.subscribe((changes) => {
    for (const message of messagesOf(changes)) throttle.push(message);
    const access = changes.filter(({ topic }) => topic === 'access');
    if (access.length > 0) sessions.recheck(access.map(({ subjectId }) => subjectId));
  });

  return {
    add(client) {
      clients.add(client);
      if (client.wantsRecent) replay(client);
      client.socket.on('close', () => clients.delete(client));
      limitFrames(client.socket, {
        refuse: (code, reason) => end(client, code, reason),
        onText: (text) => watch(client, text),
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
      await closeAll([...clients.all]);
    },
  };

  function fanOut(change: Announcement) {
    const sent = metrics?.startSend(change);
    recentEvents.note(change);
    const showId = eventOf(change.topic) && change.subjectId;
    if (!showId || clients.all.size === 0) return void sendToAll(change, sent).catch(onFailure);
    const earlier = pendingSends.get(showId);
    const found = earlier ? earlier.then(() => findDelta(change)) : findDelta(change);
    if (!found) return void sendToAll(change, sent).catch(onFailure);
    const sending = found
      .catch((error: unknown) => {
        onFailure(error);
        return undefined;
      })
      .then((delta) => sendToAll({ ...change, delta }, sent))
      .catch(onFailure)
      .finally(() => {
        if (pendingSends.get(showId) === sending) pendingSends.delete(showId);
      });
    pendingSends.set(showId, sending);
  }

  async function sendToAll(change: Announcement, sent?: () => void) {
    const recipients = clients.recipientsOf(change);
    const frame = frameFor(change, recipients.length);
    await inBatches(recipients, (client) => {
      if (clients.all.has(client)) sendFrame(client, frame);
    });
    sent?.();
  }

  function sendFrame({ socket, connection }: Client, frame: Buffer) {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    else connection.write(frame);
  }

  function watch(client: Client, text: string) {
    const topics = readWatchFrame(text);
    if (!topics) return;
    const before = client.watches;
    client.watches = new Set(topics);
    replay(client, ({ topic }) => client.watches.has(topic) && !before.has(topic));
  }

  /** The first read of a new page may be older than these changes. */
  function replay(client: Client, isWanted = (_: Change) => true) {
    for (const change of recentEvents.to(client))
      if (isWanted(change)) sendFrame(client, frameFor(change, 1));
  }

  function end(client: Client, code: number, reason: string) {
    clients.delete(client);
    client.socket.close(code, reason);
  }
}

/**
 * Combines changes without a subject into one message per client. Fans get administrators' topics
 * only along with their own, because each song also writes an audit row.
 */
function messagesOf(changes: readonly Change[]): Announcement[] {
  const sent = changes.filter(({ topic }) => TOPICS[topic].audience !== 'server only');
  const isOfAny = ({ topic, subjectId }: Change) =>
    subjectId === null && TOPICS[topic].audience !== 'watchers';
  const ofAny = sent.filter(isOfAny);
  // The first topic decides the audience of the message.
  const [first, ...others] = ofAny.toSorted(
    (a, b) => Number(isOfAdministrators(a)) - Number(isOfAdministrators(b)),
  );
  if (!first || others.length === 0) return sent;
  const topics = [first, ...others].map(({ topic }) => topic);
  return [{ ...first, topics }, ...sent.filter((change) => !isOfAny(change))];
}

function isOfAdministrators({ topic }: Change): boolean {
  return TOPICS[topic].audience === 'administrators';
}

function frameFor(change: Announcement, audience: number): Buffer {
  return frameOf(JSON.stringify(messageOf(change, audience)));
}

const RESTARTS = 'The server restarts';

/** If a client does not answer, ws ends it after its `closeTimeout`. */
async function closeAll(clients: Client[]): Promise<void> {
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
