import { useEffect, useRef } from 'react';
import { hasScribes } from '#contract/scribes.ts';
import type { Show } from '#contract/shows.ts';
import { countTourShows } from '#contract/tours.ts';
import { Button } from '#web/ui/button.tsx';
import { FoldingPanel } from '#web/ui/folding-panel.tsx';
import { focusIfLost } from '#web/ui/list/focus-if-lost.ts';
import { useDialogItem } from '#web/ui/overlay/use-dialog-item.ts';
import { formatShowCount, RenameTourDialog } from './rename-tour-dialog.tsx';

type ToursPanelProps = { shows: readonly Show[]; onScribes: (tourName: string) => void };

export function ToursPanel({ shows, onScribes }: ToursPanelProps) {
  const tours = countTourShows(shows);
  const dialog = useDialogItem<string>();
  const list = useRef<HTMLUListElement>(null);
  const hasRenamed = useRef(false);
  // The row of the old name had the focus.
  useEffect(() => {
    if (shows && hasRenamed.current) focusIfLost(list.current);
    hasRenamed.current = false;
  }, [shows]);
  if (tours.length === 0) return null;
  return (
    <FoldingPanel id="tours" title="Tours">
      <ul ref={list} tabIndex={-1} className="outline-none">
        {tours.map(({ name, showCount }) => (
          <li
            key={name}
            className="flex min-h-14 items-center gap-4 border-rail/60 border-t px-4.5 py-2"
          >
            <span className="min-w-0 flex-1">
              <bdi className="wrap-anywhere font-semibold">{name}</bdi>
              <span className="block text-dim text-sm">{formatShowCount(showCount)}</span>
            </span>
            {shows.some((show) => show.tourName === name && hasScribes(show)) && (
              <Button
                variant="ghost"
                aria-label={`Scribes of ${name}`}
                onClick={() => onScribes(name)}
                className="shrink-0"
              >
                Scribes
              </Button>
            )}
            <Button
              aria-label={`Rename or merge ${name}`}
              onClick={() => dialog.show(name)}
              className="shrink-0"
            >
              Rename
            </Button>
          </li>
        ))}
      </ul>
      {dialog.subject && (
        <RenameTourDialog
          key={dialog.key}
          name={dialog.subject}
          tours={tours}
          open={dialog.open}
          onClose={dialog.close}
          onRenamed={() => {
            hasRenamed.current = true;
          }}
        />
      )}
    </FoldingPanel>
  );
}
