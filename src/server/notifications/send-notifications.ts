import type { FastifyBaseLogger } from 'fastify';
import { MINUTE } from '#contract/durations.ts';
import type { NotificationChannel } from '#contract/notifications.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { notifications } from '../db/schema/notifications.ts';
import { type ClaimedNotification, claimNotification, isNotification } from './claim.ts';
import { queueDueNotifications } from './queue-due.ts';

/**
 * Rejects with a `NotAcceptedError` if a retry can't send the notification twice. On shutdown,
 * sends without the data that it still waits for.
 */
export type SendNotification = (
  notification: ClaimedNotification,
  shutdown?: AbortSignal,
) => Promise<void>;

export class NotAcceptedError extends Error {}

const CONCURRENCY = 3;
const MAX_ATTEMPTS = 6;
const INTERVAL_MS = MINUTE;

export async function sendNotifications(
  { db, clock, log }: Pick<Context, 'db' | 'clock'> & { log: Pick<FastifyBaseLogger, 'error'> },
  senders: Partial<Record<NotificationChannel, SendNotification>>,
  signal?: AbortSignal,
): Promise<void> {
  const channels = Object.keys(senders) as NotificationChannel[];
  if (channels.length === 0) return;
  await queueDueNotifications(db, clock(), channels);
  const sendUntilEmpty = async (channel: NotificationChannel) => {
    while (!signal?.aborted) {
      const notification = await claimNotification(db, clock(), channel);
      if (!notification) return;
      const outcome = await deliver(senders[channel]?.(notification, signal), notification, log);
      await recordOutcome(db, notification, outcome, clock());
      // A mail server that is down fails every email. Push services fail independently.
      if (outcome === 'retry' && channel === 'mail') return;
    }
  };
  await Promise.all(
    channels.flatMap((channel) =>
      Array.from({ length: CONCURRENCY }, () => sendUntilEmpty(channel)),
    ),
  );
}

/** Runs on every server. The claims in the database prevent sending a notification twice. */
export function startNotifications(
  context: Pick<Context, 'db' | 'clock' | 'disk'> & { log: FastifyBaseLogger },
  senders: Partial<Record<NotificationChannel, SendNotification>>,
) {
  const abortController = new AbortController();
  let running: Promise<void> | undefined;
  const sendIfDiskHasSpace = async () => {
    // If an email's rejection can't be stored, the email is never retried.
    if (!(await context.disk.isFull()))
      await sendNotifications(context, senders, abortController.signal);
  };
  const sendDue = () => {
    running ??= sendIfDiskHasSpace()
      .catch((err: unknown) => context.log.error({ err }, 'failed to send notifications'))
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(sendDue, INTERVAL_MS).unref();
  return {
    async close() {
      clearInterval(timer);
      abortController.abort();
      await running;
    },
  };
}

type Outcome = 'sent' | 'failed' | 'retry';

async function deliver(
  delivery: Promise<void> | undefined,
  { attempts, channel, kind }: ClaimedNotification,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<Outcome> {
  try {
    await delivery;
    return 'sent';
  } catch (error) {
    const canRetry = error instanceof NotAcceptedError && attempts < MAX_ATTEMPTS;
    // Omits the mail server's message, which may contain the recipient.
    const { code, responseCode, command, statusCode } = unwrapCause(error);
    log.error(
      { channel, kind, attempts, isAgain: canRetry, code, responseCode, command, statusCode },
      'failed to send a notification',
    );
    return canRetry ? 'retry' : 'failed';
  }
}

function unwrapCause(error: unknown): Record<string, unknown> {
  return { ...((error instanceof NotAcceptedError ? error.cause : error) as object | undefined) };
}

async function recordOutcome(
  db: Db,
  notification: ClaimedNotification,
  outcome: Outcome,
  now: number,
): Promise<void> {
  const sendAfter = new Date(now + 2 ** notification.attempts * MINUTE);
  const change = outcome === 'retry' ? { claimedAt: null, sendAfter } : { outcome };
  await db.update(notifications).set(change).where(isNotification(notification));
}
