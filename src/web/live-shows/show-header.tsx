import type { Show } from '#contract/shows.ts';
import { ShowFacts, ShowStatusBadge } from '#web/show-display/show-facts.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { ShowMenu } from './show-menu.tsx';

type ShowHeaderProps = {
  show: Show;
  /** One line, for phones. */
  isCompact: boolean;
};

export function ShowHeader({ show, isCompact }: ShowHeaderProps) {
  const isLive = show.status === 'live';
  const showFacts = <ShowFacts show={show} showDate={!isLive} />;
  const menu = <ShowMenu show={show} />;
  if (isCompact)
    return (
      <header className="-mt-4 -mr-3 flex items-center gap-3">
        <ShowStatusBadge show={show} />
        <h1 className="poster min-w-0 flex-1 truncate py-1 text-poster-sm">{show.name}</h1>
        <div className="sr-only">{showFacts}</div>
        {menu}
      </header>
    );
  return (
    <div className="grid gap-3">
      <div className="flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2">
        {isLive && <ConnectionIndicator />}
        <ShowStatusBadge show={show} />
        {isLive && menu}
      </div>
      <PageHeader title={show.name} subtitle={showFacts} />
    </div>
  );
}
