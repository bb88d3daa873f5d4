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

/** A quiet button on the sheet, narrow enough for three of them beside a title on a phone. */
export function PickTool({ tool, label, disabled, onClick, children }: PickToolProps) {
  return (
    <button
      type="button"
      data-tool={tool}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="grid h-11 w-8 sm:w-9 place-content-center rounded-md text-ink-dim transition-colors duration-100 enabled:hover:bg-ink/8 enabled:hover:text-ink focus-visible:-outline-offset-2 disabled:opacity-35 [&>svg]:size-4.5"
    >
      {children}
    </button>
  );
}
