import { LongName } from '#web/ui/list/long-name.tsx';
import type { WinnersSentence } from './format-winners.ts';

/** Only a long name is truncated, so the points are always visible. */
export function Winners({ sentence: { name, rest } }: { sentence: WinnersSentence }) {
  return (
    <span className="flex min-w-0 flex-wrap gap-x-[0.25em]">
      <LongName name={name} />
      <span>{rest}</span>
    </span>
  );
}
