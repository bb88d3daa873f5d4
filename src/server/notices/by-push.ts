import type { Agent } from 'node:https';
import { eq } from 'drizzle-orm';
import type { PushSubscription } from 'web-push';
import { isPushService } from '#contract/push.ts';
import type { Context } from '../context.ts';
import { pushSubscriptions } from '../db/notice-schema.ts';
import { NotTaken, type SendNotice } from './send-notices.ts';
import { siteKey } from './site-keys.ts';
import { pushWords } from './words.ts';

type Pushing = Pick<Context, 'db' | 'band' | 'publicUrl'>;

/** A device that is off gets it when it is on again, but no news of the day before. */
const KEPT_SECONDS = 12 * 60 * 60;
const PATIENCE_MS = 10_000;

/**
 * Notices by the push services of the browsers' makers, encrypted for each of a fan's devices. Of those
 * that wait at a service, or lie on a screen, a show's newer one takes the place of the one before. A
 * device that its service no longer knows is forgotten.
 */
export function noticesByPush({ db, band, publicUrl }: Pushing, agent?: Agent): SendNotice {
  // Whom a push service may write to: the site itself, where it has an address for everybody.
  const subject = () =>
    publicUrl?.startsWith('https:') ? publicUrl : `mailto:${band.known().contactEmail}`;

  return async (notice) => {
    const devices = await db
      .select()
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, notice.userId));
    const { title, body, path } = pushWords(notice);
    const tag = `show-${notice.showId}`;
    const payload = JSON.stringify({ title, body, path, tag });
    const vapidDetails = { subject: subject(), ...(await vapidKeys(db)) };
    const topic = notice.showId.replaceAll('-', '');
    const { sendNotification } = await loadWebPush();
    const outcomes = await Promise.allSettled(
      devices.map(async ({ endpoint, p256dh, auth }) => {
        // Also of a row that came by a restore: the server calls no address of somebody's choice.
        if (!isPushService(endpoint)) throw new Error('Not a push service');
        const device: PushSubscription = { endpoint, keys: { p256dh, auth } };
        const how = { vapidDetails, topic, TTL: KEPT_SECONDS, timeout: PATIENCE_MS };
        try {
          await sendNotification(device, payload, agent ? { ...how, agent } : how);
        } catch (error) {
          if (isGone(error))
            await db.delete(pushSubscriptions).where(eq(pushSubscriptions.endpoint, endpoint));
          throw error;
        }
      }),
    );
    const failures = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (failures.length < outcomes.length) return;
    // One that was shown is not sent again for the sake of another device.
    const cause = failures.find(isBusy);
    throw cause ? new NotTaken('No push service took it', { cause }) : failures[0];
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

const statusOf = (error: unknown) => (error as { statusCode?: number }).statusCode;

function isGone(error: unknown): boolean {
  return statusOf(error) === 404 || statusOf(error) === 410;
}

function isBusy(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined ? false : status === 429 || status >= 500;
}
