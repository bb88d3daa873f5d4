import { ChevronLeft, ChevronRight } from '#web/ui/icons.ts';
import { Button } from '../button.tsx';

type PagerProps = {
  /** Starts at 1. */
  firstRow: number;
  lastRow: number;
  rowCount: number;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
};

export function Pager({ firstRow, lastRow, rowCount, onPrevious, onNext }: PagerProps) {
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <p aria-live="polite" className="text-dim text-sm tabular-nums">
        Rows {formatNumber(firstRow)}–{formatNumber(lastRow)} of {formatNumber(rowCount)}
      </p>
      <div className="flex gap-2">
        <Button disabled={!onPrevious} onClick={onPrevious}>
          <ChevronLeft aria-hidden />
          Previous
        </Button>
        <Button disabled={!onNext} onClick={onNext}>
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
