import type { Ref } from 'react';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { OutcomeStamp } from '#web/score-display/outcome-stamp.tsx';
import { SetlistCredits } from '#web/show-display/setlist-credits.tsx';
import { SetlistSource } from '#web/show-display/setlist-source.tsx';
import { ComingRows } from './coming-rows.tsx';
import { SetlistSheet } from './setlist-sheet.tsx';
import type { MyProgress } from './use-my-progress.ts';

type LiveSetlistProps = {
  show: Show;
  rows: readonly SetlistEntry[];
  myProgress: MyProgress;
  lastRow: Ref<HTMLLIElement>;
  isCompact: boolean;
};

export function LiveSetlist({ show, rows, myProgress, lastRow, isCompact }: LiveSetlistProps) {
  return (
    <>
      <SetlistSheet
        show={show}
        rows={rows}
        lastRow={lastRow}
        isCompact={isCompact}
        comingRows={<ComingRows songCount={rows.length} pickResults={myProgress.pickResults} />}
        renderMark={({ position }) => {
          const outcome = myProgress.outcomeByPosition.get(position);
          return outcome && <OutcomeStamp outcome={outcome} />;
        }}
      />
      <SetlistCredits showId={show.id} />
      {show.status === 'closed' && <SetlistSource showId={show.id} className="mt-6" />}
    </>
  );
}
