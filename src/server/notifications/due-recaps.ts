import { type SQL, sql } from 'drizzle-orm';
import type { NotificationChannel } from '#contract/notifications.ts';
import { users } from '../db/schema/accounts.ts';
import { auditLog } from '../db/schema/audit.ts';
import { notifications } from '../db/schema/notifications.ts';
import { predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';

/**
 * Selects the fans with points on a tour that is over, once per tour: after its last show was scored,
 * or once the shows after that are cancelled. Neither a correction nor a later show repeats it.
 */
export function selectDueRecaps({
  endedFrom,
  endedUntil,
  showsAfter,
  channel,
}: {
  endedFrom: SQL;
  endedUntil: SQL;
  showsAfter: SQL;
  channel: NotificationChannel;
}): SQL {
  return sql`
    select everyone.id as user_id, show.id as show_id, '' as about
    from ${shows} show cross join ${users} everyone
    where show.status = 'closed' and show.scored_at <= ${endedUntil}
      and (
        show.scored_at >= ${endedFrom} and show.date > ${showsAfter}
        or exists (
          select from ${auditLog} change join ${shows} cancelled on cancelled.id = change.show_id
          where cancelled.tour_name = show.tour_name and cancelled.status = 'cancelled'
            and cancelled.date > ${showsAfter}
            and change.action in ('show.status', 'show.update')
            and change.after->>'status' = 'cancelled' and change.before->>'status' <> 'cancelled'
            and change.at between ${endedFrom} and ${endedUntil}
        )
      )
      and not exists (
        select from ${shows} other
        where other.tour_name = show.tour_name and (
          other.status not in ('closed', 'cancelled')
          or other.scored_at is not null and (other.date, other.id) > (show.date, show.id)
        )
      )
      and not exists (
        select from ${notifications} earlier
        join ${shows} known_show on known_show.id = earlier.show_id
        where earlier.user_id = everyone.id and earlier.channel = ${channel}
          and earlier.kind = 'recap' and known_show.tour_name = show.tour_name
      )
      and exists (
        select from ${shows} night
        join ${predictions} p on p.show_id = night.id and p.user_id = everyone.id
        where night.tour_name = show.tour_name and night.scored_at is not null
          and p.points is not null
      )`;
}
