import { BREAK_LABELS, type SetlistEntry } from '#contract/setlists.ts';
import type { Show } from '#contract/shows.ts';
import { UnsentItems } from '#web/queue/unsent-items.tsx';
import { listUnsentChanges } from './apply-changes.ts';
import { useSetlistQueue } from './setlist-queue.ts';
import type { SetlistEdit, UnsentChange } from './unsent-changes.ts';
import { countPlays } from './use-setlist.ts';

type WaitingChangesProps = {
  show: Show;
  rows: readonly SetlistEntry[] | undefined;
};

export function WaitingChanges({ show, rows }: WaitingChangesProps) {
  const queue = useSetlistQueue();
  return (
    <UnsentItems
      items={listUnsentChanges(queue, show.id)}
      getVerb={({ edit }) => VERBS[edit.do]}
      renderDetails={({ edit }) => describeEdit(edit)}
      onRetry={(change) => queue.retry(change, getSeenState(change, show, rows))}
      onDiscard={({ id }) => queue.discard(id)}
    />
  );
}

function getSeenState(
  { rowId, title, edit }: UnsentChange,
  { status }: Show,
  rows: readonly SetlistEntry[] | undefined,
) {
  if (edit.do !== 'add') return { version: rows?.find(({ id }) => id === rowId)?.version };
  const { songId: id } = edit.body;
  const timesSeen = rows && countPlays(id === undefined ? { title } : { id, title }, rows);
  return { timesSeen, isOpen: status === 'open' };
}

const VERBS: Record<SetlistEdit['do'], string | null> = {
  add: 'Add',
  update: 'Change',
  remove: 'Remove',
  undo: null,
};

function describeEdit(edit: SetlistEdit): string {
  if (edit.do === 'remove') return 'Removed';
  if (edit.do === 'undo') return '';
  const { setLabel, isCloser, segue, breakAfter, notes } = edit.body;
  const details = [
    edit.do === 'add' && edit.goLiveFrom !== undefined && 'Goes live first',
    setLabel,
    isCloser && 'Closer',
    isCloser === false && edit.do === 'update' && 'Not the closer',
    segue && 'Segue',
    breakAfter && BREAK_LABELS[breakAfter],
    edit.do === 'update' && edit.toPlaceOf && 'Moved',
    edit.do === 'update' && (edit.body.songId ?? edit.body.title) && 'Replaced',
    notes,
  ];
  return details.filter(Boolean).join(' · ');
}
