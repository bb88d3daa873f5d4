import { type SQL, sql } from 'drizzle-orm';
import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_DEFAULTS,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
  REMINDER_HOURS,
} from '#contract/notifications.ts';
import { PREDICTION_CUTOFF_MS } from '#contract/shows.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';
import {
  notificationPreferences,
  notifications,
  pushSubscriptions,
} from '../db/schema/notifications.ts';
import { pointCorrections, predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What was changed a moment ago may be corrected in the next one. */
const PAUSE_MS = 2 * MINUTE;
/** Who corrects a setlist is at it for a while: fans are told once, of what became of it. */
const CORRECTION_PAUSE_MS = 5 * MINUTE;
/** After that nobody is told of what happened: the servers were away, or a restore went back. */
const STALE_MS = 24 * HOUR;
/** A show of years ago that is scored anew is no news. */
const OLD_SHOW_MS = 7 * 24 * HOUR;
/** Notices are kept for as long as somebody may ask whether they were sent. */
const KEPT_MS = 30 * 24 * HOUR;

/**
 * Puts down whom there is something to tell at `now`, by those channels: each notice once, however many
 * servers look at the same time. It is found in what is stored, not heard of: a server that dies, or
 * is away when it happens, loses none.
 */
export async function queueDueNotifications(
  db: Db,
  now: number,
  channels: readonly NotificationChannel[],
): Promise<void> {
  const moment = at(now);
  for (const kind of NOTIFICATION_KINDS)
    for (const channel of NOTIFICATION_CHANNELS.filter((one) => channels.includes(one)))
      await db.execute(sql`
        insert into ${notifications} (user_id, show_id, channel, kind, about, created_at, send_after)
        select due.user_id, due.show_id, ${channel}, ${kind}, due.about, ${moment}, ${moment}
        from (${DUE[kind](now, channel)}) due
        join ${users} fan on fan.id = due.user_id
        left join ${notificationPreferences} choice
          on choice.user_id = fan.id and choice.channel = ${channel} and choice.kind = ${kind}
        where coalesce(choice.is_wanted, ${NOTIFICATION_DEFAULTS[channel][kind]})
          and ${REACHED_BY[channel]}
          -- Those of the minutes before: by the conflict alone each would be looked up by itself.
          and not exists (
            select from ${notifications} known
            where known.user_id = due.user_id and known.show_id = due.show_id
              and known.channel = ${channel} and known.kind = ${kind} and known.about = due.about
          )
        on conflict do nothing`);
  await db.execute(sql`delete from ${notifications} where created_at < ${at(now - KEPT_MS)}`);
}

/** Mail goes to addresses that somebody has shown to be theirs, and to no others. */
const REACHED_BY: Record<NotificationChannel, SQL> = {
  mail: sql`fan.email_verified_at is not null`,
  push: sql`exists (select from ${pushSubscriptions} where user_id = fan.id)`,
};

const DUE: Record<NotificationKind, (now: number, channel: NotificationChannel) => SQL> = {
  reminder: (now) => sql`
    select everyone.id as user_id, its.id as show_id, '' as about
    from ${shows} its cross join ${users} everyone
    where its.status = 'open'
      and ${LOCKS_AT} > ${at(now)}
      and ${LOCKS_AT} <= ${at(now + REMINDER_HOURS * HOUR)}
      and not exists (
        select from ${predictions} p where p.user_id = everyone.id and p.show_id = its.id
      )`,
  // About the last correction that is in the points.
  result: (now, channel) => sql`
    select p.user_id, p.show_id, (
      select coalesce(max(id), 0)::text from ${pointCorrections} where prediction_id = p.id
    ) as about
    from ${shows} its join ${predictions} p on p.show_id = its.id
    where ${isScored(now, PAUSE_MS)}
      and not exists (
        select from ${notifications} told
        where told.user_id = p.user_id and told.show_id = p.show_id
          and told.channel = ${channel} and told.kind = 'result'
      )
    union all
    select p.user_id, p.show_id, max(since.id)::text as about
    from ${shows} its
    join ${predictions} p on p.show_id = its.id
    join ${pointCorrections} since on since.prediction_id = p.id
    where ${isScored(now, CORRECTION_PAUSE_MS)}
      and since.id > ${lastNotifiedCorrection({ userId: sql`p.user_id`, showId: sql`p.show_id`, channel })}
    group by p.user_id, p.show_id
    having sum(since.difference) <> 0`,
  // Every change is in the audit log with what was before, in its own transaction.
  moved: (now, channel) => sql`
    select distinct p.user_id, p.show_id, ${ABOUT_DATE} as about
    from ${auditLog} change
    join ${shows} its on its.id = change.show_id
    join ${predictions} p on p.show_id = its.id
    where change.action = 'show.update' and its.status = 'open'
      and change.at between ${at(now - STALE_MS)} and ${at(now - PAUSE_MS)}
      and (change.before->>'date')::timestamptz <> (change.after->>'date')::timestamptz
      and (change.before->>'date')::timestamptz <> its.date
      and its.date > ${at(now)}
      and p.submitted_at < change.at
    union
    select p.user_id, p.show_id, its.status || ' ' || ${ABOUT_DATE} as about
    from ${auditLog} change
    join ${shows} its on its.id = change.show_id
    join ${predictions} p on p.show_id = its.id
    where change.action in ('show.status', 'show.update')
      and its.status in ('postponed', 'cancelled')
      and change.after->>'status' = its.status and change.before->>'status' <> its.status
      and change.at between ${at(now - STALE_MS)} and ${at(now - PAUSE_MS)}
      -- That a show of long ago did not take place is no news; one that waits for its date is.
      and (its.date > ${at(now - STALE_MS)} or change.before->>'status' = 'postponed')
      and p.submitted_at < change.at
    union
    select p.user_id, p.show_id, 'open ' || ${ABOUT_DATE} as about
    from ${auditLog} change
    join ${shows} its on its.id = change.show_id
    join ${notifications} told on told.show_id = its.id
    join ${predictions} p on p.show_id = its.id and p.user_id = told.user_id
    where change.action = 'show.status' and its.status = 'open'
      and change.at between ${at(now - STALE_MS)} and ${at(now - PAUSE_MS)}
      and its.date > ${at(now)}
      and told.channel = ${channel} and told.kind = 'moved' and told.claimed_at is not null
      and told.about in ('postponed ' || ${ABOUT_DATE}, 'cancelled ' || ${ABOUT_DATE})`,
};

/** That a show, called `its`, and a prediction `p` have points, since so long, and that this is news. */
function isScored(now: number, pauseMs: number): SQL {
  return sql`its.status = 'closed' and p.points is not null
    and its.scored_at between ${at(now - STALE_MS)} and ${at(now - pauseMs)}
    and its.date > ${at(now - OLD_SHOW_MS)}`;
}

/**
 * Up to which correction somebody was told of their points. What did not reach them counts only where
 * nothing else did; null before the turn of the first. Those of before this was noted are told no more.
 */
export function lastNotifiedCorrection(of: {
  userId: SQL | string;
  showId: SQL | string;
  channel: NotificationChannel;
}): SQL {
  return sql`(
    select coalesce(
      max(told.about::bigint) filter (where coalesce(told.outcome, 'sent') = 'sent'),
      min(told.about::bigint)
    )
    from ${notifications} told
    where told.user_id = ${of.userId} and told.show_id = ${of.showId}
      and told.channel = ${of.channel} and told.kind = 'result' and told.about <> ''
      and (told.claimed_at is not null or told.outcome is not null)
  )`;
}

/** As `predictionsLockAt` has it, of a show that is called `its`. */
export const LOCKS_AT = sql`coalesce(its.locks_at, its.date - ${sql.raw(String(PREDICTION_CUTOFF_MS))} * interval '1 millisecond')`;

/** A show's date, as `isAboutMove` reads it. */
const ABOUT_DATE = sql`to_char(its.date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

type Dated = Pick<typeof shows.$inferSelect, 'date' | 'status'>;

/** Whether a notice of a move has it right: where the show is now, or that it is not taking place, or is again. */
export function isAboutMove(about: string, { date, status }: Dated): boolean {
  const when = date.toISOString();
  return about === `${status} ${when}` || (status === 'open' && about === when);
}

/** Whether it says that a show takes place after all, on the date that it had. */
export function isAboutReturn(about: string, { date }: Pick<Dated, 'date'>): boolean {
  return about === `open ${date.toISOString()}`;
}

function at(milliseconds: number): SQL {
  return sql`${new Date(milliseconds).toISOString()}::timestamptz`;
}
