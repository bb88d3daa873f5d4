import { LongName } from '#web/ui/list/long-name.tsx';
import type { WinnersSentence } from './format-winners.ts';

/** Only the name is cut if it is long, so the points always show. */
export function Winners({ sentence: { name, rest } }: { sentence: WinnersSentence }) {
  return (
    <span className="flex min-w-0 flex-wrap gap-x-[0.25em]">
      <LongName name={name} />
      <span>{rest}</span>
    </span>
  );
}
