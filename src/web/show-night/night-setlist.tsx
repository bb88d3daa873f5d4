import { ArrowDown } from 'lucide-react';
import type { RefObject } from 'react';
import type { SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { Button } from '#web/ui/button.tsx';
import { OutcomeStamp } from './outcome-stamp.tsx';
import { SetlistSheet } from './setlist-sheet.tsx';
import { useLastRow } from './use-last-row.ts';
import type { MyNight } from './use-my-night.ts';

type NightSetlistProps = {
  show: Show;
  rows: readonly SetlistEntry[];
  night: MyNight;
  /** Whether the reader follows the show; kept while another tab is shown. */
  isFollowing: RefObject<boolean | null>;
};

/** The sheet with one's own stamps on it; while the show is live, its end is never far. */
export function NightSetlist({ show, rows, night, isFollowing }: NightSetlistProps) {
  const { prediction, outcomeAt } = night;
  const last = useLastRow(show.status === 'live' ? rows.at(-1)?.id : undefined, isFollowing);
  return (
    <>
      <SetlistSheet
        show={show}
        rows={rows}
        lastRow={last.row}
        markOf={
          prediction
            ? ({ position }) => (
                <OutcomeStamp outcome={outcomeAt.get(position) ?? 'Not played'} none="No points" />
              )
            : undefined
        }
      />
      {show.status === 'live' && last.isOutOfSight && (
        <div className="sticky bottom-[calc(var(--page-foot,0px)+0.75rem)] z-10 mt-3 flex h-0 items-end justify-center">
          <Button variant="lamp" className="shadow-raised" onClick={last.jump}>
            <ArrowDown aria-hidden />
            Jump to song {rows.length}
          </Button>
        </div>
      )}
    </>
  );
}
