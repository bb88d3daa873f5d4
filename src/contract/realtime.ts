import { z } from 'zod';
import { type Change, TOPICS, type Topic, WATCHED_TOPICS } from './freshness.ts';
import { type LiveDelta, liveDelta } from './live-show.ts';

export const REALTIME_PATH = '/ws';

export const REALTIME_EVENTS = ['scores:update', 'setlist:update', 'show:status'] as const;
export type RealtimeEventName = (typeof REALTIME_EVENTS)[number];

const topicName = z.enum(Object.keys(TOPICS) as [Topic, ...Topic[]]);

/**
 * A server message: something changed, fetch it again. `version` increases with every change of the
 * show. `audience` is the number of recipients, so that clients can spread their refetches.
 * `topics` lists the event's topics that changed, all of them if absent. The rest of the payload
 * only saves requests; clients may ignore it.
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

/**
 * Event for changes outside the specification's three events. `topics` lists all changed topics if
 * there are several.
 */
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

export const serverMessage = z.union([realtimeMessage, topicMessage]);
export type ServerMessage = z.output<typeof serverMessage>;

/** `topics` lists everything that changed with it. */
export interface Announcement extends Change {
  topics?: readonly Topic[];
  news?: LiveDelta | undefined;
}

/**
 * Builds the message for a change. Without a single show as subject, a topic of the specification's
 * events goes with `topic:update`.
 */
export function messageOf(announcement: Announcement, audience: number): ServerMessage {
  const { topic, subjectId, version, topics, news } = announcement;
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

export function changedBy({ event, data }: ServerMessage): Change[] {
  const { version } = data;
  if (event === TOPIC_EVENT) {
    const { topic, subjectId, topics = [topic] } = data;
    return topics.map((name) => ({ topic: name, subjectId, version }));
  }
  const { topics = topicsOf(event), standings } = data;
  // A setlist event of a live show also carries the standings it changed.
  const all = standings ? new Set<Topic>([...topics, 'standings']) : topics;
  return [...all].map((topic) => ({ topic, subjectId: data.showId, version }));
}

function topicsOf(event: RealtimeEventName): Topic[] {
  return (Object.keys(TOPICS) as Topic[]).filter((topic) => eventOf(topic) === event);
}

/** The specification's event for a topic, if it has one. */
export function eventOf(topic: Topic): RealtimeEventName | undefined {
  const row: { event?: RealtimeEventName; audience: string } = TOPICS[topic];
  return row.event;
}

/**
 * Client message: the topics that the page displays, because most pages show neither threads nor
 * entrants. Sent again on every new socket.
 */
export const watchFrame = z.object({ watch: z.array(z.enum(WATCHED_TOPICS)).max(20) });

/**
 * Pages can't see WebSocket pings. With `/ws?pulse` the server also sends this text with each ping,
 * so a page detects a dead connection within a minute.
 */
export const PULSE_QUERY = 'pulse';
export const PULSE = '{"event":"pulse"}';

/**
 * On its first connection a page adds `/ws?recent` to get the messages of the last minute, because
 * its data may be older than the socket. If half of this window has passed, it refetches everything
 * instead.
 */
export const RECENT_QUERY = 'recent';
export const REPLAY_WINDOW_MS = 60_000;

export const PULSE_EVERY_MS = 15_000;

/** Close code when the session ended; the page then checks who is signed in. */
export const SESSION_ENDED_CODE = 4401;

/** Close code when the server restarts or wants the client to reconnect. */
export const RESTART_CODE = 1012;

/**
 * Maximum delay before a refetch, in ms. Some hundreds of clients are served at once. With
 * thousands, each makes about two reads, and an idle node answers 4,000 reads in its first second
 * on two slow processors: clients that would wait longer than 0.9 s there wait before the request
 * instead.
 */
export function refetchSpread(audience: number): number {
  return Math.min(Math.max(50 + audience / 10, audience / 2 - 900), 2_000);
}

export const RECONNECT = {
  firstDelayMs: 1_000,
  maxDelayMs: 10_000,
  attempts: 5,
  jitter: 0.2,
  /**
   * After a restart all clients reconnect together: each first tries at a random time up to this,
   * not around one second.
   */
  afterRestartMs: 2_000,
  /** Pause between two rounds of attempts. */
  nextRoundMs: 30_000,
} as const;
