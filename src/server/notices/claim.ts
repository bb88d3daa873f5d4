import { and, asc, count, eq, gte, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { NOTICE_DEFAULTS, type NoticeChannel, PUSHES_A_DAY } from '#contract/notices.ts';
import { predictionsLockAt, takesPredictions } from '#contract/shows.ts';
import { noticeChoices, notices, pushSubscriptions } from '../db/notice-schema.ts';
import type { Db, Tx } from '../db/open.ts';
import { predictions, shows, users } from '../db/schema.ts';
import { aboutDate } from './due.ts';
import { dayBegan, quietUntil } from './quiet-hours.ts';

type NoticeRow = typeof notices.$inferSelect;

/** A notice that is this server's to send, with what its words are made of. */
export interface ClaimedNotice extends NoticeRow {
  email: string;
  points: number | null;
  show: Pick<typeof shows.$inferSelect, 'id' | 'name' | 'city' | 'date' | 'timeZone' | 'locksAt'>;
}

/**
 * Takes the next notice that waits, once for all servers: the claim is committed before anything is sent.
 * A server that dies before that has claimed nothing, and another takes it; one that dies after it
 * leaves a notice that nobody sends again, as it may have been sent. So at most once: a mail that is lost
 * with a dying server is better than one that comes twice to everybody. What is no longer true when
 * its turn has come is dropped. Undefined where none is left.
 */
export async function claimNotice(
  db: Db,
  now: number,
  channels: readonly NoticeChannel[],
): Promise<ClaimedNotice | undefined> {
  for (;;) {
    const taken = await db.transaction(async (tx) => {
      const notice = await lockNext(tx, now, channels);
      if (!notice) return 'none left';
      const facts = await factsOf(tx, notice);
      if (!facts || !isStillTrue(notice, facts, now)) {
        await tx.delete(notices).where(isNotice(notice));
        return 'dropped';
      }
      if (notice.channel === 'push') {
        const put = await putOff(tx, notice, facts, now);
        if (put) {
          await tx.update(notices).set(put).where(isNotice(notice));
          return 'put off';
        }
      }
      await tx
        .update(notices)
        .set({ claimedAt: new Date(now), attempts: notice.attempts + 1 })
        .where(isNotice(notice));
      return { ...notice, ...facts, attempts: notice.attempts + 1 };
    });
    if (taken === 'none left') return undefined;
    if (typeof taken === 'object') return taken;
  }
}

/** The row of that very notice. */
export function isNotice({ userId, showId, channel, kind, about }: NoticeRow): SQL | undefined {
  return and(
    eq(notices.userId, userId),
    eq(notices.showId, showId),
    eq(notices.channel, channel),
    eq(notices.kind, kind),
    eq(notices.about, about),
  );
}

async function lockNext(tx: Tx, now: number, channels: readonly NoticeChannel[]) {
  const [next] = await tx
    .select()
    .from(notices)
    .where(
      and(
        isNull(notices.claimedAt),
        isNull(notices.outcome),
        lte(notices.sendAfter, new Date(now)),
        inArray(notices.channel, [...channels]),
      ),
    )
    .orderBy(asc(notices.sendAfter))
    .limit(1)
    .for('update', { skipLocked: true });
  return next;
}

type Facts = NonNullable<Awaited<ReturnType<typeof factsOf>>>;

async function factsOf(tx: Tx, { userId, showId, channel, kind }: NoticeRow) {
  const [facts] = await tx
    .select({
      email: users.email,
      isVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
      isWanted: noticeChoices.isWanted,
      predictionId: predictions.id,
      points: predictions.points,
      show: {
        id: shows.id,
        name: shows.name,
        city: shows.city,
        date: shows.date,
        timeZone: shows.timeZone,
        status: shows.status,
        locksAt: shows.locksAt,
      },
    })
    .from(users)
    .innerJoin(shows, eq(shows.id, showId))
    .leftJoin(predictions, and(eq(predictions.userId, users.id), eq(predictions.showId, showId)))
    .leftJoin(
      noticeChoices,
      and(
        eq(noticeChoices.userId, users.id),
        eq(noticeChoices.channel, channel),
        eq(noticeChoices.kind, kind),
      ),
    )
    .where(eq(users.id, userId));
  return facts;
}

function isStillTrue({ channel, kind, about }: NoticeRow, facts: Facts, now: number): boolean {
  const { isVerified, isWanted, predictionId, points, show } = facts;
  if (!(isWanted ?? NOTICE_DEFAULTS[channel][kind])) return false;
  if (channel === 'mail' && !isVerified) return false;
  switch (kind) {
    case 'reminder':
      return predictionId === null && takesPredictions(show, now);
    case 'result':
      return points !== null && show.status === 'closed';
    case 'moved':
      return predictionId !== null && show.status === 'open' && about === aboutDate(show.date);
  }
}

/** What becomes of a notice for devices that is not sent now: at night, and after those of the day. */
async function putOff(
  tx: Tx,
  { userId, kind }: NoticeRow,
  { show }: Facts,
  now: number,
): Promise<Partial<NoticeRow> | undefined> {
  const [lastSeen] = await tx
    .select({ timeZone: pushSubscriptions.timeZone })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(sql`${pushSubscriptions.seenAt} desc`)
    .limit(1);
  const skipped = { outcome: 'skipped' as const };
  if (!lastSeen) return skipped;
  const morning = quietUntil(now, lastSeen.timeZone);
  if (morning) {
    const isTooLate = kind === 'reminder' && morning.getTime() >= predictionsLockAt(show);
    return isTooLate ? skipped : { sendAfter: morning };
  }
  // Two servers with two notices for one fan count one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`notices ${userId}`}, 0))`);
  const [today] = await tx
    .select({ sent: count() })
    .from(notices)
    .where(
      and(
        eq(notices.userId, userId),
        eq(notices.channel, 'push'),
        gte(notices.claimedAt, dayBegan(now, lastSeen.timeZone)),
        or(isNull(notices.outcome), ne(notices.outcome, 'failed')),
      ),
    );
  return (today?.sent ?? 0) < PUSHES_A_DAY ? undefined : skipped;
}
