import { ChevronLeft, ChevronRight } from '#web/ui/icons.ts';
import { Button } from '../button.tsx';

type PagerProps = {
  /** Starts at 1. */
  from: number;
  to: number;
  total: number;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
};

export function Pager({ from, to, total, onPrevious, onNext }: PagerProps) {
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <p aria-live="polite" className="text-dim text-sm tabular-nums">
        Rows {formatCount(from)}–{formatCount(to)} of {formatCount(total)}
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

function formatCount(rows: number): string {
  return rows.toLocaleString('en-US');
}
