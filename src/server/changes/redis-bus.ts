import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { type Change, TOPICS } from '#contract/freshness.ts';
import { type Bus, type Cause, EVERYTHING } from './bus.ts';

/** How often every node says that it is there. */
const BEAT_MS = 1_000;

/** Of whom nothing was heard for so long, what they said since may be lost. */
const SILENT_MS = 2_500;

/** How long a start waits for Redis: without it the node serves, as one that has lost it. */
const START_MS = 2_000;

/** How long a change of who may do what waits for the other nodes to say that they have heard it. */
const HEARD_MS = 1_000;

/** What nodes say to each other. One without changes is a beat: the sender lives, the channel carries. */
const nodeMessage = z.object({
  from: z.string(),
  changes: z.array(
    z.object({ topic: z.string(), subjectId: z.string().nullable(), version: z.number() }),
  ),
  by: z.object({ requestId: z.string() }).optional(),
  /** The sender ends in order, and has told all that it changed. */
  leaves: z.boolean().optional(),
  /** Whoever hears this says so, by the same name in `heard`. */
  asks: z.string().optional(),
  heard: z.string().optional(),
});

interface Told {
  changes: readonly Change[];
  by?: Cause | undefined;
  leaves?: boolean;
  asks?: string | undefined;
  heard?: string;
}

interface RedisBus extends Bus {
  /** Says goodbye to the other nodes. The connection that was handed in stays open. */
  close(): Promise<void>;
}

/**
 * Carries changes between the nodes on one database, by a channel of Redis; `local` is the bus of
 * this process, which hears first. Nothing is kept there and nothing is sure to arrive, so each node
 * watches for what may be lost, and then treats all it remembers as out of date and tells its pages:
 * when its own connection was away, and when another node fell silent, as it may have died between
 * a commit and telling it. What could not be told is made up for as soon as it can be.
 *
 * Redis takes a message before the others have read it, so a change of who may do what is published
 * only when each node that is known to live has said that it heard: after a logout no node still serves.
 */
export async function createRedisBus(
  redis: Redis,
  local: Bus,
  log: Pick<FastifyBaseLogger, 'warn' | 'info' | 'debug'>,
): Promise<RedisBus> {
  const me = randomUUID();
  // The number of the database, too: two products can share a server.
  const channel = `called-it:${redis.options.db ?? 0}:changes`;
  const ears = redis.duplicate();
  const others = new Map<string, number>();
  /** Who has not yet said that they heard, by the name of what was asked. */
  const unheard = new Map<string, { nodes: Set<string>; done(): void }>();
  let isSubscribed = false;
  let heardMyselfAt = Number.NEGATIVE_INFINITY;
  let owesOthers = false;
  let tickedAt = performance.now();
  let isClosed = false;

  // The connection that was handed in says so already.
  ears.on('error', () => undefined);
  ears.on('close', () => {
    isSubscribed = false;
  });
  ears.on('message', (_channel, text) => hear(text));
  const listening = new Promise<void>((resolve) => {
    ears.on('ready', () => void subscribe().then(resolve));
  });
  redis.on('ready', () => void payOthers());
  const timer = setInterval(tick, BEAT_MS);
  await Promise.race([listening, new Promise((resolve) => setTimeout(resolve, START_MS).unref())]);

  return {
    async publish(changes, by) {
      await local.publish(changes);
      const isOfAccess = changes.some(({ topic }) => topic === 'access');
      if (isOfAccess) await tellUntilHeard({ changes, by });
      else await tell({ changes, by });
    },
    subscribe: (listener) => local.subscribe(listener),
    isDeaf,
    async close() {
      isClosed = true;
      clearInterval(timer);
      if (!owesOthers) await tell({ changes: [], leaves: true });
      ears.disconnect();
    },
  };

  function isDeaf(): boolean {
    return !isSubscribed || performance.now() - heardMyselfAt > SILENT_MS;
  }

  /**
   * Tells the other nodes; returns whether it could. That Redis is away fails nothing: what was to be
   * told is committed.
   */
  async function tell(message: Told): Promise<boolean> {
    try {
      await redis.publish(channel, JSON.stringify({ from: me, ...message }));
      return true;
    } catch (err) {
      if (message.changes.length === 0) return false;
      if (!owesOthers) log.warn({ err }, 'other nodes could not be told of a change');
      owesOthers = true;
      return false;
    }
  }

  /** A node that is deaf, or dead and not yet missed, is not waited for beyond `HEARD_MS`. */
  async function tellUntilHeard(message: Told): Promise<void> {
    const asks = randomUUID();
    const nodes = new Set(others.keys());
    let timer: NodeJS.Timeout | undefined;
    const haveHeard = new Promise<void>((done) => {
      unheard.set(asks, { nodes, done });
      timer = setTimeout(done, HEARD_MS);
    });
    const isTold = await tell({ ...message, asks });
    // Who is deaf hears no answers either.
    if (isTold && nodes.size > 0 && !isDeaf()) await haveHeard;
    clearTimeout(timer);
    unheard.delete(asks);
  }

  function strikeOff(node: string, from = [...unheard.values()]) {
    for (const { nodes, done } of from) if (nodes.delete(node) && nodes.size === 0) done();
  }

  /** Who could not be told of some changes is told of all. */
  async function payOthers(): Promise<void> {
    if (!owesOthers) return;
    owesOthers = false;
    await tell({ changes: EVERYTHING });
  }

  async function subscribe(): Promise<void> {
    try {
      await ears.subscribe(channel);
    } catch {
      // Lost again in the middle; the next 'ready' begins anew.
      return ears.disconnect(true);
    }
    isSubscribed = true;
    heardMyselfAt = performance.now();
    others.clear();
    log.info('changes of other nodes are heard');
    await local.publish(EVERYTHING);
    // Who is there? Their answers say so at once, not at their next beat.
    void tell({ changes: [], asks: me });
  }

  function hear(text: string) {
    const message = readMessage(text);
    if (!message) return log.warn({ text: text.slice(0, 200) }, 'a message of Redis is not ours');
    const { from, changes, by, leaves, asks, heard } = message;
    if (from === me) {
      heardMyselfAt = performance.now();
    } else {
      if (leaves) leave(from);
      else others.set(from, performance.now());
      const asked = heard && unheard.get(heard);
      if (asked) strikeOff(from, [asked]);
      if (changes.length > 0) {
        log.debug(
          { reqId: by?.requestId, node: from, changes },
          'another node has changed something',
        );
        // Its listeners have heard when it returns.
        void local.publish(changes);
      }
      // Who has said goodbye is waited for by nobody, and says nothing more.
      if (asks && !isClosed) void tell({ changes: [], heard: asks });
    }
  }

  function tick() {
    const now = performance.now();
    const wasStopped = now - tickedAt > BEAT_MS + SILENT_MS / 2;
    tickedAt = now;
    void beat();
    // This process itself stood still: what was said meanwhile is about to be read.
    if (wasStopped || isClosed) return;
    if (isSubscribed && isDeaf()) return reconnect();
    for (const [node, heardAt] of others) if (now - heardAt > SILENT_MS) bury(node);
  }

  async function beat(): Promise<void> {
    if (await tell({ changes: [] })) await payOthers();
  }

  /** The connection is there, but nothing comes through: as when the other machine is gone. */
  function reconnect() {
    log.warn('Redis fell silent');
    isSubscribed = false;
    ears.disconnect(true);
    redis.disconnect(true);
  }

  function leave(node: string) {
    others.delete(node);
    strikeOff(node);
  }

  function bury(node: string) {
    leave(node);
    if (!isSubscribed) return;
    log.warn({ node }, 'another node fell silent: what it changed last may not have been told');
    void local.publish(EVERYTHING);
  }
}

function readMessage(text: string) {
  try {
    const { changes, ...message } = nodeMessage.parse(JSON.parse(text));
    return { ...message, changes: changes.filter(isKnown) };
  } catch {
    return undefined;
  }
}

/** A node of the next version may know topics that nothing here depends on. */
function isKnown(change: { topic: string }): change is Change {
  return Object.hasOwn(TOPICS, change.topic);
}
