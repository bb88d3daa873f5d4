import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE } from '#contract/durations.ts';
import { type NotificationKind, UNSUBSCRIBE_PATH } from '#contract/notifications.ts';
import { paths } from '#contract/pages.ts';
import type { SharedCard } from '#contract/scorecard.ts';
import { buildUrl } from '#contract/url.ts';
import type { Context } from '../context.ts';
import { readMailDesign } from '../mail/mail-design.ts';
import { canRetry } from '../mail/mailer.ts';
import { renderEmail } from '../mail/render-email.ts';
import type { ClaimedNotification } from './claim.ts';
import { describePicture } from './compose-result.ts';
import { composeEmail, isHidden } from './messages.ts';
import { NotAcceptedError, type SendNotification } from './send-notifications.ts';
import { createUnsubscribeToken, loadSigningKey } from './unsubscribe-token.ts';

type EmailContext = Pick<Context, 'db' | 'mailer' | 'band' | 'publicUrl'> & {
  clock?: Context['clock'];
  pictureTimeoutMs?: number;
};

/** Injected by `app.ts`, like the routes that share cards. */
export interface ResultCards {
  findCard: {
    ofOwner(
      user: { userId: string; username: string },
      prediction: { id: string; showsSongsEarly: boolean },
    ): Promise<SharedCard | undefined>;
  };
  images: { renderForEmail(card: SharedCard, signal: AbortSignal): Promise<Buffer> };
}

/** Emails that waited longer have no picture, so that rendering never delays them further. */
const MAX_PICTURE_WAIT_MS = 10 * MINUTE;
const PICTURE_TIMEOUT_MS = 10_000;
/** After a rendering timeout, emails have no picture for this long. */
const PICTURE_PAUSE_MS = MINUTE;

export function createEmailChannel(
  {
    db,
    mailer,
    band,
    publicUrl = '',
    clock = Date.now,
    pictureTimeoutMs = PICTURE_TIMEOUT_MS,
  }: EmailContext,
  cards?: ResultCards,
): SendNotification {
  let pausedUntil = 0;

  /** Returns undefined if the fan hides spoilers or the points have changed again. */
  async function readCard(notification: ClaimedNotification): Promise<SharedCard | undefined> {
    const { kind, predictionId: id, points } = notification;
    if (kind !== 'result' || !id || isHidden(notification)) return undefined;
    const card = await cards?.findCard.ofOwner(notification, { id, showsSongsEarly: true });
    return card?.points === points ? card : undefined;
  }

  async function renderPicture(
    card: SharedCard | undefined,
    { sendAfter }: ClaimedNotification,
    shutdown: AbortSignal | undefined,
  ): Promise<{ png: Buffer; alt: string } | undefined> {
    if (!card || !cards || clock() < pausedUntil) return undefined;
    if (clock() - sendAfter.getTime() > MAX_PICTURE_WAIT_MS) return undefined;
    const waiter = new AbortController();
    const signal = shutdown ? AbortSignal.any([waiter.signal, shutdown]) : waiter.signal;
    const png = await Promise.race([
      cards.images.renderForEmail(card, signal),
      sleep(pictureTimeoutMs, 'late' as const, { ref: false, signal }),
    ]).catch(() => undefined);
    waiter.abort();
    if (png !== 'late') return png && { png, alt: describePicture(card) };
    pausedUntil = clock() + PICTURE_PAUSE_MS;
    return undefined;
  }

  return async (notification, shutdown) => {
    const token = createUnsubscribeToken(notification, await loadSigningKey(db));
    // The points are in the notification, so the email goes out even if its card can't be read.
    const card = await readCard(notification).catch(() => undefined);
    const { path, ...content } = composeEmail(notification, card);
    const picture = await renderPicture(card, notification, shutdown);
    const { reason, stopLabel } = SUBSCRIPTIONS[notification.kind];
    const email = renderEmail(
      { ...content, reason, picture },
      await readMailDesign({ band, publicUrl }),
      {
        to: notification.email,
        link: publicUrl + path,
        subscription: {
          stopLabel,
          stopUrl: publicUrl + buildUrl(UNSUBSCRIBE_PATH, { query: { token } }),
          settingsUrl: `${publicUrl}${paths.settings()}#notifications`,
        },
      },
    );
    try {
      await mailer.deliver(email);
    } catch (cause) {
      throw canRetry(cause)
        ? new NotAcceptedError('The mail server did not accept the email', { cause })
        : cause;
    }
  };
}

const SUBSCRIPTIONS: Record<NotificationKind, { reason: string; stopLabel: string }> = {
  reminder: {
    reason: 'You’re receiving this email because reminder and nudge emails are turned on.',
    stopLabel: 'Stop reminder and nudge emails',
  },
  result: {
    reason: 'You’re receiving this email because result emails are turned on.',
    stopLabel: 'Stop result emails',
  },
  moved: {
    reason:
      'You’re receiving this email because emails about moved, postponed and cancelled shows are turned on.',
    stopLabel: 'Stop show update emails',
  },
  recap: {
    reason: 'You’re receiving this email because tour recap emails are turned on.',
    stopLabel: 'Stop recap emails',
  },
};
