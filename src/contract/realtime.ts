import { z } from 'zod';
import { MINUTE } from './durations.ts';
import { type NewPosts, newPosts } from './forum-posts.ts';
import { type Change, EVENTS, TOPICS, type Topic, WATCHED_TOPICS } from './freshness.ts';
import { type LeagueBoardDelta, leagueBoardDelta } from './league-board-delta.ts';
import { type LiveDelta, liveDelta } from './live-shows.ts';

export const REALTIME_PATH = '/ws';

export const REALTIME_EVENTS = ['scores:update', 'setlist:update', 'show:status'] as const;
export type RealtimeEventName = (typeof REALTIME_EVENTS)[number];

const topicName = z.enum(Object.keys(TOPICS) as [Topic, ...Topic[]]);

/** Without `topics`, all of the event's topics changed. `audience` counts the recipients. */
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

/** Announces changes that the specification's three events don't cover. */
export const TOPIC_EVENT = 'topic:update';

export const topicMessage = z.object({
  event: z.literal(TOPIC_EVENT),
  data: z.object({
    topic: topicName,
    subjectId: z.string().nullable(),
    version: z.int(),
    audience: z.int(),
    topics: z.array(topicName).optional(),
    newPosts: newPosts.optional(),
    board: leagueBoardDelta.optional(),
  }),
});

export const serverMessage = z.union([realtimeMessage, topicMessage]);
export type ServerMessage = z.output<typeof serverMessage>;

export type Delta = LiveDelta & {
  newPosts?: NewPosts | undefined;
  board?: LeagueBoardDelta | undefined;
};

/** `topics` lists everything that changed at once. */
export interface Announcement extends Change {
  topics?: readonly Topic[];
  delta?: Delta | undefined;
}

/** A change without a single show as its subject uses `topic:update`. */
export function toMessage(announcement: Announcement, audience: number): ServerMessage {
  const { topic, subjectId, version, topics, delta } = announcement;
  const event = eventOf(topic);
  if (!event || !subjectId)
    return {
      event: TOPIC_EVENT,
      data: {
        ...{ topic, subjectId, version, audience },
        ...(topics && topics.length > 1 && { topics: [...topics] }),
        ...delta,
      },
    };
  const data = { showId: subjectId, version, audience, ...delta };
  const isAll = !topics || topics.length === listTopics(event).length;
  return { event, data: isAll ? data : { ...data, topics: [...topics] } };
}

export function toChanges({ event, data }: ServerMessage): Change[] {
  const { version } = data;
  if (event === TOPIC_EVENT) {
    const { topic, subjectId, topics = [topic] } = data;
    return topics.map((name) => ({ topic: name, subjectId, version }));
  }
  const { topics = listTopics(event), standings } = data;
  // A live show's setlist event also contains the standings.
  const allTopics = standings ? new Set<Topic>([...topics, 'standings']) : topics;
  return [...allTopics].map((topic) => ({ topic, subjectId: data.showId, version }));
}

function listTopics(event: RealtimeEventName): Topic[] {
  return (Object.keys(EVENTS) as (keyof typeof EVENTS)[]).filter(
    (topic) => EVENTS[topic] === event,
  );
}

export function eventOf(topic: Topic): RealtimeEventName | undefined {
  const events: { [topic in Topic]?: RealtimeEventName } = EVENTS;
  return events[topic];
}

/** Sent by a client on every new socket: the topics that its page displays. */
export const watchFrame = z.object({
  watch: z.array(z.enum(WATCHED_TOPICS).or(z.templateLiteral(['leagueBoard:', z.uuid()]))).max(60),
});

/** `/ws?pulse` requests `PULSE` with each ping, because pages can't see WebSocket pings. */
export const PULSE_QUERY = 'pulse';
export const PULSE = '{"event":"pulse"}';

/** `/ws?recent` replays recent messages, `/ws?recent=POSITION` those after the embedded data. */
export const RECENT_QUERY = 'recent';
export const REPLAY_WINDOW_MS = MINUTE;

export const PULSE_INTERVAL_MS = 15_000;

/** The close code after the session ended. The page then checks who is signed in. */
export const SESSION_ENDED_CODE = 4401;

/** The close code when the server restarts or wants the client to reconnect. */
export const RESTART_CODE = 1012;

/** Maximum delay in ms, for 4,000 requests per node in the first second and two per client. */
export function refetchSpread(audience: number): number {
  return Math.min(Math.max(50 + audience / 10, audience / 2 - 900), 2_000);
}

export const RECONNECT = {
  firstDelayMs: 1_000,
  maxDelayMs: 10_000,
  attempts: 5,
  jitter: 0.2,
  /** Spreads the first attempts, because all clients reconnect together after a restart. */
  afterRestartMs: 2_000,
  nextRoundMs: 30_000,
} as const;
