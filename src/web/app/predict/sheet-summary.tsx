import { Link } from 'wouter';
import type { NextSheet } from '#contract/next-sheet.ts';
import { formatLock } from '#web/show-display/show-facts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Sheet, SheetHeader, SheetRow } from '#web/ui/list/sheet.tsx';

type SheetSummaryProps = {
  titles: readonly string[];
  show: NextSheet['show'];
  href: string;
};

export function SheetLine({ titles, show, href }: SheetSummaryProps) {
  const [opener] = titles;
  return (
    <section
      aria-label="Your sheet"
      className="flex min-w-0 items-center gap-4 rounded-panel border border-edge py-3 pr-3 pl-4.5 lg:hidden"
    >
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {formatSongCount(titles)} {show && `for ${show.name}`}
        </p>
        <p className="truncate text-dim text-sm">
          {titles.length === 1 ? opener : `${opener} to ${titles.at(-1)}`}
        </p>
      </div>
      <Button asChild>
        <Link href={href}>Change</Link>
      </Button>
    </section>
  );
}

export function SheetPreview({ titles, show, href }: SheetSummaryProps) {
  return (
    <Sheet aria-label="Your sheet" className="max-lg:hidden">
      <SheetHeader
        title="Your Prediction"
        subtitle={show && `${show.name} · locks ${formatLock(show)}`}
        aside={
          <Link href={href} className="inline-flex min-h-11 items-center font-semibold underline">
            Change
          </Link>
        }
        isCompact
      />
      <ol>
        {titles.map((title, index) => (
          <SheetRow key={title} number={index + 1} title={title} />
        ))}
      </ol>
    </Sheet>
  );
}

function formatSongCount({ length }: readonly string[]): string {
  return length === 1 ? '1 song' : `${length} songs`;
}
