import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../class-names.ts';
import { ScrollRegion } from './scroll-region.tsx';

type TableProps = { label: string; className?: string | undefined; children: ReactNode };

/** `relative` contains visually hidden text in cells. Otherwise it would widen the page. */
export function Table({ label, className, children }: TableProps) {
  return (
    <ScrollRegion label={label} className={classes('relative min-w-0 overflow-x-auto', className)}>
      <table className="w-full border-collapse text-left">{children}</table>
    </ScrollRegion>
  );
}

/** With another `display`, screen readers recognize a table only by explicit roles. */
export const TABLE_ROLES = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  cell: { role: 'cell' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
};

type CellProps = { numeric?: boolean | undefined };

export function Th({ numeric, className, ...cell }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      scope="col"
      {...cell}
      className={classes(
        'label h-11 whitespace-nowrap border-rail border-b px-3 text-dim first:pl-4.5 last:pr-4.5',
        numeric && 'text-right',
        className,
      )}
    />
  );
}

export function Td({ numeric, className, ...cell }: ComponentProps<'td'> & CellProps) {
  return (
    <td
      {...cell}
      className={classes(
        'h-12 border-rail/60 border-b px-3 py-2 first:min-w-36 first:pl-4.5 last:pr-4.5',
        numeric && 'text-right tabular-nums',
        className,
      )}
    />
  );
}
