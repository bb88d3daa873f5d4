import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { HIDDEN_LEAGUE_NAME, HIDDEN_TEXT } from '#contract/hidden-content.ts';
import { getLeague, joinLeague, type League } from '#contract/leagues.ts';
import { paths } from '#contract/pages.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { ReportButton } from '#web/reports/report-button.tsx';
import { useUser } from '#web/session/use-user.ts';
import { shortDate } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { NotFound } from '#web/ui/feedback/empty-state.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { BackLink, PageHeader } from '#web/ui/page-header.tsx';
import { formatMembers } from './format-members.ts';
import { LeagueInvitation } from './league-invitation.tsx';
import { LeagueMark } from './league-mark.tsx';
import { LeagueMembers } from './league-members.tsx';
import { LeagueNights } from './league-nights.tsx';
import { LeagueSettings } from './league-settings.tsx';
import { MissingSheets } from './missing-sheets.tsx';
import { SeasonBoard } from './season-board.tsx';
import { TonightBoard } from './tonight-board.tsx';

type LeagueViewProps = {
  renderTalk: (league: League, isOwner: boolean) => ReactNode;
};

export function LeagueView({ renderTalk }: LeagueViewProps) {
  const [search] = useSearchParams();
  const id = search.get('id') ?? '-';
  const league = useQuery(queryFor(getLeague, { params: { id } }));
  return (
    <Loaded
      query={league}
      label="Loading the league"
      errorMessage="The league could not be loaded."
      notFound={
        <NotFound
          title="League not found"
          text="It may have been deleted, or only its members can see it."
          href={paths.leagues()}
          linkText="Leagues"
        />
      }
    >
      {(data) => <LeagueHome key={data.id} league={data} renderTalk={renderTalk} />}
    </Loaded>
  );
}

function LeagueHome({ league, renderTalk }: LeagueViewProps & { league: League }) {
  const { id, name, hidden, memberCount, startsFrom, isMember, owner, invitation } = league;
  const isOwner = owner.userId === useUser().id;
  const isAlone = memberCount === 1;
  const invite = invitation && (
    <LeagueInvitation league={league} token={invitation} isOwner={isOwner} />
  );
  const settings = isMember && <LeagueSettings league={league} isOwner={isOwner} />;
  const start = startsFrom.name ?? 'a show that was deleted';
  return (
    <div className="grid max-w-4xl grid-cols-1 gap-8">
      <div className="grid gap-3">
        <BackLink href={paths.leagues()} label="Leagues" />
        <PageHeader
          lead={<LeagueMark league={league} size="lg" />}
          title={<LongName name={name} />}
          subtitle={
            <>
              {formatMembers(memberCount)} · counts from {start},{' '}
              <span className="whitespace-nowrap">
                {shortDate(startsFrom.date, startsFrom.timeZone)}
              </span>
            </>
          }
          aside={isMember ? isOwner && settings : <Join id={id} />}
        />
      </div>
      {hidden && name !== HIDDEN_LEAGUE_NAME && (
        <p className="text-dim">Name: {HIDDEN_TEXT[hidden]}</p>
      )}
      {isAlone && invite}
      {isMember && <MissingSheets leagueId={id} />}
      <TonightBoard leagueId={id} />
      <SeasonBoard leagueId={id} />
      {isMember && renderTalk(league, isOwner)}
      <LeagueNights leagueId={id} />
      <LeagueMembers league={league} isOwner={isOwner} />
      {!isAlone && invite}
      {!isOwner && (
        <div className="flex flex-wrap items-center gap-2.5">
          {settings}
          {hidden === null && (
            <ReportButton
              title="Report this league's name"
              targets={[{ kind: 'league', id, label: 'Name' }]}
            />
          )}
        </div>
      )}
    </div>
  );
}

function Join({ id }: { id: string }) {
  const join = useMutation(
    mutationFor(joinLeague, {
      successToast: ({ name }) => `You joined ${name}`,
      errorToast: 'Failed to join the league',
    }),
  );
  return (
    <Button
      variant="lamp"
      pending={join.isPending}
      pendingText="Joining..."
      onClick={() => join.mutate({ params: { id } })}
    >
      Join
    </Button>
  );
}
