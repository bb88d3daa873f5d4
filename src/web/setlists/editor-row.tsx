import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SetlistEntry } from '#contract/setlists.ts';
import { RowSource } from '#web/show-display/row-source.tsx';
import { clockTime } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Option } from '#web/ui/form/combobox-option.tsx';
import { ArrowDown, ArrowUp, Ellipsis, ListPlus, Pencil, Tag, Trash2 } from '#web/ui/icons.ts';
import { SheetRow } from '#web/ui/list/sheet.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/overlay/dropdown-menu.tsx';
import type { DisplayedRow } from './apply-changes.ts';
import { EditedRow } from './edited-row.tsx';
import type { SetlistEdits } from './use-setlist.ts';

type EditorRowProps = {
  row: DisplayedRow;
  /** The row on the server; undefined before it is sent and after it was removed elsewhere. */
  serverRow: SetlistEntry | undefined;
  setlist: SetlistEdits;
  timeZone: string;
  isNew: boolean;
  songs: readonly Option[];
  labels: readonly string[];
  above: DisplayedRow | undefined;
  below: DisplayedRow | undefined;
  /** Removed by someone else while it was being edited. */
  isGone: boolean;
  onEditing: (isEditing: boolean) => void;
  onInsertBefore: () => void;
  onRemove: () => void;
};

export function EditorRow(props: EditorRowProps) {
  const { row, serverRow, setlist, above, below } = props;
  const { title } = row.song;
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);

  if (isEditing)
    return (
      <EditedRow
        row={serverRow ?? row}
        songs={props.songs}
        labels={props.labels}
        isGone={props.isGone}
        onEnd={endEditing}
      />
    );

  function edit(isOpen: boolean) {
    setEditing(isOpen);
    props.onEditing(isOpen);
  }

  function endEditing() {
    // Renders synchronously, because the button must exist before it can receive focus.
    flushSync(() => edit(false));
    editButton.current?.focus();
  }

  function move(neighbor: DisplayedRow | undefined) {
    if (!neighbor) return;
    // Render synchronously: the row must be in its new place before its button receives focus.
    flushSync(() => setlist.swap(row, neighbor));
    menuButton.current?.focus();
  }

  return (
    <SheetRow
      number={row.position}
      title={title}
      note={<RowNote row={row} timeZone={props.timeZone} />}
      isNew={props.isNew}
      className={row.isUnsent ? 'text-ink-dim' : undefined}
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
            disabled={!serverRow}
            onClick={() => edit(true)}
          >
            <Pencil aria-hidden />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove ${title}`}
            onClick={props.onRemove}
          >
            <Trash2 aria-hidden />
          </Button>
          <DropdownMenu
            trigger={
              <Button
                ref={menuButton}
                variant="ghost"
                size="icon"
                aria-label={`More actions for ${title}`}
              >
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
            {listMarkItems(row).map(({ label, change }) => (
              <MenuItem key={label} onSelect={() => setlist.update(row, change)}>
                <Tag aria-hidden />
                {label}
              </MenuItem>
            ))}
          </DropdownMenu>
        </>
      }
    />
  );
}

function listMarkItems({
  isCloser,
  segue,
  breakAfter,
}: DisplayedRow): { label: string; change: Parameters<SetlistEdits['update']>[1] }[] {
  return [
    { label: isCloser ? 'Unmark as closer' : 'Mark as closer', change: { isCloser: !isCloser } },
    { label: segue ? 'Remove segue' : 'Add segue', change: { segue: !segue } },
    {
      label: breakAfter ? 'Remove break' : 'Add set break',
      change: { breakAfter: breakAfter ? null : 'set' },
    },
  ];
}

function RowNote({ row, timeZone }: { row: DisplayedRow; timeZone: string }) {
  const { playedAt, isCloser, segue, notes, source, isUnsent } = row;
  if (!playedAt && !isCloser && !segue && !notes && !source && !isUnsent) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {isCloser && <Badge tone="special">Closer</Badge>}
      {playedAt && <span>{clockTime(playedAt, timeZone)}</span>}
      {segue && <span>segue &gt;</span>}
      {notes && <span className="min-w-0 wrap-anywhere">{notes}</span>}
      {source && <RowSource source={source} />}
      {isUnsent && <span className="sr-only">not yet sent</span>}
    </span>
  );
}
