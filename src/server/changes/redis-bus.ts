import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { type Change, TOPICS } from '#contract/freshness.ts';
import { type Bus, type Cause, EVERYTHING } from './bus.ts';

const HEARTBEAT_MS = 1_000;

const NODE_TIMEOUT_MS = 2_500;

const START_TIMEOUT_MS = 2_000;

const ACK_TIMEOUT_MS = 1_000;

/** Nodes of different versions exchange these. A message without changes is a heartbeat. */
const nodeMessage = z.object({
  from: z.string(),
  changes: z.array(
    z.object({ topic: z.string(), subjectId: z.string().nullable(), version: z.number() }),
  ),
  by: z.object({ requestId: z.string() }).optional(),
  /** The sender is shutting down and has sent all its changes. */
  leaves: z.boolean().optional(),
  /** Requests a message with this ID in `heard`. */
  asks: z.string().optional(),
  heard: z.string().optional(),
});

interface OutgoingMessage {
  changes: readonly Change[];
  by?: Cause | undefined;
  leaves?: boolean;
  asks?: string | undefined;
  heard?: string;
}

interface RedisBus extends Bus {
  /** Announces the shutdown. Leaves the caller's connection open. */
  close(): Promise<void>;
}

/**
 * Publishes changes to all nodes of a database over Redis pub/sub, which does not guarantee
 * delivery. A node therefore invalidates everything when it may have missed a change: after it was
 * disconnected, and when another node times out, which may have died between commit and publish.
 * Access changes wait up to `ACK_TIMEOUT_MS` for acknowledgements: a logout must apply everywhere.
 */
export async function createRedisBus(
  redis: Redis,
  local: Bus,
  log: Pick<FastifyBaseLogger, 'warn' | 'info' | 'debug'>,
): Promise<RedisBus> {
  const nodeId = randomUUID();
  // Two sites can share a Redis server under different database numbers.
  const channel = `called-it:${redis.options.db ?? 0}:changes`;
  const subscriber = redis.duplicate();
  const otherNodes = new Map<string, number>();
  const pendingAcks = new Map<string, { nodes: Set<string>; done(): void }>();
  let isSubscribed = false;
  let echoedAt = Number.NEGATIVE_INFINITY;
  let hasUnsentChanges = false;
  let tickedAt = performance.now();
  let isClosed = false;

  // The caller's connection logs the same errors.
  subscriber.on('error', () => undefined);
  subscriber.on('close', () => {
    isSubscribed = false;
  });
  subscriber.on('message', (_channel, text) => receive(text));
  const subscribed = new Promise<void>((resolve) => {
    subscriber.on('ready', () => void subscribe().then(resolve));
  });
  redis.on('ready', () => void flushPending());
  const timer = setInterval(tick, HEARTBEAT_MS);
  await Promise.race([
    subscribed,
    new Promise((resolve) => setTimeout(resolve, START_TIMEOUT_MS).unref()),
  ]);

  return {
    async publish(changes, cause) {
      await local.publish(changes);
      const changesAccess = changes.some(({ topic }) => topic === 'access');
      if (changesAccess) await sendAndAwaitAcks({ changes, by: cause });
      else await send({ changes, by: cause });
    },
    subscribe: (listener) => local.subscribe(listener),
    isDisconnected,
    async close() {
      isClosed = true;
      clearInterval(timer);
      if (!hasUnsentChanges) await send({ changes: [], leaves: true });
      subscriber.disconnect();
    },
  };

  function isDisconnected(): boolean {
    return !isSubscribed || performance.now() - echoedAt > NODE_TIMEOUT_MS;
  }

  /** A Redis failure must not fail the request, because the change is already committed. */
  async function send(message: OutgoingMessage): Promise<boolean> {
    try {
      await redis.publish(channel, JSON.stringify({ from: nodeId, ...message }));
      return true;
    } catch (err) {
      if (message.changes.length === 0) return false;
      if (!hasUnsentChanges) log.warn({ err }, 'failed to publish a change to other nodes');
      hasUnsentChanges = true;
      return false;
    }
  }

  async function sendAndAwaitAcks(message: OutgoingMessage): Promise<void> {
    const ackId = randomUUID();
    const nodes = new Set(otherNodes.keys());
    let timer: NodeJS.Timeout | undefined;
    const acknowledged = new Promise<void>((done) => {
      pendingAcks.set(ackId, { nodes, done });
      timer = setTimeout(done, ACK_TIMEOUT_MS);
    });
    const isSent = await send({ ...message, asks: ackId });
    if (isSent && nodes.size > 0 && !isDisconnected()) await acknowledged;
    clearTimeout(timer);
    pendingAcks.delete(ackId);
  }

  function acknowledge(node: string, acks = [...pendingAcks.values()]) {
    for (const { nodes, done } of acks) if (nodes.delete(node) && nodes.size === 0) done();
  }

  async function flushPending(): Promise<void> {
    if (!hasUnsentChanges) return;
    hasUnsentChanges = false;
    await send({ changes: EVERYTHING });
  }

  async function subscribe(): Promise<void> {
    try {
      await subscriber.subscribe(channel);
    } catch {
      // The connection broke again. The next 'ready' event retries.
      return subscriber.disconnect(true);
    }
    isSubscribed = true;
    echoedAt = performance.now();
    otherNodes.clear();
    log.info('subscribed to changes of other nodes');
    await local.publish(EVERYTHING);
    // The acknowledgements reveal the live nodes before their next heartbeat.
    void send({ changes: [], asks: nodeId });
  }

  function receive(text: string) {
    const message = readMessage(text);
    if (!message)
      return log.warn({ text: text.slice(0, 200) }, 'received an unknown message from Redis');
    const {
      from: sender,
      changes,
      by: cause,
      leaves,
      asks: ackId,
      heard: acknowledgedId,
    } = message;
    if (sender === nodeId) {
      echoedAt = performance.now();
    } else {
      if (leaves) removeNode(sender);
      else otherNodes.set(sender, performance.now());
      const pendingAck = acknowledgedId && pendingAcks.get(acknowledgedId);
      if (pendingAck) acknowledge(sender, [pendingAck]);
      if (changes.length > 0) {
        log.debug(
          { reqId: cause?.requestId, node: sender, changes },
          'received changes from another node',
        );
        void local.publish(changes);
      }
      if (ackId && !isClosed) void send({ changes: [], heard: ackId });
    }
  }

  function tick() {
    const now = performance.now();
    const wasSuspended = now - tickedAt > HEARTBEAT_MS + NODE_TIMEOUT_MS / 2;
    tickedAt = now;
    void sendHeartbeat();
    // Messages that arrived during the suspension must be read before a node can time out.
    if (wasSuspended || isClosed) return;
    if (isSubscribed && isDisconnected()) return reconnect();
    for (const [node, lastMessageAt] of otherNodes)
      if (now - lastMessageAt > NODE_TIMEOUT_MS) dropNode(node);
  }

  async function sendHeartbeat(): Promise<void> {
    if (await send({ changes: [] })) await flushPending();
  }

  /** Replaces a connection that is open but dead, for example after the host disappeared. */
  function reconnect() {
    log.warn('Redis timed out');
    isSubscribed = false;
    subscriber.disconnect(true);
    redis.disconnect(true);
  }

  function removeNode(node: string) {
    otherNodes.delete(node);
    acknowledge(node);
  }

  function dropNode(node: string) {
    removeNode(node);
    if (!isSubscribed) return;
    log.warn({ node }, 'another node timed out: its last changes may be lost');
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

/** Nodes running a newer version may send unknown topics. */
function isKnown(change: { topic: string }): change is Change {
  return Object.hasOwn(TOPICS, change.topic);
}
