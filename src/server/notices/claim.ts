import { and, asc, count, eq, gt, gte, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { NOTICE_DEFAULTS, type NoticeChannel, PUSHES_A_DAY } from '#contract/notices.ts';
import type { Correction } from '#contract/predictions.ts';
import { predictionsLockAt, takesPredictions } from '#contract/shows.ts';
import { noticeChoices, notices, pushSubscriptions } from '../db/notice-schema.ts';
import type { Db, Tx } from '../db/open.ts';
import { pointCorrections } from '../db/prediction-schema.ts';
import { predictions, shows, users } from '../db/schema.ts';
import { isAboutMove, toldUpTo } from './due.ts';
import { dayBegan, quietUntil } from './quiet-hours.ts';

type NoticeRow = typeof notices.$inferSelect;

/** A notice that is this server's to send, with what its words are made of. */
export interface ClaimedNotice extends NoticeRow {
  email: string;
  points: number | null;
  /** What became of points that they have been told of. */
  correction?: Pick<Correction, 'what' | 'difference'> | undefined;
  show: Pick<
    typeof shows.$inferSelect,
    'id' | 'name' | 'city' | 'date' | 'timeZone' | 'status' | 'locksAt'
  >;
}

/**
 * Takes the next notice that waits for the channel, once for all servers: the claim is committed before
 * anything is sent. A server that dies before that has claimed nothing, and another takes it; one that
 * dies after it leaves a notice that nobody sends again, as it may have been sent. So at most once: a
 * mail that is lost with a dying server is better than one that comes twice to everybody. What is no
 * longer true when its turn has come is dropped. Undefined where none is left.
 */
export async function claimNotice(
  db: Db,
  now: number,
  channel: NoticeChannel,
): Promise<ClaimedNotice | undefined> {
  for (;;) {
    const taken = await db.transaction(async (tx) => {
      const notice = await lockNext(tx, now, channel);
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
      const correction =
        notice.kind === 'result' ? await correctionOf(tx, notice, facts) : undefined;
      await tx
        .update(notices)
        .set({ claimedAt: new Date(now), attempts: notice.attempts + 1 })
        .where(isNotice(notice));
      return { ...notice, ...facts, correction, attempts: notice.attempts + 1 };
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

async function lockNext(tx: Tx, now: number, channel: NoticeChannel) {
  const [next] = await tx
    .select()
    .from(notices)
    .where(
      and(
        isNull(notices.claimedAt),
        isNull(notices.outcome),
        lte(notices.sendAfter, new Date(now)),
        eq(notices.channel, channel),
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
      lastCorrection: sql<string>`(
        select coalesce(max(id), 0)::text from ${pointCorrections}
        where prediction_id = ${predictions.id}
      )`,
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
  const { isVerified, isWanted, predictionId, points, lastCorrection, show } = facts;
  if (!(isWanted ?? NOTICE_DEFAULTS[channel][kind])) return false;
  if (channel === 'mail' && !isVerified) return false;
  switch (kind) {
    case 'reminder':
      return predictionId === null && takesPredictions(show, now);
    case 'result':
      return points !== null && show.status === 'closed' && about === lastCorrection;
    case 'moved':
      return predictionId !== null && isAboutMove(about, show);
  }
}

/** All that changed of the points that somebody was told of; undefined of the first that they hear. */
async function correctionOf(
  tx: Tx,
  notice: NoticeRow,
  { predictionId }: Facts,
): Promise<ClaimedNotice['correction']> {
  if (!predictionId) return undefined;
  const corrections = await tx
    .select({ what: pointCorrections.what, difference: pointCorrections.difference })
    .from(pointCorrections)
    .where(
      and(
        eq(pointCorrections.predictionId, predictionId),
        gt(pointCorrections.id, toldUpTo(notice)),
      ),
    );
  const [first] = corrections;
  if (!first) return undefined;
  const isOne = corrections.every(({ what }) => what === first.what);
  const difference = corrections.reduce((sum, one) => sum + one.difference, 0);
  return { what: isOne ? first.what : 'Setlist corrected', difference };
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
