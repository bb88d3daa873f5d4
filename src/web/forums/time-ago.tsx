import { formatRelativeTime } from '#web/time/durations.ts';
import { useNow } from '#web/time/use-now.ts';
import { browserTimeZone, longDate, timeWithZone } from '#web/time/venue-time.ts';

export function TimeAgo({ instant }: { instant: string }) {
  const now = useNow(30_000);
  const zone = browserTimeZone();
  return (
    <time dateTime={instant} title={`${longDate(instant, zone)}, ${timeWithZone(instant, zone)}`}>
      {formatRelativeTime(Math.min(Date.parse(instant), now), now)}
    </time>
  );
}
