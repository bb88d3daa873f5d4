import { useEffect, useState } from 'react';
import { serverNow } from '#web/http/server-clock.ts';
import { relativeTime } from '#web/time/spans.ts';
import { longDate, ownTimeZone, timeWithZone } from '#web/time/venue-time.ts';

/** How long ago that was; the exact moment, by the reader's own clock, is in the title. */
export function TimeAgo({ at }: { at: string }) {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const zone = ownTimeZone();
  return (
    <time dateTime={at} title={`${longDate(at, zone)}, ${timeWithZone(at, zone)}`}>
      {relativeTime(Math.min(Date.parse(at), now), now)}
    </time>
  );
}
