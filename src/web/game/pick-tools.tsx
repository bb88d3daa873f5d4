import type { ReactNode } from 'react';
import { ArrowDown, ArrowDownUp, ArrowUp, X } from '#web/ui/icons.ts';
import type { Tool } from './use-focus-tools.ts';

export type PickToolsProps = {
  title: string;
  /** Zero-based. */
  index: number;
  count: number;
  disabled: boolean;
  /** `tool` is the button to focus afterwards. */
  onMove: (to: number, tool: Tool) => void;
  onRemove: () => void;
};

export function PickTools({ title, index, count, disabled, onMove, onRemove }: PickToolsProps) {
  return (
    <span className="relative -mr-2 flex">
      <span className={MOVES}>
        <PickTool
          tool="up"
          label={`Move ${title} up`}
          disabled={disabled || index === 0}
          onClick={() => onMove(index - 1, 'up')}
        >
          <ArrowUp aria-hidden />
        </PickTool>
        <PickTool
          tool="down"
          label={`Move ${title} down`}
          disabled={disabled || index === count - 1}
          onClick={() => onMove(index + 1, 'down')}
        >
          <ArrowDown aria-hidden />
        </PickTool>
        <PositionSelect
          {...{ title, index, count, disabled }}
          onMove={(to) => onMove(to, 'position')}
        />
      </span>
      <PickTool tool="remove" label={`Remove ${title}`} disabled={disabled} onClick={onRemove}>
        <X
          aria-hidden
          className="transition-opacity duration-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-fine:opacity-50 any-pointer-coarse:opacity-100"
        />
      </PickTool>
    </span>
  );
}

const MOVES =
  'flex rounded-md transition-opacity duration-100 group-focus-within:opacity-100 group-hover:opacity-100 pointer-fine:absolute pointer-fine:right-full pointer-fine:bg-sheet pointer-fine:opacity-0 any-pointer-coarse:static any-pointer-coarse:opacity-100';

type PositionSelectProps = Pick<PickToolsProps, 'title' | 'index' | 'count' | 'disabled'> & {
  onMove: (to: number) => void;
};

function PositionSelect({ title, index, count, disabled, onMove }: PositionSelectProps) {
  const positions = Array.from({ length: count }, (_, index) => index + 1);
  return (
    <span className={`relative ${PICK_TOOL} w-9 has-disabled:opacity-35`}>
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
        {positions.map((position) => (
          <option key={position} value={position - 1}>
            {position}
          </option>
        ))}
      </select>
    </span>
  );
}

export const PICK_TOOL =
  'grid h-11 lg:pointer-fine:h-8.25 place-content-center rounded-md text-ink-dim transition-colors duration-100 [&>svg]:size-4.5 enabled:hover:bg-ink/8 enabled:hover:text-ink focus-visible:-outline-offset-2 disabled:opacity-35';

type PickToolProps = {
  tool: Tool;
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
};

function PickTool({ tool, label, disabled, onClick, children }: PickToolProps) {
  return (
    <button
      type="button"
      data-tool={tool}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className={`${PICK_TOOL} w-9`}
    >
      {children}
    </button>
  );
}
