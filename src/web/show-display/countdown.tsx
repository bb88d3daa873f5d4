import { formatCountdown } from '#web/time/durations.ts';
import { useNow } from '#web/time/use-now.ts';
import { TabularNumber } from '#web/ui/list/tabular-number.tsx';

/** `until` is in milliseconds since the epoch. */
export function Countdown({ label, until }: { label: string; until: number }) {
  const remainingMs = until - useNow();
  return (
    <div
      role="timer"
      className="flex flex-wrap items-baseline gap-x-3 gap-y-1.5 sm:flex-col sm:items-end sm:text-right"
    >
      <p className="label whitespace-nowrap text-dim">{label}</p>
      <p className="poster text-4xl text-lamp leading-none sm:text-[2.75rem]">
        <TabularNumber>{formatCountdown(remainingMs)}</TabularNumber>
      </p>
    </div>
  );
}
