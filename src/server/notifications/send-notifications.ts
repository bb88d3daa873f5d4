import type { FastifyBaseLogger } from 'fastify';
import type { NotificationChannel } from '#contract/notifications.ts';
import type { Context } from '../context.ts';
import type { Db } from '../db/open.ts';
import { notifications } from '../db/schema/notifications.ts';
import { type ClaimedNotification, claimNotification, isNotification } from './claim.ts';
import { queueDueNotifications } from './due.ts';

/** How a notice leaves. Rejects with a `NotTaken` where nobody has it, and it may be tried again. */
export type SendNotification = (notice: ClaimedNotification) => Promise<void>;

/** It surely did not arrive. */
export class NotAccepted extends Error {}

/** As many of a channel leave a server at once. */
const AT_ONCE = 3;
const MOST_ATTEMPTS = 6;
const MINUTE = 60_000;
const LOOK_EVERY_MS = MINUTE;

/** Whatever there is to tell at this moment is told, by what can be sent here. Resolves when it is. */
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
      const notice = await claimNotification(db, clock(), channel);
      if (!notice) return;
      const outcome = await outcomeOf(senders[channel]?.(notice), notice, log);
      await settle(db, notice, outcome, clock());
      // A mail server that is away is not asked for everybody: the next look is soon enough. Of the services
      // that push there are several.
      if (outcome === 'again' && channel === 'mail') return;
    }
  };
  await Promise.all(
    channels.flatMap((channel) => Array.from({ length: AT_ONCE }, () => sendOneByOne(channel))),
  );
}

/**
 * Looks every minute, on every server: what each finds and sends is held apart by the database. Others
 * go on where one is about to end.
 */
export function startNotifications(
  context: Pick<Context, 'db' | 'clock' | 'disk'> & { log: FastifyBaseLogger },
  senders: Partial<Record<NotificationChannel, SendNotification>>,
) {
  const ending = new AbortController();
  let running: Promise<void> | undefined;
  const lookNow = async () => {
    // A letter that left and could not be noted would leave once more.
    if (!(await context.disk.isFull())) await sendNotifications(context, senders, ending.signal);
  };
  const look = () => {
    running ??= lookNow()
      // The next look finds what this one did not.
      .catch((err: unknown) => context.log.error({ err }, 'notices could not be sent'))
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(look, LOOK_EVERY_MS).unref();
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
    const isAgain = error instanceof NotAccepted && attempts < MOST_ATTEMPTS;
    // Without what a mail server says: it may name whom it is about.
    const { code, responseCode, command, statusCode } = causeOf(error);
    log.error(
      { channel, kind, attempts, isAgain, code, responseCode, command, statusCode },
      'a notice could not be sent',
    );
    return isAgain ? 'again' : 'failed';
  }
}

function causeOf(error: unknown): Record<string, unknown> {
  return { ...((error instanceof NotAccepted ? error.cause : error) as object | undefined) };
}

async function settle(
  db: Db,
  notice: ClaimedNotification,
  outcome: Outcome,
  now: number,
): Promise<void> {
  const sendAfter = new Date(now + 2 ** notice.attempts * MINUTE);
  const change = outcome === 'again' ? { claimedAt: null, sendAfter } : { outcome };
  await db.update(notifications).set(change).where(isNotification(notice));
}
