import { type SQL, sql } from 'drizzle-orm';
import { HOUR, MINUTE } from '#contract/durations.ts';
import {
  NOTIFICATION_CHANNELS,
  NOTIFICATION_DEFAULTS,
  NOTIFICATION_KINDS,
  type NotificationChannel,
  type NotificationKind,
  REMINDER_HOURS,
} from '#contract/notifications.ts';
import { PREDICTION_CUTOFF_MS } from '#contract/show-lock.ts';
import { areUnblocked } from '../blocks/queries.ts';
import type { Db } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';
import { leagueMembers, leagueNudges } from '../db/schema/leagues.ts';
import {
  notificationPreferences,
  notifications,
  pushSubscriptions,
} from '../db/schema/notifications.ts';
import { pointCorrections, predictions, voidedPredictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';
import { ABOUT_DATE, formatIsoTime } from './about.ts';
import { selectDueRecaps } from './due-recaps.ts';

/** Waits after a change, because it may be corrected within the next minutes. */
const PAUSE_MS = 2 * MINUTE;
/** Correcting a setlist takes a while, and fans get one notification for all of it. */
const CORRECTION_PAUSE_MS = 5 * MINUTE;
/** Skips events older than this, which can appear after downtime or a restore. */
const STALE_MS = 24 * HOUR;
const OLD_SHOW_MS = 7 * 24 * HOUR;
/** Lets operators check what was sent. Recaps stay, because a tour may continue later. */
const RETENTION_MS = 30 * 24 * HOUR;

/** Can run on several servers. Reads the stored state, so a stopped server loses nothing. */
export async function queueDueNotifications(
  db: Db,
  now: number,
  channels: readonly NotificationChannel[],
): Promise<void> {
  const queuedAt = toTimestamp(now);
  for (const kind of NOTIFICATION_KINDS)
    for (const channel of NOTIFICATION_CHANNELS.filter((name) => channels.includes(name)))
      await db.execute(sql`
        insert into ${notifications} (user_id, show_id, channel, kind, about, created_at, send_after)
        select due.user_id, due.show_id, ${channel}, ${kind}, due.about, ${queuedAt}, ${queuedAt}
        from (${DUE_QUERIES[kind](now, channel)}) due
        join ${users} fan on fan.id = due.user_id
        left join ${notificationPreferences} choice
          on choice.user_id = fan.id and choice.channel = ${channel} and choice.kind = ${kind}
        where coalesce(choice.is_wanted, ${NOTIFICATION_DEFAULTS[channel][kind]})
          and ${IS_REACHABLE[channel]}
          -- Skips known notifications in bulk. On conflict alone would look up each of them.
          and not exists (
            select from ${notifications} known
            where known.user_id = due.user_id and known.show_id = due.show_id
              and known.channel = ${channel} and known.kind = ${kind} and known.about = due.about
          )
        on conflict do nothing`);
  await db.execute(
    sql`delete from ${notifications}
      where created_at < ${toTimestamp(now - RETENTION_MS)} and kind <> 'recap'`,
  );
}

const IS_REACHABLE: Record<NotificationChannel, SQL> = {
  mail: sql`fan.email_verified_at is not null`,
  push: sql`exists (select from ${pushSubscriptions} where user_id = fan.id)`,
};

const DUE_QUERIES: Record<NotificationKind, (now: number, channel: NotificationChannel) => SQL> = {
  reminder: (now, channel) => sql`
    select everyone.id as user_id, show.id as show_id, '' as about
    from ${shows} show cross join ${users} everyone
    where show.status = 'open' and not show.are_predictions_frozen
      and ${LOCKS_AT} > ${toTimestamp(now)}
      and ${LOCKS_AT} <= ${toTimestamp(now + REMINDER_HOURS * HOUR)}
      and not exists (
        select from ${predictions} p where p.user_id = everyone.id and p.show_id = show.id
      )
    union all
    -- Of several leagues that nudge a fan for a show, only the first one does. about is its id.
    select first.user_id, first.show_id, first.about
    from (
      select distinct on (member.user_id, nudge.show_id)
        member.user_id, nudge.show_id, nudge.league_id::text as about, nudge.created_at
      from ${leagueNudges} nudge
      join ${shows} show on show.id = nudge.show_id
      join ${leagueMembers} member
        on member.league_id = nudge.league_id and member.joined_at <= nudge.created_at
      where show.status = 'open' and not show.are_predictions_frozen
        and ${LOCKS_AT} > ${toTimestamp(now)}
        and member.user_id is distinct from nudge.user_id
        and ${areUnblocked(sql`member.user_id`, sql`nudge.user_id`)}
        and not exists (
          select from ${predictions} p where p.user_id = member.user_id and p.show_id = show.id
        )
      order by member.user_id, nudge.show_id, nudge.created_at, nudge.league_id
    ) first
    where first.created_at > ${toTimestamp(now - STALE_MS)}
      -- The fan may have left the first league since.
      and not exists (
        select from ${notifications} earlier
        where earlier.user_id = first.user_id and earlier.show_id = first.show_id
          and earlier.channel = ${channel} and earlier.kind = 'reminder'
          and earlier.about not in ('', first.about)
      )`,
  // `about` is the last correction that is included in the points.
  result: (now, channel) => sql`
    select p.user_id, p.show_id, (
      select coalesce(max(id), 0)::text from ${pointCorrections} where prediction_id = p.id
    ) as about
    from ${shows} show join ${predictions} p on p.show_id = show.id
    where ${isScored(now, PAUSE_MS)}
      and not exists (
        select from ${notifications} earlier
        where earlier.user_id = p.user_id and earlier.show_id = p.show_id
          and earlier.channel = ${channel} and earlier.kind = 'result'
      )
    union all
    select p.user_id, p.show_id, max(since.id)::text as about
    from ${shows} show
    join ${predictions} p on p.show_id = show.id
    join ${pointCorrections} since on since.prediction_id = p.id
    where ${isScored(now, CORRECTION_PAUSE_MS)}
      and since.id > ${selectLastNotifiedCorrection({ userId: sql`p.user_id`, showId: sql`p.show_id`, channel })}
    group by p.user_id, p.show_id
    having sum(since.difference) <> 0`,
  // The audit log has the previous values of every change, written in the same transaction.
  moved: (now, channel) => sql`
    select distinct p.user_id, p.show_id, ${ABOUT_DATE} as about
    from ${auditLog} change
    join ${shows} show on show.id = change.show_id
    join ${predictions} p on p.show_id = show.id
    where change.action = 'show.update' and show.status = 'open'
      and change.at between ${toTimestamp(now - STALE_MS)} and ${toTimestamp(now - PAUSE_MS)}
      and (change.before->>'date')::timestamptz <> (change.after->>'date')::timestamptz
      and (change.before->>'date')::timestamptz <> show.date
      and show.date > ${toTimestamp(now)}
      and p.submitted_at < change.at
    union
    select p.user_id, p.show_id, show.status || ' ' || ${ABOUT_DATE} as about
    from ${auditLog} change
    join ${shows} show on show.id = change.show_id
    join ${predictions} p on p.show_id = show.id
    where change.action in ('show.status', 'show.update')
      and show.status in ('postponed', 'cancelled')
      and change.after->>'status' = show.status and change.before->>'status' <> show.status
      and change.at between ${toTimestamp(now - STALE_MS)} and ${toTimestamp(now - PAUSE_MS)}
      -- Cancelling an old show is not reported, unless it was waiting for a new date.
      and (show.date > ${toTimestamp(now - STALE_MS)} or change.before->>'status' = 'postponed')
      and p.submitted_at < change.at
    union
    select p.user_id, p.show_id, 'open ' || ${ABOUT_DATE} as about
    from ${auditLog} change
    join ${shows} show on show.id = change.show_id
    join ${notifications} earlier on earlier.show_id = show.id
    join ${predictions} p on p.show_id = show.id and p.user_id = earlier.user_id
    where change.action = 'show.status' and show.status = 'open'
      and change.at between ${toTimestamp(now - STALE_MS)} and ${toTimestamp(now - PAUSE_MS)}
      and show.date > ${toTimestamp(now)}
      and earlier.channel = ${channel} and earlier.kind = 'moved' and earlier.claimed_at is not null
      and earlier.about in ('postponed ' || ${ABOUT_DATE}, 'cancelled ' || ${ABOUT_DATE})
    union
    select voided.user_id, voided.show_id, 'void ' || ${formatIsoTime(sql`voided.voided_at`)} as about
    from ${voidedPredictions} voided join ${shows} show on show.id = voided.show_id
    where show.status = 'open' and not show.are_predictions_frozen
      and ${LOCKS_AT} > ${toTimestamp(now)}
      and voided.voided_at between ${toTimestamp(now - STALE_MS)} and ${toTimestamp(now - PAUSE_MS)}
      and not exists (
        select from ${predictions} p
        where p.user_id = voided.user_id and p.show_id = voided.show_id
      )`,
  recap: (now, channel) =>
    selectDueRecaps({
      endedFrom: toTimestamp(now - STALE_MS),
      endedUntil: toTimestamp(now - PAUSE_MS),
      showsAfter: toTimestamp(now - OLD_SHOW_MS),
      channel,
    }),
};

function isScored(now: number, pauseMs: number): SQL {
  return sql`show.status = 'closed' and p.points is not null
    and show.scored_at between ${toTimestamp(now - STALE_MS)} and ${toTimestamp(now - pauseMs)}
    and show.date > ${toTimestamp(now - OLD_SHOW_MS)}`;
}

/** Returns null if never claimed. A failed notification counts only if no other arrived. */
export function selectLastNotifiedCorrection(key: {
  userId: SQL | string;
  showId: SQL | string;
  channel: NotificationChannel;
}): SQL {
  return sql`(
    select coalesce(
      max(earlier.about::bigint) filter (where coalesce(earlier.outcome, 'sent') = 'sent'),
      min(earlier.about::bigint)
    )
    from ${notifications} earlier
    where earlier.user_id = ${key.userId} and earlier.show_id = ${key.showId}
      and earlier.channel = ${key.channel} and earlier.kind = 'result' and earlier.about <> ''
      and (earlier.claimed_at is not null or earlier.outcome is not null)
  )`;
}

/** `predictionsLockAt` in SQL, for the show `show`. */
export const LOCKS_AT = sql`coalesce(show.locks_at, show.date - ${sql.raw(String(PREDICTION_CUTOFF_MS))} * interval '1 millisecond')`;

function toTimestamp(milliseconds: number): SQL {
  return sql`${new Date(milliseconds).toISOString()}::timestamptz`;
}
