import type { ReactNode } from 'react';
import type { Fate, PickCell, PlayedCell } from '#web/score-display/side-by-side-rows.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/class-names.ts';
import { FateMark } from './fate-mark.tsx';

/** `missed` is what is said of a song that was not played, or not yet. */
export function PickedCell({ cell, missed }: { cell: PickCell | null; missed: string }) {
  if (!cell) return <td />;
  return (
    <Cell fate={cell.fate} title={cell.title}>
      <span className="text-xs">{cell.fate === 'missed' ? missed : noteOn(cell)}</span>
    </Cell>
  );
}

export function PlayedSongCell({ cell }: { cell: PlayedCell | null }) {
  if (!cell) return <td />;
  return (
    <Cell fate={cell.fate} title={cell.title}>
      {cell.fate && <span className="sr-only">{WORDS[cell.fate]}</span>}
      {cell.isCloser && (
        <Badge tone="special" className="justify-self-start font-body">
          Closer
        </Badge>
      )}
    </Cell>
  );
}

type CellProps = { fate: Fate | null; title: string; children: ReactNode };

function Cell({ fate, title, children }: CellProps) {
  return (
    <td className="h-12 p-1 align-top">
      <div
        className={classes(
          'flex h-full items-start gap-2 rounded-md border-[1.5px] px-2 py-1.5 sm:px-3',
          fate ? LOOKS[fate] : 'border-transparent',
        )}
      >
        <div className="grid min-w-0 flex-1 gap-1">
          <bdi className="poster wrap-anywhere text-left font-bold text-ink text-lg sm:text-poster-sm">
            {title}
          </bdi>
          {children}
        </div>
        {fate && <FateMark fate={fate} />}
      </div>
    </td>
  );
}

function noteOn({ outcome, playedAt }: PickCell): string {
  if (outcome === 'Opener') return 'Opener';
  if (outcome === 'Closer') return `Closer, played at ${playedAt}`;
  return outcome === 'Correct spot' ? WORDS.exact : `Played at ${playedAt}`;
}

const WORDS = { exact: 'Correct position', elsewhere: 'Correct song', missed: '' };

const LOOKS = {
  exact: 'border-transparent bg-exact-fill text-exact',
  elsewhere: 'border-transparent bg-elsewhere-fill text-elsewhere',
  missed: 'border-missed border-dashed text-missed',
};
