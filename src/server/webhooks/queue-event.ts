import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Change } from '#contract/freshness.ts';
import { isSetlistSealed } from '#contract/show-lock.ts';
import { hasResults } from '#contract/shows.ts';
import type { WebhookEvent } from '#contract/webhooks.ts';
import type { ChangeScope } from '../changes/run-change.ts';
import { liveSetlistSongs } from '../db/schema/setlists.ts';
import { shows } from '../db/schema/shows.ts';
import { songs } from '../db/schema/songs.ts';
import { webhookDeliveries, webhooks } from '../db/schema/webhooks.ts';
import type { Tx } from '../db/transaction.ts';

export const WEBHOOK_CHANGE: Change = { topic: 'webhook', subjectId: null, version: 0 };

type ShowRow = typeof shows.$inferSelect;

/** Call this after the change, in its transaction. `rowId` is the row that the event is about. */
export async function queueWebhookEvent(
  { tx, changed }: Pick<ChangeScope, 'tx' | 'changed'>,
  event: WebhookEvent,
  { showId, rowId, now }: { showId: string; rowId?: string | undefined; now: number },
): Promise<void> {
  // The locks make events commit in the order of their numbers.
  const subscribers = await tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(isNull(webhooks.disabledAt), sql`${event} = any(${webhooks.events})`))
    .orderBy(asc(webhooks.id))
    .for('no key update');
  if (subscribers.length === 0) return;
  const [show] = await tx.select().from(shows).where(eq(shows.id, showId));
  if (!show) return;
  const setlist = isSetlistSealed(show, now) ? [] : await findRows(tx, showId);
  const song = setlist.find(({ id }) => id === rowId);
  const data = { show: describeShow(show), setlist, ...(rowId && { song: song ?? null }) };
  const createdAt = new Date(now);
  const body = JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data });
  await tx.insert(webhookDeliveries).values(
    subscribers.map(({ id: webhookId }) => ({
      ...{ webhookId, event, body, createdAt, sendAfter: createdAt },
    })),
  );
  changed(WEBHOOK_CHANGE);
}

/** Writes nothing before the lock, while fans can't see the rows. */
export async function queueSetlistEvent(
  scope: Pick<ChangeScope, 'tx' | 'changed'>,
  show: Pick<ShowRow, 'id' | 'status' | 'date' | 'locksAt'>,
  { rowId, isNew = false, now }: { rowId?: string | undefined; isNew?: boolean; now: number },
): Promise<void> {
  if (isSetlistSealed(show, now)) return;
  const isCorrection = hasResults(show) && show.status !== 'live';
  const event = isCorrection ? 'setlist.corrected' : isNew ? 'setlist.added' : 'setlist.changed';
  await queueWebhookEvent(scope, event, { showId: show.id, rowId, now });
}

export function chooseStatusEvent(status: ShowRow['status']): WebhookEvent {
  if (status === 'live') return 'show.live';
  return status === 'closed' ? 'show.closed' : 'show.changed';
}

function describeShow(show: ShowRow) {
  const { id, name, venue, city, state, country, date, timeZone, tourName, status } = show;
  return { id, name, venue, city, state, country, date, timeZone, tourName, status };
}

function findRows(tx: Tx, showId: string) {
  const { id, songId, position, isCloser, setLabel, segue, notes, playedAt } = liveSetlistSongs;
  return tx
    .select({
      id,
      songId,
      title: songs.title,
      position,
      isCloser,
      setLabel,
      segue,
      notes,
      playedAt,
    })
    .from(liveSetlistSongs)
    .innerJoin(songs, eq(songs.id, liveSetlistSongs.songId))
    .where(eq(liveSetlistSongs.showId, showId))
    .orderBy(asc(position));
}
