import { relativeTime } from '#web/time/durations.ts';
import { useNow } from '#web/time/use-now.ts';
import { longDate, ownTimeZone, timeWithZone } from '#web/time/venue-time.ts';

export function TimeAgo({ at }: { at: string }) {
  const now = useNow(30_000);
  const zone = ownTimeZone();
  return (
    <time dateTime={at} title={`${longDate(at, zone)}, ${timeWithZone(at, zone)}`}>
      {relativeTime(Math.min(Date.parse(at), now), now)}
    </time>
  );
}
