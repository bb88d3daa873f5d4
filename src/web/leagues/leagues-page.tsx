import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import {
  createLeague,
  type LeagueItem,
  listListedLeagues,
  listMyLeagues,
} from '#contract/leagues.ts';
import { paths } from '#contract/pages.ts';
import { useBoardPage, useResetPastEnd } from '#web/board/use-board-page.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor, queryWithTotalFor } from '#web/http/query-for.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { Pager } from '#web/ui/list/pager.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { formatMembers } from './format-members.ts';
import { LeagueForm, NEW_LEAGUE } from './league-form.tsx';
import { LeagueMark } from './league-mark.tsx';
import { SeasonPlace, TonightPlace } from './my-place.tsx';

export default function LeaguesPage() {
  const [isCreating, setCreating] = useState(false);
  const myLeagues = useQuery(queryFor(listMyLeagues));
  const createButton = (
    <Button variant="lamp" onClick={() => setCreating(true)}>
      Create a League
    </Button>
  );
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-8">
      <PageHeader
        title="Leagues"
        subtitle="The same predictions, ranked among your friends"
        aside={myLeagues.data?.length ? createButton : undefined}
      />
      <Loaded
        query={myLeagues}
        label="Loading your leagues"
        errorMessage="Your leagues could not be loaded."
      >
        {(leagues) =>
          leagues.length === 0 ? (
            <EmptyState
              as="h2"
              title="No leagues yet"
              text="Create one and send the link to your friends. Your predictions count automatically."
              action={createButton}
            />
          ) : (
            <LeagueList title="Your leagues" leagues={leagues} showsMyPlace />
          )
        }
      </Loaded>
      {!myLeagues.isPending && <OtherLeagues myLeagues={myLeagues.data ?? []} />}
      {isCreating && <NewLeague onClose={() => setCreating(false)} />}
    </div>
  );
}

function OtherLeagues({ myLeagues }: { myLeagues: readonly LeagueItem[] }) {
  const myIds = new Set(myLeagues.map(({ id }) => id));
  const page = useBoardPage();
  const listed = useQuery({
    ...queryWithTotalFor(listListedLeagues, { query: page.query }),
    placeholderData: keepPreviousData,
  });
  const { offset, pageSize, setOffset } = page;
  useResetPastEnd(page, listed.data?.total);
  return (
    <Loaded
      query={listed}
      label="Loading the public leagues"
      errorMessage="The public leagues could not be loaded."
    >
      {({ rows, total }) =>
        (rows.some(({ id }) => !myIds.has(id)) || total > pageSize) && (
          <div className="grid gap-4">
            <LeagueList title="Public leagues" leagues={rows.filter(({ id }) => !myIds.has(id))} />
            {total > pageSize && (
              <Pager offset={offset} pageSize={pageSize} rowCount={total} onOffset={setOffset} />
            )}
          </div>
        )
      }
    </Loaded>
  );
}

type LeagueListProps = {
  title: string;
  leagues: readonly LeagueItem[];
  showsMyPlace?: boolean | undefined;
};

function LeagueList({ title, leagues, showsMyPlace = false }: LeagueListProps) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="poster text-poster-md">{title}</h2>
      <ul>
        {leagues.map((league) => (
          <li key={league.id} className="border-rail border-b last:border-b-0">
            <Link
              href={paths.league({ id: league.id })}
              className="-mx-3 grid min-h-17 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 rounded-control px-3 py-3 transition-colors duration-100 hover:bg-text/5"
            >
              <LeagueMark league={league} />
              <span className="grid gap-0.5">
                <LongName name={league.name} className="font-semibold text-lg leading-snug" />
                <span className="text-dim text-sm">
                  {formatMembers(league.memberCount)} · {league.isListed ? 'public' : 'invite-only'}
                </span>
                {showsMyPlace && <TonightPlace leagueId={league.id} />}
              </span>
              {showsMyPlace && <SeasonPlace leagueId={league.id} />}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NewLeague({ onClose }: { onClose: () => void }) {
  const [, navigate] = useLocation();
  const create = useMutation(
    mutationFor(createLeague, {
      errorToast: 'Failed to create the league',
      onSuccess: (league) => navigate(paths.league({ id: league.id })),
    }),
  );
  return (
    <LeagueForm
      title="Create a League"
      submitLabel="Create League"
      pendingText="Creating..."
      pending={create.isPending}
      values={NEW_LEAGUE}
      onClose={onClose}
      onSave={(body) => create.mutate({ body })}
    />
  );
}
