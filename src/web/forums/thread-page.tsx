import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { getThread } from '#contract/forums.ts';
import { paths } from '#contract/pages.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BackLink } from './back-link.tsx';
import { ThreadView } from './thread-view.tsx';

/** /forums/thread?id=: a thread, opened where it is newest, or at ?page=. */
export default function ThreadPage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  return (
    <div className="grid max-w-4xl gap-4">
      <BackLink />
      {id ? <Found key={id} id={id} /> : <NotFound />}
    </div>
  );
}

function Found({ id }: { id: string }) {
  const thread = useQuery(queryFor(getThread, { params: { id } }));
  return (
    <Loaded
      query={thread}
      label="Loading the thread"
      failed="The thread could not be loaded."
      notFound={<NotFound />}
    >
      {(found) => <ThreadView thread={found} />}
    </Loaded>
  );
}

function NotFound() {
  return (
    <EmptyState
      as="h1"
      title="Thread not found."
      text="It may have been deleted."
      action={
        <Button asChild variant="lamp">
          <Link href={paths.forums()}>All threads</Link>
        </Button>
      }
    />
  );
}
