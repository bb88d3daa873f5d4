import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { ArrowLeftRight, Check, ListPlus, Move, Pencil, Trash2, X } from '#web/ui/icons.ts';
import type { DisplayedRow } from './apply-changes.ts';
import type { SetlistEdits } from './use-setlist.ts';

export type RowTask = 'replace' | 'before' | 'move' | 'edit' | 'remove';

type RowActionsProps = {
  row: DisplayedRow;
  setlist: SetlistEdits;
  canEdit: boolean;
  onBegin: (task: RowTask) => void;
  onDone: () => void;
};

export function RowActions({ row, setlist, canEdit, onBegin, onDone }: RowActionsProps) {
  const { isCloser, segue, song } = row;
  const runAndClose = (action: () => void) => () => {
    action();
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
          onClick={runAndClose(() => setlist.update(row, { isCloser: !isCloser }))}
        >
          {isCloser && <Check aria-hidden />}
          Closer
        </Button>
        <Button
          aria-pressed={segue}
          onClick={runAndClose(() => setlist.update(row, { segue: !segue }))}
        >
          {segue && <Check aria-hidden />}
          Segue &gt;
        </Button>
        <Button
          disabled={!canEdit}
          aria-label={`Edit ${song.title}`}
          onClick={() => onBegin('edit')}
        >
          <Pencil aria-hidden />
          Notes and set
        </Button>
        <Button onClick={runAndClose(() => setlist.beginSet(row, 'set'))}>Start a set</Button>
        <Button onClick={runAndClose(() => setlist.beginSet(row, 'encore'))}>
          Start the encore
        </Button>
        <Button onClick={() => onBegin('remove')}>
          <Trash2 aria-hidden />
          Remove
        </Button>
      </div>
    </section>
  );
}

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
