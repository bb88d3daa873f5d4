import { useConnectionStatus } from '#web/realtime/use-realtime.ts';
import { browserTimeZone, clockTime } from '#web/time/venue-time.ts';
import { LiveDot } from '#web/ui/live-dot.tsx';

export function ConnectionIndicator() {
  const { state, lastMessageAt } = useConnectionStatus();
  if (state === 'open')
    return (
      <span className="inline-flex items-center gap-2 font-semibold text-sm text-special">
        <LiveDot />
        Live Updates Active
      </span>
    );
  return (
    // Fades in after a second, because most pages connect by then.
    <span className="animate-[fade-in_200ms_ease-out_1s_backwards] font-semibold text-ink-dim text-sm">
      Paused since {clockTime(new Date(lastMessageAt), browserTimeZone())}
    </span>
  );
}
