import { Agent } from 'node:https';
import { eq } from 'drizzle-orm';
import { isPushService } from '#contract/push.ts';
import type { Context } from '../context.ts';
import { pushSubscriptions } from '../db/schema/notifications.ts';
import { siteKey } from './site-keys.ts';

export type Pushing = Pick<Context, 'db' | 'band' | 'publicUrl'>;

/** As the worker of the pages shows it; one with the same tag takes its place on the screen. */
interface PushedNotice {
  title: string;
  body: string;
  path: string;
  tag: string;
  /** On the app's icon: how many shows lack a prediction. */
  badge?: number;
}

export type PushToDevice = (
  device: Pick<typeof pushSubscriptions.$inferSelect, 'endpoint' | 'p256dh' | 'auth'>,
  notice: PushedNotice,
) => Promise<void>;

/** A device that is off gets it when it is on again, but no news of the day before. */
const KEPT_SECONDS = 12 * 60 * 60;
const PATIENCE_MS = 10_000;
/** A service that has not been reached by then is none that is only slow to answer. */
const CONNECTING_MS = 5_000;
/** What services allow. */
const TOPIC_MAX = 32;

/**
 * Pushes by the services of the browsers' makers, encrypted for that device alone. Of those that wait at
 * a service the newer with the same tag takes the place of the one before. A device that its service no
 * longer knows is forgotten. Rejects with what the service has against it, `statusCode` beside it.
 */
export function pushToDevice(
  { db, band, publicUrl }: Pushing,
  agent: Agent = new ConnectingAgent(),
): PushToDevice {
  // Whom a push service may write to: the site itself, where it has an address for everybody.
  const subject = () =>
    publicUrl?.startsWith('https:') ? publicUrl : `mailto:${band.known().contactEmail}`;

  return async ({ endpoint, p256dh, auth }, notice) => {
    // Also of a row that came by a restore: the server calls no address of somebody's choice.
    if (!isPushService(endpoint)) throw new Error('Not a push service');
    const vapidDetails = { subject: subject(), ...(await vapidKeys(db)) };
    const topic = notice.tag.replaceAll(/^show|-/g, '').slice(0, TOPIC_MAX);
    const how = { vapidDetails, topic, TTL: KEPT_SECONDS, timeout: PATIENCE_MS, agent };
    const { sendNotification } = await loadWebPush();
    try {
      const device = { endpoint, keys: { p256dh, auth } };
      await sendNotification(device, JSON.stringify(notice), how);
    } catch (error) {
      if (isGone(error))
        await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
      throw error;
    }
  };
}

/** The site's own keys for all push services, made at the first call. */
export async function vapidKeys(
  db: Context['db'],
): Promise<{ publicKey: string; privateKey: string }> {
  const { generateVAPIDKeys } = await loadWebPush();
  return JSON.parse(await siteKey(db, 'vapid', () => JSON.stringify(generateVAPIDKeys())));
}

/** Loaded where it is wanted: a start without it is the sooner. */
async function loadWebPush() {
  return (await import('web-push')).default;
}

/** Ends what does not come about in time, so that it is known as a service that was not reached. */
export class ConnectingAgent extends Agent {
  readonly #patienceMs: number;

  constructor(patienceMs = CONNECTING_MS) {
    super({ keepAlive: true });
    this.#patienceMs = patienceMs;
  }

  override createConnection(...args: Parameters<Agent['createConnection']>) {
    const socket = super.createConnection(...args);
    const error = Object.assign(new Error('Not connected in time'), NOT_CONNECTED);
    const timer = setTimeout(() => socket?.destroy(error), this.#patienceMs).unref();
    for (const event of ['secureConnect', 'close']) socket?.once(event, () => clearTimeout(timer));
    return socket;
  }
}

const NOT_CONNECTED = { code: 'ETIMEDOUT', syscall: 'connect' };

/** Whether a service that gave no answer may have heard what was sent. */
export function wasConnected(error: unknown): boolean {
  // Where its name has several addresses, what became of each.
  const { errors = [error as NodeJS.ErrnoException] } = error as Partial<AggregateError>;
  return !errors.every(({ syscall = '' }) => syscall === 'connect' || syscall === 'getaddrinfo');
}

/** What a service answered; undefined where it did not. */
export const statusOf = (error: unknown) => (error as { statusCode?: number }).statusCode;

/** The service does not know the device any more. */
export function isGone(error: unknown): boolean {
  return statusOf(error) === 404 || statusOf(error) === 410;
}
