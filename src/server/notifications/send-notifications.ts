import type { FastifyBaseLogger } from 'fastify';
import { MINUTE } from '#contract/durations.ts';
import type { NotificationChannel } from '#contract/notifications.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { notifications } from '../db/schema/notifications.ts';
import { type ClaimedNotification, claimNotification, isNotification } from './claim.ts';
import { queueDueNotifications } from './queue-due.ts';

/** Rejects with `NotAccepted` if it certainly did not arrive and may be sent again. */
export type SendNotification = (notification: ClaimedNotification) => Promise<void>;

export class NotAccepted extends Error {}

const AT_ONCE = 3;
const MAX_ATTEMPTS = 6;
const INTERVAL_MS = MINUTE;

/** Resolves when everything due is sent on the channels that have a sender. */
export async function sendNotifications(
  { db, clock, log }: Pick<Context, 'db' | 'clock'> & { log: Pick<FastifyBaseLogger, 'error'> },
  senders: Partial<Record<NotificationChannel, SendNotification>>,
  signal?: AbortSignal,
): Promise<void> {
  const channels = Object.keys(senders) as NotificationChannel[];
  if (channels.length === 0) return;
  await queueDueNotifications(db, clock(), channels);
  const sendOneByOne = async (channel: NotificationChannel) => {
    while (!signal?.aborted) {
      const notification = await claimNotification(db, clock(), channel);
      if (!notification) return;
      const outcome = await outcomeOf(senders[channel]?.(notification), notification, log);
      await settle(db, notification, outcome, clock());
      // A mail server that is down fails every email. Push services fail independently.
      if (outcome === 'again' && channel === 'mail') return;
    }
  };
  await Promise.all(
    channels.flatMap((channel) => Array.from({ length: AT_ONCE }, () => sendOneByOne(channel))),
  );
}

/** Runs on every server. The database keeps them from sending anything twice. */
export function startNotifications(
  context: Pick<Context, 'db' | 'clock' | 'disk'> & { log: FastifyBaseLogger },
  senders: Partial<Record<NotificationChannel, SendNotification>>,
) {
  const ending = new AbortController();
  let running: Promise<void> | undefined;
  const sendUnlessFull = async () => {
    // Without room for its outcome, a refused email would never be retried.
    if (!(await context.disk.isFull())) await sendNotifications(context, senders, ending.signal);
  };
  const sendDue = () => {
    running ??= sendUnlessFull()
      .catch((err: unknown) => context.log.error({ err }, 'notices could not be sent'))
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(sendDue, INTERVAL_MS).unref();
  return {
    async close() {
      clearInterval(timer);
      ending.abort();
      await running;
    },
  };
}

type Outcome = 'sent' | 'failed' | 'again';

async function outcomeOf(
  sending: Promise<void> | undefined,
  { attempts, channel, kind }: ClaimedNotification,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Outcome> {
  try {
    await sending;
    return 'sent';
  } catch (error) {
    const canRetry = error instanceof NotAccepted && attempts < MAX_ATTEMPTS;
    // Logged without the mail server's message, which may contain the recipient.
    const { code, responseCode, command, statusCode } = causeOf(error);
    log.error(
      { channel, kind, attempts, isAgain: canRetry, code, responseCode, command, statusCode },
      'a notice could not be sent',
    );
    return canRetry ? 'again' : 'failed';
  }
}

function causeOf(error: unknown): Record<string, unknown> {
  return { ...((error instanceof NotAccepted ? error.cause : error) as object | undefined) };
}

async function settle(
  db: Db,
  notification: ClaimedNotification,
  outcome: Outcome,
  now: number,
): Promise<void> {
  const sendAfter = new Date(now + 2 ** notification.attempts * MINUTE);
  const change = outcome === 'again' ? { claimedAt: null, sendAfter } : { outcome };
  await db.update(notifications).set(change).where(isNotification(notification));
}
