import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { getThread } from '#contract/forums.ts';
import { paths } from '#contract/pages.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { NotFound } from '#web/ui/empty-state.tsx';
import { BackLink } from '#web/ui/page-header.tsx';
import { ThreadView } from './thread-view.tsx';

/** /forums/thread?id=: a thread, opened where it is newest, or at ?page=. */
export default function ThreadPage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  return (
    <div className="grid max-w-4xl gap-4">
      <BackLink href={paths.forums()} to="Fan Forums" />
      {id ? <Found key={id} id={id} /> : <ThreadNotFound />}
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
      notFound={<ThreadNotFound />}
    >
      {(found) => <ThreadView thread={found} />}
    </Loaded>
  );
}

function ThreadNotFound() {
  return (
    <NotFound
      title="Thread not found."
      text="It may have been deleted."
      href={paths.forums()}
      wayOn="All threads"
    />
  );
}
