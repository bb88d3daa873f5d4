import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import {
  findForumCategory,
  listThreads,
  SHOW_THREADS,
  type ThreadCategory,
  type ThreadItem,
} from '#contract/forums.ts';
import { HIDDEN_TEXT } from '#contract/hidden-content.ts';
import { paths } from '#contract/pages.ts';
import { formatPlace } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryWithTotalFor } from '#web/http/query-for.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { CalendarDays, Lock } from '#web/ui/icons.ts';
import { LongName } from '#web/ui/list/long-name.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { CategoryLinks } from './category-links.tsx';
import { PageLinks } from './page-links.tsx';
import { parsePage } from './pages.ts';
import { TimeAgo } from './time-ago.tsx';

const PAGE_SIZE = 50;

export default function ForumsPage() {
  const [search] = useSearchParams();
  const page = parsePage(search.get('page'), 1_000, 1);
  const category = findForumCategory(search.get('category'));
  const offset = String((page - 1) * PAGE_SIZE);
  const query = { limit: String(PAGE_SIZE), offset, ...(category && { category }) };
  const threads = useQuery({
    ...queryWithTotalFor(listThreads, { query }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid grid-cols-1 gap-8">
      <PageHeader
        title="Fan Forums"
        subtitle="Between the shows"
        aside={
          <Button asChild variant="lamp">
            <Link href={paths.newThread()}>New Thread</Link>
          </Button>
        }
      />
      <CategoryLinks selected={category} />
      <Loaded
        query={threads}
        label="Loading the threads"
        errorMessage="The threads could not be loaded."
      >
        {({ rows, total }) => (
          <>
            {total === 0 && <NoThreads category={category} />}
            <ThreadList title="Pinned" threads={rows.filter(isPinned)} />
            <ThreadList title="Latest" threads={rows.filter((thread) => !isPinned(thread))} />
            <PageLinks
              page={page}
              pageCount={Math.ceil(total / PAGE_SIZE)}
              pageHref={(number) => paths.forums({ category, page: number })}
            />
          </>
        )}
      </Loaded>
    </div>
  );
}

function ThreadList({ title, threads }: { title: string; threads: readonly ThreadItem[] }) {
  if (threads.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="poster text-poster-md">{title}</h2>
      <ul>
        {threads.map((thread) => (
          <ThreadRow key={thread.id} thread={thread} />
        ))}
      </ul>
    </section>
  );
}

function NoThreads({ category }: { category: ThreadCategory | undefined }) {
  if (category === SHOW_THREADS)
    return (
      <EmptyState
        as="h2"
        title="No posts about shows yet"
        text="Each show in the schedule has its own thread."
        action={
          <Button asChild variant="lamp">
            <Link href={paths.showSchedule()}>Choose a show</Link>
          </Button>
        }
      />
    );
  return (
    <EmptyState
      as="h2"
      title={category ? `No threads in ${category} yet` : 'No forum threads yet'}
      action={
        <Button asChild variant="lamp">
          <Link href={paths.newThread()}>Create the first thread</Link>
        </Button>
      }
    />
  );
}

function isPinned(thread: ThreadItem): boolean {
  return thread.isPinned === 1;
}

function ThreadRow({ thread }: { thread: ThreadItem }) {
  const { id, title, category, author, show, isLocked, replyCount, lastActivityAt, hidden } =
    thread;
  const [singular, plural] = show ? ['post', 'posts'] : ['reply', 'replies'];
  return (
    <li className="border-rail border-b last:border-b-0">
      <Link
        href={paths.thread({ id })}
        className="-mx-3 grid min-h-17 grid-cols-[2.25rem_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 rounded-control px-3 py-3 sm:grid-cols-[2.25rem_minmax(0,1fr)_auto] transition-colors duration-100 hover:bg-text/5 sm:gap-x-4"
      >
        {author ? <Avatar name={author.username} /> : <ShowIcon />}
        <span className="grid gap-0.5">
          <span className="flex items-baseline gap-2 font-semibold text-lg leading-snug">
            <LongName name={title} />
            {isLocked && (
              <>
                <Lock aria-hidden className="size-4 shrink-0 self-center text-dim" />
                <VisuallyHidden>Locked</VisuallyHidden>
              </>
            )}
          </span>
          <span className="text-dim text-sm">
            {author && <LongName name={author.username} />}{' '}
            {show ? (
              <span>
                {shortDate(show.date, show.timeZone)} · {formatPlace(show)}
              </span>
            ) : (
              <span className="whitespace-nowrap">· {category}</span>
            )}
            {hidden && title !== HIDDEN_TEXT[hidden] && (
              <span className="whitespace-nowrap"> · hidden</span>
            )}
          </span>
        </span>{' '}
        <span className="text-dim text-sm max-sm:col-start-2 sm:text-right">
          <span className="whitespace-nowrap">
            <span className="font-semibold text-text tabular-nums">{replyCount}</span>{' '}
            {replyCount === 1 ? singular : plural}
          </span>
          <span className="sm:hidden"> · </span>
          <span className="whitespace-nowrap sm:block">
            {replyCount > 0 && `last ${singular} `}
            <TimeAgo instant={lastActivityAt} />
          </span>
        </span>
      </Link>
    </li>
  );
}

function ShowIcon() {
  return (
    <span
      aria-hidden
      className="grid size-9 place-items-center rounded-full border border-edge text-dim"
    >
      <CalendarDays className="size-4.5" />
    </span>
  );
}
