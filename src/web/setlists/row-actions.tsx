import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ArrowLeftRight, Check, ListPlus, Move, Pencil, Trash2, X } from '#web/ui/icons.ts';
import type { SetlistEdits } from './use-setlist.ts';
import type { ShownRow } from './with-unsent.ts';

/** What needs another tap: where it goes, which song it is, or whether it is meant. */
export type RowTask = 'replace' | 'before' | 'move' | 'edit' | 'remove';

type RowActionsProps = {
  row: ShownRow;
  setlist: SetlistEdits;
  canEdit: boolean;
  onBegin: (task: RowTask) => void;
  onDone: () => void;
};

/** What can be done to a row, where the thumb is. */
export function RowActions({ row, setlist, canEdit, onBegin, onDone }: RowActionsProps) {
  const { isCloser, segue, song } = row;
  const after = (deed: () => void) => () => {
    deed();
    onDone();
  };
  return (
    <section aria-label={`Song ${row.position}: ${song.title}`} className="grid gap-1.5">
      <TaskTitle onDone={onDone}>
        {row.position} · {song.title}
      </TaskTitle>
      <div className="grid grid-cols-3 gap-1.5 [&>button]:min-h-12 [&>button]:px-1.5 [&>button]:text-sm">
        <Button onClick={() => onBegin('replace')}>
          <ArrowLeftRight aria-hidden />
          Replace
        </Button>
        <Button onClick={() => onBegin('before')}>
          <ListPlus aria-hidden />
          Insert before
        </Button>
        <Button onClick={() => onBegin('move')}>
          <Move aria-hidden />
          Move
        </Button>
        <Button
          aria-pressed={isCloser}
          onClick={after(() => setlist.update(row, { isCloser: !isCloser }))}
        >
          {isCloser && <Check aria-hidden />}
          Closer
        </Button>
        <Button aria-pressed={segue} onClick={after(() => setlist.update(row, { segue: !segue }))}>
          {segue && <Check aria-hidden />}
          Segue &gt;
        </Button>
        <Button
          disabled={!canEdit}
          aria-label={`Edit ${song.title}`}
          onClick={() => onBegin('edit')}
        >
          <Pencil aria-hidden />
          Notes, set
        </Button>
        <Button onClick={after(() => setlist.beginSet(row, 'set'))}>Set begins</Button>
        <Button onClick={after(() => setlist.beginSet(row, 'encore'))}>Encore begins</Button>
        <Button onClick={() => onBegin('remove')}>
          <Trash2 aria-hidden />
          Remove
        </Button>
      </div>
    </section>
  );
}

/** What the thumb is at, and the way back to the next song. */
export function TaskTitle({ children, onDone }: { children: ReactNode; onDone: () => void }) {
  return (
    <div className="flex items-center justify-between gap-2">
      <h3 className="line-clamp-1 min-w-0 font-semibold">{children}</h3>
      <Button size="icon" variant="ghost" aria-label="Back to the next song" onClick={onDone}>
        <X aria-hidden />
      </Button>
    </div>
  );
}
