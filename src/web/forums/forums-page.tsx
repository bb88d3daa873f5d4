import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { listThreads, type ThreadItem } from '#contract/forums.ts';
import { paths } from '#contract/pages.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { countedQueryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { PageLinks } from './page-links.tsx';
import { askedPage } from './pages.ts';
import { ThreadRow } from './thread-row.tsx';

/** Threads a page. */
const ROWS = 50;

/** /forums: every thread, the pinned ones first. */
export default function ForumsPage() {
  const [search] = useSearchParams();
  const page = askedPage(search.get('page'), 1_000, 1);
  const query = { limit: String(ROWS), offset: String((page - 1) * ROWS) };
  const threads = useQuery(countedQueryFor(listThreads, { query }));
  return (
    <div className="grid gap-8">
      <PageHeader
        title="Fan Forums"
        subtitle="Between the shows"
        aside={
          <Button asChild variant="lamp">
            <Link href={paths.newThread()}>New Thread</Link>
          </Button>
        }
      />
      <Loaded query={threads} label="Loading the threads" failed="The threads could not be loaded.">
        {({ rows, total }) => (
          <>
            {total === 0 && <NoThreads />}
            <ThreadList title="Pinned" threads={rows.filter(isPinned)} />
            <ThreadList title="Latest" threads={rows.filter((thread) => !isPinned(thread))} />
            <PageLinks
              page={page}
              pages={Math.ceil(total / ROWS)}
              hrefOf={(to) => paths.forums({ page: to })}
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

function NoThreads() {
  return (
    <EmptyState
      as="h2"
      title="No forum threads yet"
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
