import { useConnectionState } from '#web/realtime/use-realtime.ts';

/** Says that live updates don't arrive, once that has lasted three seconds. */
export function ConnectionNote() {
  const state = useConnectionState();
  return (
    <p role="status" className="min-w-0 truncate text-dim text-sm">
      {state !== 'open' && (
        <span className="animate-[fade-in_200ms_ease-out_3s_backwards]">
          {state === 'reconnecting' ? 'Reconnecting…' : 'Live updates paused'}
        </span>
      )}
    </p>
  );
}
