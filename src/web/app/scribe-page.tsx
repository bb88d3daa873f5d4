import { useQuery } from '@tanstack/react-query';
import { useEffect, useReducer } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { paths } from '#contract/pages.ts';
import { hasScribes } from '#contract/scribes.ts';
import { getSetlist } from '#contract/setlists.ts';
import { listShows, type Show } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { queryFor } from '#web/http/query-for.ts';
import { ScribeInvitationCard } from '#web/scribes/scribe-invitation-card.tsx';
import { useUser } from '#web/session/use-user.ts';
import { EditedRows } from '#web/setlists/edited-rows.ts';
import { SetlistAdminTab } from '#web/setlists/setlist-admin-tab.tsx';
import { WaitingChanges } from '#web/setlists/waiting-changes.tsx';
import { ShowPicker } from '#web/shows/show-selects.tsx';
import { serverNow } from '#web/time/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { findCurrentShow } from './find-current-show.ts';

export default function ScribePage() {
  const [search] = useSearchParams();
  const invitation = search.get('invitation');
  const shows = useQuery(queryFor(listShows));
  if (invitation) return <ScribeInvitationCard token={invitation} />;
  return (
    <div className="grid gap-6">
      <PageHeader title="Setlist Entry" />
      <Loaded query={shows} label="Loading shows" errorMessage="The shows could not be loaded.">
        {(allShows) => <SetlistEntryPanel shows={allShows} selectedId={search.get('show')} />}
      </Loaded>
    </div>
  );
}

type SetlistEntryPanelProps = { shows: readonly Show[]; selectedId: string | null };

function SetlistEntryPanel({ shows, selectedId }: SetlistEntryPanelProps) {
  const { scribeOf } = useUser();
  const [, navigate] = useLocation();
  // The show's status updates a moment before the list of rights.
  const scribeShows = shows.filter((show) => scribeOf.includes(show.id) && hasScribes(show));
  // The URL keeps the show, so the page stays on it when it closes.
  const defaultShow = findCurrentShow(scribeShows, serverNow()) ?? scribeShows.at(-1);
  const defaultId = selectedId ? undefined : defaultShow?.id;
  useEffect(() => {
    if (defaultId) navigate(paths.scribe({ show: defaultId }), { replace: true });
  }, [defaultId, navigate]);
  const showId = selectedId ?? defaultId ?? null;
  const show = shows.find(({ id }) => id === showId);
  const hasEnded = !scribeShows.some(({ id }) => id === showId);
  const [editedRowCount, countEditedRows] = useReducer(add, 0);
  // What the fan has typed into a row stays on the screen until they close its form.
  const hasEditor = !hasEnded || editedRowCount > 0;
  return (
    <EditedRows value={countEditedRows}>
      {hasEnded && <Ended showId={showId} show={show} hasEditor={hasEditor} />}
      {show && hasEditor && (
        <SetlistAdminTab
          show={show}
          picker={
            scribeShows.length > 1 ? (
              <ShowPicker
                shows={scribeShows}
                value={show.id}
                onChange={(id) => navigate(paths.scribe({ show: id }), { replace: true })}
              />
            ) : (
              <p className="poster wrap-anywhere text-poster-md">
                <bdi>{show.name}</bdi>
              </p>
            )
          }
          statusControl={null}
        />
      )}
    </EditedRows>
  );
}

const add = (count: number, change: number) => count + change;

type EndedProps = { showId: string | null; show: Show | undefined; hasEditor: boolean };

function Ended({ showId, show, hasEditor }: EndedProps) {
  const rows = useQuery({
    ...queryFor(getSetlist, { params: { id: showId ?? '' } }),
    enabled: show !== undefined,
  }).data;
  return (
    <div className="grid gap-6">
      <EmptyState
        title={showId ? "You're no longer a scribe for this show" : 'No setlist to enter'}
        text={
          showId
            ? 'Your access ends with the show, or when an administrator removes you. Thanks for your help.'
            : "Administrators can invite fans to enter a show's setlist."
        }
        action={
          <Button asChild>
            <Link href={show ? paths.liveSetlist({ show: show.id }) : paths.dashboard()}>
              {show ? 'View Setlist' : 'Back to the dashboard'}
            </Link>
          </Button>
        }
      />
      {show && !hasEditor && <WaitingChanges show={show} rows={rows} />}
    </div>
  );
}
