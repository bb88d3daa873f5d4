import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { getFanSheet } from '#contract/fan-sheets.ts';
import { readPathParams } from '#contract/page-paths.ts';
import { PAGES, paths } from '#contract/pages.ts';
import { predictionsLockAt } from '#contract/show-lock.ts';
import { getShow, type Show } from '#contract/shows.ts';
import { identityKey } from '#contract/text.ts';
import { errorMessage } from '#web/http/http-error.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { RulesLink } from '#web/score-display/rules-link.tsx';
import { useUser } from '#web/session/use-user.ts';
import { useArePicksRevealed } from '#web/show-display/displayed-show.ts';
import { ShowNotFound } from '#web/show-display/show-facts.tsx';
import { SpoilerGuard } from '#web/show-display/spoilers.tsx';
import { dayDate, timeWithZone } from '#web/time/venue-time.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { BackLink, PageHeader } from '#web/ui/page-header.tsx';
import { usePageName } from '#web/ui/page-name.ts';
import { FanSheetCard } from './fan-sheet-card.tsx';

export default function FanSheetPage() {
  // Reads the path directly, because the router's location is partly decoded.
  useLocation();
  const { username = '', id = '' } = readPathParams(PAGES.fanSheet, location.pathname) ?? {};
  const show = useQuery(queryFor(getShow, { params: { id } }));
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <Loaded
        query={show}
        label="Loading the show"
        errorMessage="The show could not be loaded."
        notFound={<ShowNotFound />}
      >
        {(data) => (
          <SpoilerGuard show={data} as="h1">
            <Sheet key={`${username} ${id}`} show={data} username={username} />
          </SpoilerGuard>
        )}
      </Loaded>
    </div>
  );
}

function Sheet({ show, username }: { show: Show; username: string }) {
  const isOwn = identityKey(useUser().username) === identityKey(username);
  const isRevealed = useArePicksRevealed(show);
  const sheet = useQuery({
    ...queryFor(getFanSheet, { params: { username, id: show.id } }),
    enabled: isRevealed || isOwn,
  });
  const name = sheet.data?.username ?? username;
  usePageName(`${name} at ${show.name}`);
  return (
    <>
      <div className="grid gap-2">
        <BackLink href={paths.showLeaderboard({ show: show.id })} label="Show Leaderboard" />
        <PageHeader
          lead={<Avatar name={name} size="lg" />}
          title={<bdi className="wrap-anywhere max-sm:text-poster-md">{name}</bdi>}
        />
      </div>
      {isRevealed || isOwn ? (
        <Loaded
          query={sheet}
          label="Loading the sheet"
          errorMessage="The sheet could not be loaded."
          notFound={
            <EmptyState
              as="h2"
              title="No prediction"
              text={errorMessage(sheet.error, 'This fan has no prediction for this show.')}
            />
          }
        >
          {(data) =>
            data.sheet ? (
              <>
                <FanSheetCard {...data} sheet={data.sheet} />
                <RulesLink />
              </>
            ) : (
              <EmptyState
                as="h2"
                title="Private"
                text="This fan keeps their predictions private."
              />
            )
          }
        </Loaded>
      ) : (
        <EmptyState as="h2" title="Hidden until predictions lock" text={formatOpening(show)} />
      )}
    </>
  );
}

function formatOpening(show: Show): string {
  if (show.status !== 'open') return `${show.name} is ${show.status}. Its predictions stay hidden.`;
  const locksAt = new Date(predictionsLockAt(show)).toISOString();
  const { timeZone } = show;
  return `Sheets for ${show.name} open when predictions lock, on ${dayDate(locksAt, timeZone)} at ${timeWithZone(locksAt, timeZone)}.`;
}
