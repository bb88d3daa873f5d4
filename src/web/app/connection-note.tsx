import { useLine } from '#web/realtime/use-realtime.ts';
import { clockTime, ownTimeZone } from '#web/time/venue-time.ts';

/** Says that live updates don't arrive, once that has lasted three seconds. */
export function ConnectionNote() {
  const { state, heardAt } = useLine();
  return (
    <p role="status" className="min-w-0 text-dim text-sm">
      {state !== 'open' && (
        <span className="block truncate animate-[fade-in_200ms_ease-out_3s_backwards]">
          {state === 'reconnecting' ? 'Reconnecting…' : 'Live updates paused'}
          <span className="max-sm:hidden">
            {state === 'closed' && ` since ${clockTime(new Date(heardAt), ownTimeZone())}`}
          </span>
        </span>
      )}
    </p>
  );
}
