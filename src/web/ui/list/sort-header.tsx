import type { ComponentProps } from 'react';
import { ArrowDown, ArrowUp, ChevronsUpDown } from '#web/ui/icons.ts';
import { classes } from '../class-names.ts';
import { Th } from './table.tsx';

export type SortDirection = 'ascending' | 'descending';

type SortHeaderProps = Omit<ComponentProps<typeof Th>, 'aria-sort'> & {
  direction: SortDirection | null;
  onSort: () => void;
};

export function SortHeader({ direction, onSort, children, ...header }: SortHeaderProps) {
  const Icon = ICONS[direction ?? 'none'];
  return (
    <Th {...header} aria-sort={direction ?? undefined}>
      <button
        type="button"
        onClick={onSort}
        className={classes(
          'label inline-flex min-h-11 items-center gap-1.5 rounded-md hover:text-text',
          header.numeric && 'flex-row-reverse',
          direction && 'text-text',
        )}
      >
        {children}
        <Icon aria-hidden className="size-3.5" />
      </button>
    </Th>
  );
}

const ICONS = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown };
