import { ArrowDown, ArrowUp, Ellipsis, ListPlus, Pencil, Tag, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SetlistEntry } from '#contract/setlists.ts';
import { clockTime } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Option } from '#web/ui/combobox-option.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx';
import { SheetRow } from '#web/ui/sheet.tsx';
import { type RowChange, RowForm } from './row-form.tsx';

type EditorRowProps = {
  row: SetlistEntry;
  timeZone: string;
  isFresh: boolean;
  songs: readonly Option[];
  labels: readonly string[];
  above: SetlistEntry | undefined;
  below: SetlistEntry | undefined;
  isBusy: boolean;
  /** Somebody else has removed it while it is edited. */
  isGone: boolean;
  onEditing: (isEditing: boolean) => void;
  onChange: (
    change: RowChange,
    outcome: { onSuccess: () => void; onError?: (error: unknown) => void },
  ) => void;
  onInsertBefore: () => void;
  onRemove: () => void;
};

/** A row of the setlist, displayed or being edited. */
export function EditorRow(props: EditorRowProps) {
  const { row, above, below, isBusy, onChange } = props;
  const { title } = row.song;
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);

  if (isEditing)
    return (
      <RowForm
        row={row}
        songs={props.songs}
        labels={props.labels}
        isGone={props.isGone}
        isPending={isBusy}
        onSave={(change, onError) => onChange(change, { onSuccess: endEditing, onError })}
        onCancel={endEditing}
      />
    );

  function edit(isNow: boolean) {
    setEditing(isNow);
    props.onEditing(isNow);
  }

  function endEditing() {
    // At once, so that the button is there again to take the focus.
    flushSync(() => edit(false));
    editButton.current?.focus();
  }

  /** The two change places: over a hole that a deleted song has left, and back again. */
  function move(neighbour: SetlistEntry | undefined) {
    if (!neighbour || isBusy) return;
    const change = { swapWith: neighbour.id, version: row.version };
    onChange(change, { onSuccess: () => menuButton.current?.focus() });
  }

  function mark(change: RowChange) {
    if (isBusy) return;
    const focus = () => menuButton.current?.focus();
    onChange({ ...change, version: row.version }, { onSuccess: focus });
  }

  return (
    <SheetRow
      number={row.position}
      title={title}
      note={<RowNote row={row} timeZone={props.timeZone} />}
      fresh={props.isFresh}
      aside={
        <>
          <Button
            variant="ghost"
            size="icon"
            className="max-sm:hidden"
            aria-label={`Move ${title} up`}
            disabled={!above}
            onClick={() => move(above)}
          >
            <ArrowUp aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            className="max-sm:hidden"
            aria-label={`Move ${title} down`}
            disabled={!below}
            onClick={() => move(below)}
          >
            <ArrowDown aria-hidden />
          </Button>
          <Button
            ref={editButton}
            variant="ghost"
            size="icon"
            aria-label={`Edit ${title}`}
            onClick={() => edit(true)}
          >
            <Pencil aria-hidden />
          </Button>
          <DropdownMenu
            trigger={
              <Button ref={menuButton} variant="ghost" size="icon" aria-label={`More for ${title}`}>
                <Ellipsis aria-hidden />
              </Button>
            }
          >
            <MenuItem onSelect={() => move(above)} disabled={!above}>
              <ArrowUp aria-hidden />
              Move up
            </MenuItem>
            <MenuItem onSelect={() => move(below)} disabled={!below}>
              <ArrowDown aria-hidden />
              Move down
            </MenuItem>
            <MenuItem onSelect={props.onInsertBefore}>
              <ListPlus aria-hidden />
              Insert before
            </MenuItem>
            <MenuSeparator />
            {marksOf(row).map(({ label, change }) => (
              <MenuItem key={label} onSelect={() => mark(change)}>
                <Tag aria-hidden />
                {label}
              </MenuItem>
            ))}
            <MenuSeparator />
            <MenuItem danger onSelect={props.onRemove}>
              <Trash2 aria-hidden />
              Remove
            </MenuItem>
          </DropdownMenu>
        </>
      }
    />
  );
}

/** What a row can be marked as, and what it is marked as already. */
function marksOf({
  isCloser,
  segue,
  breakAfter,
}: SetlistEntry): { label: string; change: RowChange }[] {
  return [
    { label: isCloser ? 'No closer' : 'Closer', change: { isCloser: !isCloser } },
    { label: segue ? 'No segue' : 'Segue into the next', change: { segue: !segue } },
    {
      label: breakAfter ? 'No break after it' : 'Set break after it',
      change: { breakAfter: breakAfter ? null : 'set' },
    },
  ];
}

function RowNote({ row, timeZone }: { row: SetlistEntry; timeZone: string }) {
  const { playedAt, isCloser, segue, notes } = row;
  if (!playedAt && !isCloser && !segue && !notes) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {isCloser && <Badge tone="special">Closer</Badge>}
      {playedAt && <span>{clockTime(playedAt, timeZone)}</span>}
      {segue && <span>segue &gt;</span>}
      {notes && <span className="min-w-0 wrap-anywhere">{notes}</span>}
    </span>
  );
}
