import type { ReactNode } from 'react';
import type { Tool } from './use-focus-tools.ts';

type PickToolProps = {
  tool: Tool;
  label: string;
  disabled: boolean;
  onClick: () => void;
  /** An icon. */
  children: ReactNode;
};

/** Narrow enough for four of them beside a title on a phone. */
export const PICK_TOOL =
  'grid h-11 w-8 max-[22.5rem]:w-7 sm:w-9 place-content-center rounded-md text-ink-dim transition-colors duration-100 [&>svg]:size-4.5';

/** A quiet button on the sheet. */
export function PickTool({ tool, label, disabled, onClick, children }: PickToolProps) {
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
