import type { SyntheticEvent } from 'react';
import { classes } from '#web/ui/class-names.ts';
import { Ellipsis, GripVertical } from '#web/ui/icons.ts';
import { SheetRow } from '#web/ui/list/sheet.tsx';
import { PickTitle } from './pick-title.tsx';
import { PICK_TOOL, PickTools, type PickToolsProps } from './pick-tools.tsx';

type PickRowProps = PickToolsProps & {
  songId: string;
  shownIndex: number;
  isNew: boolean;
  isDragging: boolean;
  /** Undefined until the drag code loads. */
  instructionsId: string | undefined;
  onHandlePress: (event: SyntheticEvent) => void;
  onOpenMenu: (() => void) | undefined;
};

export function PickRow({ songId, title, index, count, disabled, ...props }: PickRowProps) {
  const { shownIndex, isDragging, instructionsId, onHandlePress, onOpenMenu } = props;
  const tools = { onMove: props.onMove, onRemove: props.onRemove };
  return (
    <SheetRow
      data-song={songId}
      isNew={props.isNew}
      className={classes(
        'group relative',
        PICK_ROW,
        isDragging && 'z-10 bg-sheet-now shadow-raised',
      )}
      number={
        <>
          {shownIndex + 1}
          <button
            type="button"
            data-drag-handle
            disabled={disabled}
            aria-roledescription={instructionsId && 'sortable'}
            aria-describedby={instructionsId}
            aria-pressed={isDragging || undefined}
            onMouseDown={onHandlePress}
            onTouchStart={onHandlePress}
            onKeyDown={onHandlePress}
            aria-label={`Drag ${title}, position ${index + 1} of ${count}`}
            className="absolute inset-y-0 left-0 flex w-11 touch-manipulation select-none items-center [-webkit-touch-callout:none] focus-visible:-outline-offset-2 enabled:cursor-grab enabled:active:cursor-grabbing disabled:hidden"
          >
            <GripVertical aria-hidden className="size-4 opacity-60" />
          </button>
        </>
      }
      title={<PickTitle title={title} index={shownIndex} count={count} />}
      aside={
        onOpenMenu ? (
          <button
            type="button"
            data-tool="menu"
            aria-label={`Move or remove ${title}`}
            aria-haspopup="dialog"
            disabled={disabled}
            onClick={onOpenMenu}
            className={`${PICK_TOOL} -mr-3 w-11 scroll-mb-24`}
          >
            <Ellipsis aria-hidden />
          </button>
        ) : (
          <PickTools {...{ title, index, count, disabled }} {...tools} />
        )
      }
    />
  );
}

/** With a mouse on wide screens, the rows shrink to 34 px before the list scrolls. */
export const PICK_ROWS = 'lg:pointer-fine:flex lg:pointer-fine:min-h-0 lg:pointer-fine:flex-col';

export const PICK_ROW =
  'lg:pointer-fine:min-h-min lg:pointer-fine:shrink lg:pointer-fine:basis-11 lg:pointer-fine:py-0';
