import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'wouter';
import { liftLeagueBan, listLeagueBans } from '#contract/league-bans.ts';
import { paths } from '#contract/pages.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { focusIfLost } from '#web/ui/list/focus-if-lost.ts';
import { LongName } from '#web/ui/list/long-name.tsx';
import { SkeletonRows } from '#web/ui/loading/skeleton.tsx';

type BannedFansProps = {
  leagueId: string;
  /** Called once the list no longer contains the fan. */
  onLifted: () => void;
};

export function BannedFans({ leagueId, onLifted }: BannedFansProps) {
  const bans = useQuery(queryFor(listLeagueBans, { params: { id: leagueId } }));
  const lift = useMutation(mutationFor(liftLeagueBan, { errorToast: 'Failed to lift the ban' }));
  const list = useRef<HTMLUListElement>(null);

  async function liftBan(userId: string) {
    await lift.mutate({ params: { id: leagueId, userId } });
    focusIfLost(list.current);
    onLifted();
  }

  if (bans.data?.length === 0) return null;
  return (
    <section aria-label="Banned" className="border-rail/60 border-t px-4.5 py-3">
      <h3 className="font-semibold text-dim text-sm">Banned</h3>
      <Loaded
        query={bans}
        label="Loading the banned fans"
        errorMessage="The banned fans could not be loaded."
        skeleton={<SkeletonRows count={1} />}
      >
        {(fans) => (
          <ul ref={list} tabIndex={-1} aria-label="Banned fans" className="outline-none">
            {fans.map(({ userId, username }) => (
              <li key={userId} className="flex min-h-13 items-center gap-3">
                <Link
                  href={paths.fan({ username })}
                  className="min-w-0 flex-1 rounded-md py-1.5 underline-offset-4 hover:underline"
                >
                  <LongName name={username} />
                </Link>
                <Button size="sm" disabled={lift.isPending} onClick={() => liftBan(userId)}>
                  Lift ban<span className="sr-only"> of {username}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
