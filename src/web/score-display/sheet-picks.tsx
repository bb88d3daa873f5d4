import type { CSSProperties } from 'react';
import type { SheetPick } from '#contract/fan-sheets.ts';
import { classes } from '#web/ui/class-names.ts';
import { SheetRow } from '#web/ui/list/sheet.tsx';
import { ScoreStamp } from './score-stamp.tsx';

export function SheetPicks({ picks }: { picks: readonly SheetPick[] }) {
  return (
    <ol
      aria-label="Songs"
      style={buildTwoColumnStyle(picks.length)}
      className={classes(
        'wrap-anywhere sm:px-3',
        usesTwoColumns(picks.length) &&
          'gap-x-8 sm:grid sm:grid-flow-col sm:grid-cols-2 sm:grid-rows-(--rows)',
      )}
    >
      {picks.map(({ position, title, album, score }) => (
        <SheetRow
          key={position}
          number={position}
          title={<bdi className="block text-left">{title}</bdi>}
          note={album && <bdi>{album}</bdi>}
          aside={
            score && <ScoreStamp score={score} label={`${score.points} points, ${score.badge}`} />
          }
        />
      ))}
    </ol>
  );
}

/** Number of songs (specification). */
const TWO_COLUMNS_FROM = 21;

function usesTwoColumns(songCount: number): boolean {
  return songCount >= TWO_COLUMNS_FROM;
}

export function buildTwoColumnStyle(songCount: number): CSSProperties & Record<'--rows', string> {
  return { '--rows': `repeat(${Math.ceil(songCount / 2)}, auto)` };
}
