import { Agent } from 'node:https';
import { eq } from 'drizzle-orm';
import { isPushService } from '#contract/push.ts';
import type { Context } from '../context.ts';
import { pushSubscriptions } from '../db/schema/notifications.ts';
import { loadSiteKey } from './site-keys.ts';

export type PushContext = Pick<Context, 'db' | 'band' | 'publicUrl'>;

/** The service worker's format. A notification with the same tag replaces it on the screen. */
interface PushPayload {
  title: string;
  body: string;
  path: string;
  tag: string;
  badge?: number;
}

export type PushToDevice = (
  device: Pick<typeof pushSubscriptions.$inferSelect, 'endpoint' | 'p256dh' | 'auth'>,
  notification: PushPayload,
) => Promise<void>;

/** A device that was offline for longer doesn't receive the push. */
const TTL_SECONDS = 12 * 60 * 60;
const TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_TOPIC_LENGTH = 32;

/**
 * Replaces a queued push with the same tag. Deletes the subscription of a device that is gone.
 * Rejects with the service's error, which has a `statusCode`.
 */
export function createDevicePush(
  { db, band, publicUrl }: PushContext,
  agent: Agent = new ConnectTimeoutAgent(),
): PushToDevice {
  const subject = () =>
    publicUrl?.startsWith('https:') ? publicUrl : `mailto:${band.current().contactEmail}`;

  return async ({ endpoint, p256dh, auth }, notification) => {
    // The endpoint may come from a backup, and the server must not request a user's URL.
    if (!isPushService(endpoint)) throw new Error('The endpoint is not a push service');
    const vapidDetails = { subject: subject(), ...(await loadVapidKeys(db)) };
    const topic = notification.tag.replaceAll(/^show|-/g, '').slice(0, MAX_TOPIC_LENGTH);
    const options = { vapidDetails, topic, TTL: TTL_SECONDS, timeout: TIMEOUT_MS, agent };
    const { sendNotification } = await loadWebPush();
    try {
      const device = { endpoint, keys: { p256dh, auth } };
      await sendNotification(device, JSON.stringify(notification), options);
    } catch (error) {
      if (isDeviceGone(error))
        await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
      throw error;
    }
  };
}

export async function loadVapidKeys(
  db: Context['db'],
): Promise<{ publicKey: string; privateKey: string }> {
  const { generateVAPIDKeys } = await loadWebPush();
  return JSON.parse(await loadSiteKey(db, 'vapid', () => JSON.stringify(generateVAPIDKeys())));
}

async function loadWebPush() {
  return (await import('web-push')).default;
}

export class ConnectTimeoutAgent extends Agent {
  readonly #timeoutMs: number;

  constructor(timeoutMs = CONNECT_TIMEOUT_MS) {
    super({ keepAlive: true });
    this.#timeoutMs = timeoutMs;
  }

  override createConnection(...args: Parameters<Agent['createConnection']>) {
    const socket = super.createConnection(...args);
    const error = Object.assign(new Error('The connection timed out'), NOT_CONNECTED);
    const timer = setTimeout(() => socket?.destroy(error), this.#timeoutMs).unref();
    for (const event of ['secureConnect', 'close']) socket?.once(event, () => clearTimeout(timer));
    return socket;
  }
}

const NOT_CONNECTED = { code: 'ETIMEDOUT', syscall: 'connect' };

/** Returns whether a service that sent no response may still have received the push. */
export function wasConnected(error: unknown): boolean {
  // A host with several addresses has one error per address.
  const { errors = [error as NodeJS.ErrnoException] } = error as Partial<AggregateError>;
  return !errors.every(({ syscall = '' }) => syscall === 'connect' || syscall === 'getaddrinfo');
}

export const getStatusCode = (error: unknown) => (error as { statusCode?: number }).statusCode;

export function isDeviceGone(error: unknown): boolean {
  return getStatusCode(error) === 404 || getStatusCode(error) === 410;
}
