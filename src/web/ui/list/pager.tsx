import { ChevronLeft, ChevronRight } from '#web/ui/icons.ts';
import { Button } from '../button.tsx';

type PagerProps = {
  /** Index of the page's first row. */
  offset: number;
  pageSize: number;
  rowCount: number;
  onOffset: (offset: number) => void;
};

export function Pager({ offset, pageSize, rowCount, onOffset }: PagerProps) {
  const nextOffset = offset + pageSize;
  const lastRow = Math.min(nextOffset, rowCount);
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <p aria-live="polite" className="text-dim text-sm tabular-nums">
        Rows {formatNumber(offset + 1)}–{formatNumber(lastRow)} of {formatNumber(rowCount)}
      </p>
      <div className="flex gap-2">
        <Button disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - pageSize))}>
          <ChevronLeft aria-hidden />
          Previous
        </Button>
        <Button disabled={nextOffset >= rowCount} onClick={() => onOffset(nextOffset)}>
          Next
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  );
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US');
}
