import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { getThread } from '#contract/forums.ts';
import { paths } from '#contract/pages.ts';
import { canModerate } from '#contract/roles.ts';
import { ShowThreadView } from '#web/forums/show-thread-view.tsx';
import { ThreadView } from '#web/forums/thread-view.tsx';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { NotFound } from '#web/ui/feedback/empty-state.tsx';
import { lazyComponent } from '#web/ui/loading/lazy.tsx';
import { BackLink } from '#web/ui/page-header.tsx';

export default function ThreadPage() {
  const [search] = useSearchParams();
  const id = search.get('id');
  return (
    <div className="grid max-w-4xl gap-4">
      <BackLink href={paths.forums()} label="Fan Forums" />
      {id ? <ThreadById key={id} id={id} /> : <ThreadNotFound />}
      <ConfirmSignIn loadWhen={canModerate(useUser())} />
    </div>
  );
}

/** Deleting a thread with posts by others requires a recent sign-in. */
const ConfirmSignIn = lazyComponent(
  async () => ({ default: (await import('#web/accounts/confirm-sign-in.tsx')).ConfirmSignIn }),
  { isShared: true },
);

function ThreadById({ id }: { id: string }) {
  const thread = useQuery(queryFor(getThread, { params: { id } }));
  return (
    <Loaded
      query={thread}
      label="Loading the thread"
      errorMessage="The thread could not be loaded."
      notFound={<ThreadNotFound />}
    >
      {(data) =>
        data.show ? (
          <ShowThreadView thread={{ ...data, show: data.show }} />
        ) : (
          <ThreadView thread={data} />
        )
      }
    </Loaded>
  );
}

function ThreadNotFound() {
  return (
    <NotFound
      title="Thread not found."
      text="It may have been deleted."
      href={paths.forums()}
      linkText="All threads"
    />
  );
}
