import { z } from 'zod';
import { type Change, TOPICS, type Topic, WATCHED_TOPICS } from './freshness.ts';
import { type LiveDelta, liveDelta } from './live-show.ts';

/** Path of the WebSocket, on the site's own host. */
export const REALTIME_PATH = '/ws';

export const REALTIME_EVENTS = ['scores:update', 'setlist:update', 'show:status'] as const;
export type RealtimeEventName = (typeof REALTIME_EVENTS)[number];

const topicName = z.enum(Object.keys(TOPICS) as [Topic, ...Topic[]]);

/**
 * A message of the server: something changed, fetch it again. `version` grows with every change of
 * the show; `audience` is how many sockets are told, so that a client can spread its fetch over a
 * delay that grows with it. `topics` says which of those that the event tells of, all where it is
 * left out. What else it carries spares the fetch: whoever ignores it misses nothing.
 */
export const realtimeMessage = z.object({
  event: z.enum(REALTIME_EVENTS),
  data: z.object({
    showId: z.string(),
    version: z.int(),
    audience: z.int(),
    topics: z.array(topicName).optional(),
    ...liveDelta.shape,
  }),
});
export type RealtimeMessage = z.output<typeof realtimeMessage>;

/** A fourth event, of our own, for what is not of a show: `topics` are all of them where it tells of several. */
export const TOPIC_EVENT = 'topic:update';

export const topicMessage = z.object({
  event: z.literal(TOPIC_EVENT),
  data: z.object({
    topic: topicName,
    subjectId: z.string().nullable(),
    version: z.int(),
    audience: z.int(),
    topics: z.array(topicName).optional(),
  }),
});

/** Whatever the server says. */
export const serverMessage = z.union([realtimeMessage, topicMessage]);
export type ServerMessage = z.output<typeof serverMessage>;

/** A change as it is told; `topics` are all that changed with it, where the event tells of several. */
export interface Telling extends Change {
  topics?: readonly Topic[];
  news?: LiveDelta | undefined;
}

/** One of a show's three events, of whichever show, goes by our own. */
export function messageOf(telling: Telling, audience: number): ServerMessage {
  const { topic, subjectId, version, topics, news } = telling;
  const event = eventOf(topic);
  if (!event || !subjectId)
    return {
      event: TOPIC_EVENT,
      data: {
        ...{ topic, subjectId, version, audience },
        ...(topics && topics.length > 1 && { topics: [...topics] }),
      },
    };
  const data = { showId: subjectId, version, audience, ...news };
  const isAll = !topics || topics.length === topicsOf(event).length;
  return { event, data: isAll ? data : { ...data, topics: [...topics] } };
}

/** What a message says has changed. */
export function changedBy({ event, data }: ServerMessage): Change[] {
  const { version } = data;
  if (event === TOPIC_EVENT) {
    const { topic, subjectId, topics = [topic] } = data;
    return topics.map((one) => ({ topic: one, subjectId, version }));
  }
  const { topics = topicsOf(event), standings } = data;
  // The standings come with the song that moved them.
  const all = standings ? new Set<Topic>([...topics, 'standings']) : topics;
  return [...all].map((topic) => ({ topic, subjectId: data.showId, version }));
}

function topicsOf(event: RealtimeEventName): Topic[] {
  return (Object.keys(TOPICS) as Topic[]).filter((topic) => eventOf(topic) === event);
}

/** The event of the specification that tells of the topic. */
export function eventOf(topic: Topic): RealtimeEventName | undefined {
  const row: { event?: RealtimeEventName; told: string } = TOPICS[topic];
  return row.event;
}

/**
 * What a page may say: which topics it shows something of, as most are told of neither threads nor
 * entrants. It says so again with every new socket.
 */
export const watchFrame = z.object({ watch: z.array(z.enum(WATCHED_TOPICS)).max(20) });

/**
 * A browser's page can't see a ping: one that asks for it in the address (`/ws?pulse`) hears this
 * text with each, and so knows within a minute that a line is dead. Nobody else is sent it.
 */
export const PULSE_QUERY = 'pulse';
export const PULSE = '{"event":"pulse"}';

/**
 * A page that opens its first line asks by this (`/ws?recent`) for what was told within the last
 * minute, as what it shows may have been read before. After half of that it reads all anew instead.
 */
export const RECENT_QUERY = 'recent';
export const REPLAY_WINDOW_MS = 60_000;

/** How often the server pings, and sends a pulse. */
export const PULSE_EVERY_MS = 15_000;

/** Close code of a socket whose session ended: whoever holds it asks again who is signed in. */
export const SESSION_ENDED_CODE = 4401;

/** Close code of a socket whose server restarts, or wants it opened again. */
export const RESTART_CODE = 1012;

/**
 * Longest wait before a refetch for an audience of that size, in milliseconds. Some hundreds are served
 * as they come. Of thousands each reads about twice, and a node that was idle answers 4,000 reads in its
 * first second on two slow processors: who would wait for longer than 0.9 s there waits before asking.
 */
export function refetchSpread(audience: number): number {
  return Math.min(Math.max(50 + audience / 10, audience / 2 - 900), 2_000);
}

export const RECONNECT = {
  firstDelayMs: 1_000,
  maxDelayMs: 10_000,
  attempts: 5,
  jitter: 0.2,
  /** After a restart all come at once: each first tries at any moment up to this, not around a second. */
  afterRestartMs: 2_000,
  /** After the attempts of one round: how long until the next begins by itself. */
  nextRoundMs: 30_000,
} as const;
