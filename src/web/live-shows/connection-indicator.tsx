import { useConnectionStatus } from '#web/realtime/use-realtime.ts';
import { browserTimeZone, clockTime } from '#web/time/venue-time.ts';
import { classes } from '#web/ui/class-names.ts';
import { LiveDot } from '#web/ui/live-dot.tsx';

type ConnectionIndicatorProps = { isOnSheet?: boolean | undefined };

export function ConnectionIndicator({ isOnSheet = false }: ConnectionIndicatorProps) {
  const { state, lastMessageAt } = useConnectionStatus();
  if (state === 'open')
    return (
      <span
        className={classes(
          'inline-flex items-center gap-2 font-semibold',
          isOnSheet ? 'text-special text-sm' : 'text-lamp',
        )}
      >
        <LiveDot />
        Live Updates Active
      </span>
    );
  return (
    // Fades in after a second, because a new page usually connects by then.
    <span
      className={classes(
        'animate-[fade-in_200ms_ease-out_1s_backwards] font-semibold',
        isOnSheet ? 'text-ink-dim text-sm' : 'text-dim',
      )}
    >
      No live updates since {clockTime(new Date(lastMessageAt), browserTimeZone())}
    </span>
  );
}
