import { type Change, TOPICS } from '#contract/freshness.ts';
import {
  type Announcement,
  type Delta,
  eventOf,
  RESTART_CODE,
  toMessage,
} from '#contract/realtime.ts';
import { type Bus, nextChangeVersion } from '../changes/bus.ts';
import type { FindViewer } from '../http/viewer.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Client } from './client.ts';
import { createClients, listBoards } from './clients.ts';
import { buildFrame } from './frame.ts';
import { startHeartbeat } from './heartbeat.ts';
import { limitFrames } from './limit-frames.ts';
import { processInBatches } from './process-in-batches.ts';
import { createRecentEvents } from './recent-events.ts';
import { watchSessions } from './session-watch.ts';
import { createThrottle } from './throttle.ts';
import { readWatchFrame } from './watch-frame.ts';

const MAX_UNREAD_BYTES = 1024 * 1024;

export interface Hub {
  add(client: Client): void;
  countSockets(userId: string): number;
  /** A page's socket doesn't get changes before this position in the event stream. */
  position(): string;
  readPosition(position: string | undefined): number;
  /** Asks every socket to reconnect (1012), each after a random delay to spread the load. */
  leave(): void;
  close(): Promise<void>;
}

export const LEAVE_MS = 2_000;

export type FindDelta = (
  change: Change,
  listRecipients: () => string[],
) => Promise<FoundDelta | undefined> | undefined;

/** `withheldFrom` get the event without the delta. With `onlyFor`, no other fan gets the event. */
export type FoundDelta = Delta & Audience;

interface Audience {
  withheldFrom?: ReadonlySet<string> | undefined;
  onlyFor?: ReadonlySet<string> | undefined;
}

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
  // The last send per show, thread or board, so that an older payload never follows a newer one.
  const pendingSends = new Map<string, Promise<void>>();
  const throttle = createThrottle(fanOut);
  const sessions = watchSessions(clients.all, findViewer, end);
  const heartbeat = startHeartbeat(clients.all, { checkSession: sessions.check, end });
  const recentEvents = createRecentEvents();
  const unsubscribe = bus.subscribe((changes) => {
    for (const message of toMessages(changes)) throttle.push(message);
    const accessChanges = changes.filter(({ topic }) => topic === 'access');
    if (accessChanges.length > 0) sessions.recheck(accessChanges.map(({ subjectId }) => subjectId));
  });

  return {
    add(client) {
      clients.add(client);
      if (client.wantsRecent) replay(client);
      client.socket.on('close', () => clients.delete(client));
      limitFrames(client.socket, {
        reject: (code, reason) => end(client, code, reason),
        onText: (text) => watch(client, text),
      });
    },
    countSockets: clients.countSockets,
    position: recentEvents.position,
    readPosition: recentEvents.readPosition,
    leave() {
      for (const client of clients.all)
        setTimeout(
          () => end(client, RESTART_CODE, RESTART_REASON),
          Math.random() * LEAVE_MS,
        ).unref();
    },
    async close() {
      unsubscribe();
      throttle.close();
      heartbeat.close();
      sessions.close();
      await closeAll([...clients.all]);
    },
  };

  function fanOut(change: Announcement, changedAt: number) {
    const recordSent = metrics?.startSend(change);
    recentEvents.add(change, changedAt);
    const send = (message: Announcement, audience: Audience = {}) =>
      sendToAll(message, { changedAt, recordSent, ...audience });
    const listRecipients = () => clients.findRecipients(change).map(({ userId }) => userId);
    const payloadKey = findPayloadKey(change);
    if (!payloadKey || clients.all.size === 0) return void send(change).catch(onFailure);
    const previousSend = pendingSends.get(payloadKey);
    const pendingDelta = previousSend
      ? previousSend.then(() => findDelta(change, listRecipients))
      : findDelta(change, listRecipients);
    if (!pendingDelta) return void send(change).catch(onFailure);
    const sending = pendingDelta
      .catch((error: unknown) => {
        onFailure(error);
        if (change.topic === 'standings') announceBoards(changedAt);
        return undefined;
      })
      .then((found) => {
        const { withheldFrom, onlyFor, ...delta } = found ?? {};
        if (delta.standings) announceBoards(changedAt);
        return send(found ? { ...change, delta } : change, { withheldFrom, onlyFor });
      })
      .catch(onFailure)
      .finally(() => {
        if (pendingSends.get(payloadKey) === sending) pendingSends.delete(payloadKey);
      });
    pendingSends.set(payloadKey, sending);
  }

  function announceBoards(changedAt: number) {
    for (const subjectId of clients.listWatchedBoards())
      fanOut(createBoardChange(subjectId), changedAt);
  }

  async function sendToAll(change: Announcement, options: SendOptions) {
    const { changedAt, recordSent, withheldFrom, onlyFor } = options;
    const recipients = clients
      .findRecipients(change)
      .filter(({ dataLoadedAt }) => changedAt >= dataLoadedAt)
      .filter(({ userId }) => onlyFor?.has(userId) ?? true);
    const frame = buildMessageFrame(change, recipients.length);
    const frameWithoutDelta = withheldFrom?.size
      ? buildMessageFrame({ ...change, delta: undefined }, recipients.length)
      : frame;
    await processInBatches(recipients, (client) => {
      if (!clients.all.has(client)) return;
      sendFrame(client, withheldFrom?.has(client.userId) ? frameWithoutDelta : frame);
    });
    recordSent?.();
  }

  function sendFrame({ socket, connection }: Client, frame: Buffer) {
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > MAX_UNREAD_BYTES) socket.terminate();
    else connection.write(frame);
  }

  function watch(client: Client, text: string) {
    const topics = readWatchFrame(text);
    if (!topics) return;
    const previousTopics = client.watches;
    client.watches = new Set(topics);
    replay(client, ({ topic }) => client.watches.has(topic) && !previousTopics.has(topic));
    if (recentEvents.listFor(client).every(({ topic }) => topic !== 'standings')) return;
    for (const subjectId of listBoards(topics.filter((name) => !previousTopics.has(name))))
      sendFrame(client, buildMessageFrame(createBoardChange(subjectId), 1));
  }

  /** Sends recent changes, because the first responses of a new page may be older. */
  function replay(client: Client, isWanted = (_: Change) => true) {
    for (const change of recentEvents.listFor(client))
      if (isWanted(change)) sendFrame(client, buildMessageFrame(change, 1));
  }

  function end(client: Client, code: number, reason: string) {
    clients.delete(client);
    client.socket.close(code, reason);
  }
}

interface SendOptions extends Audience {
  changedAt: number;
  recordSent?: (() => void) | undefined;
}

function createBoardChange(leagueId: string): Change {
  return { topic: 'leagueBoard', subjectId: leagueId, version: nextChangeVersion() };
}

/** Sends fans administrators' topics only along with their own. */
function toMessages(changes: readonly Change[]): Announcement[] {
  const publicChanges = changes.filter(({ topic }) => TOPICS[topic].audience !== 'server only');
  const hasNoSubject = ({ topic, subjectId }: Change) =>
    subjectId === null && TOPICS[topic].audience !== 'watchers';
  const combinableChanges = publicChanges.filter(hasNoSubject);
  const [first, ...others] = combinableChanges.toSorted(
    (a, b) => Number(isForAdministrators(a)) - Number(isForAdministrators(b)),
  );
  if (!first || others.length === 0) return publicChanges;
  const topics = [first, ...others].map(({ topic }) => topic);
  return [{ ...first, topics }, ...publicChanges.filter((change) => !hasNoSubject(change))];
}

/** Events with the same key are sent in order. */
function findPayloadKey({ topic, subjectId }: Change): string | undefined {
  if (!subjectId) return undefined;
  if (eventOf(topic)) return subjectId;
  return topic === 'newPost' || topic === 'leagueBoard' ? `${topic} ${subjectId}` : undefined;
}

function isForAdministrators({ topic }: Change): boolean {
  return TOPICS[topic].audience.startsWith('administrators');
}

function buildMessageFrame(change: Announcement, audience: number): Buffer {
  return buildFrame(JSON.stringify(toMessage(change, audience)));
}

const RESTART_REASON = 'The server is restarting';

/** If a client does not respond, ws ends its socket after the `closeTimeout`. */
async function closeAll(clients: Client[]): Promise<void> {
  const closings = clients.map(
    ({ socket }) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
  );
  for (const { socket } of clients) socket.close(RESTART_CODE, RESTART_REASON);
  await Promise.all(closings);
}
