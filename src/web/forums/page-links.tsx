import { Link } from 'wouter';
import { Button } from '#web/ui/button.tsx';
import { ChevronLeft, ChevronRight } from '#web/ui/icons.ts';

type PageLinksProps = {
  /** Starts at 1. */
  page: number;
  pageCount: number;
  pageHref: (page: number) => string;
};

export function PageLinks({ page, pageCount, pageHref }: PageLinksProps) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-dim text-sm tabular-nums">
        Page {page} of {pageCount}
      </p>
      <div className="flex gap-2">
        {page > 1 && (
          <Button asChild>
            <Link href={pageHref(page - 1)}>
              <ChevronLeft aria-hidden />
              Previous
            </Link>
          </Button>
        )}
        {page < pageCount && (
          <Button asChild>
            <Link href={pageHref(page + 1)}>
              Next
              <ChevronRight aria-hidden />
            </Link>
          </Button>
        )}
      </div>
    </nav>
  );
}
