import { Link, useSearchParams } from 'wouter';
import { canWriteIn, type ShowThread } from '#contract/forums.ts';
import { paths } from '#contract/pages.ts';
import { formatPlace, hasResults } from '#contract/shows.ts';
import { useUser } from '#web/session/use-user.ts';
import { SpoilerGuard } from '#web/show-display/spoilers.tsx';
import { dayDate } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { LiveDot } from '#web/ui/live-dot.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { usePageName } from '#web/ui/page-name.ts';
import { countPages, parsePage } from './pages.ts';
import { ShowPosts } from './show-posts.tsx';
import { ThreadMenu } from './thread-menu.tsx';
import { ThreadLocked } from './thread-view.tsx';

export function ShowThreadView({ thread }: { thread: ShowThread }) {
  usePageName(thread.title);
  const canWrite = canWriteIn(thread, useUser());
  const [search] = useSearchParams();
  const pageCount = countPages(thread);
  const initialPage = parsePage(search.get('page'), pageCount, pageCount);
  return (
    <div className="grid grid-cols-1 gap-5">
      <ShowThreadHeader thread={thread} />
      <SpoilerGuard show={thread.show}>
        {thread.isLocked && <ThreadLocked />}
        <ShowPosts thread={thread} canWrite={canWrite} initialPage={initialPage} />
      </SpoilerGuard>
    </div>
  );
}

function ShowThreadHeader({ thread }: { thread: ShowThread }) {
  const { show, isLocked, isPinned } = thread;
  const isLive = show.status === 'live';
  return (
    <header className="grid gap-3">
      <div className="flex items-start gap-4">
        <div className="min-w-0 flex-1">
          <PageHeader
            title={show.name}
            subtitle={`${formatPlace(show)} · ${dayDate(show.date, show.timeZone)}`}
          />
        </div>
        <ThreadMenu thread={thread} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {isLive && (
          <Badge tone="lamp">
            <LiveDot />
            Live
          </Badge>
        )}
        {isPinned === 1 && <Badge>Pinned</Badge>}
        {isLocked && <Badge>Locked</Badge>}
        {hasResults(show) ? (
          <Button asChild size="sm">
            <Link href={paths.liveSetlist({ show: show.id })}>
              {isLive ? 'Live setlist' : 'Setlist'}
            </Link>
          </Button>
        ) : (
          <Button asChild size="sm">
            <Link href={paths.showSchedule()}>Schedule</Link>
          </Button>
        )}
      </div>
    </header>
  );
}
