import type { ReactNode, SyntheticEvent } from 'react';
import { POINTS } from '#contract/scoring.ts';
import { Badge } from '#web/ui/badge.tsx';
import { classes } from '#web/ui/class-names.ts';
import { ArrowDown, ArrowDownUp, ArrowUp, GripVertical, X } from '#web/ui/icons.ts';
import { SheetRow } from '#web/ui/list/sheet.tsx';
import type { Tool } from './use-focus-tools.ts';

type PickRowProps = {
  songId: string;
  title: string;
  /** Zero-based. */
  index: number;
  /** The index that the row gets if it is dropped now. */
  shownIndex: number;
  count: number;
  isNew: boolean;
  disabled: boolean;
  isDragging: boolean;
  /** Undefined until the drag code loads. */
  instructionsId: string | undefined;
  onHandlePress: (event: SyntheticEvent) => void;
  /** `tool` keeps the focus. */
  onMove: (to: number, tool: Tool) => void;
  onRemove: () => void;
};

export function PickRow({ songId, title, index, count, disabled, ...props }: PickRowProps) {
  const { shownIndex, isDragging, instructionsId, onHandlePress } = props;
  const role = findRole(shownIndex, count);
  return (
    <SheetRow
      data-song={songId}
      isNew={props.isNew}
      className={classes('relative', isDragging && 'z-10 bg-sheet-now shadow-raised')}
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
      title={
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          {title}
          {role && (
            <Badge tone="special" className="font-body">
              {role} {POINTS.Opener}
            </Badge>
          )}
        </span>
      }
      aside={
        <span className="-mr-2 flex">
          <PickTool
            tool="up"
            label={`Move ${title} up`}
            disabled={disabled || index === 0}
            onClick={() => props.onMove(index - 1, 'up')}
          >
            <ArrowUp aria-hidden />
          </PickTool>
          <PickTool
            tool="down"
            label={`Move ${title} down`}
            disabled={disabled || index === count - 1}
            onClick={() => props.onMove(index + 1, 'down')}
          >
            <ArrowDown aria-hidden />
          </PickTool>
          <PositionSelect
            {...{ title, index, count, disabled }}
            onMove={(to) => props.onMove(to, 'position')}
          />
          <PickTool
            tool="remove"
            label={`Remove ${title}`}
            disabled={disabled}
            onClick={props.onRemove}
          >
            <X aria-hidden />
          </PickTool>
        </span>
      }
    />
  );
}

/** Opener and closer score the same. */
function findRole(index: number, count: number): string | null {
  if (count === 1) return 'opener or closer';
  if (index === 0) return 'opener';
  return index === count - 1 ? 'closer' : null;
}

type PositionSelectProps = {
  title: string;
  index: number;
  count: number;
  disabled: boolean;
  onMove: (to: number) => void;
};

/** A native select works best on phones. */
function PositionSelect({ title, index, count, disabled, onMove }: PositionSelectProps) {
  return (
    <span className={`relative ${PICK_TOOL} has-disabled:opacity-35`}>
      <ArrowDownUp aria-hidden />
      <select
        data-tool="position"
        aria-label={`Move ${title} to position`}
        title="Move to position"
        disabled={disabled || count < 2}
        value={index}
        onChange={({ target }) => onMove(Number(target.value))}
        className="absolute inset-0 cursor-pointer appearance-none rounded-md text-transparent focus-visible:-outline-offset-2 disabled:cursor-default [&>option]:bg-stage [&>option]:text-text"
      >
        {Array.from({ length: count }, (_, to) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the only identity of a position
          <option key={to} value={to}>
            {to + 1}
          </option>
        ))}
      </select>
    </span>
  );
}

type PickToolProps = {
  tool: Tool;
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** Narrow enough for four buttons beside a title on a phone. */
const PICK_TOOL =
  'grid h-11 w-8 max-[22.5rem]:w-7 sm:w-9 place-content-center rounded-md text-ink-dim transition-colors duration-100 [&>svg]:size-4.5';

function PickTool({ tool, label, disabled, onClick, children }: PickToolProps) {
  return (
    <button
      type="button"
      data-tool={tool}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className={`${PICK_TOOL} enabled:hover:bg-ink/8 enabled:hover:text-ink focus-visible:-outline-offset-2 disabled:opacity-35`}
    >
      {children}
    </button>
  );
}
