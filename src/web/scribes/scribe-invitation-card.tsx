import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { paths } from '#contract/pages.ts';
import {
  acceptScribeInvitation,
  getScribeInvitation,
  SCRIBE_LINK_INVALID,
  type ScribeInvitation,
} from '#contract/scribes.ts';
import { formatPlace } from '#contract/shows.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { useUser } from '#web/session/use-user.ts';
import { longDate } from '#web/time/venue-time.ts';
import { Button } from '#web/ui/button.tsx';
import { NotFound } from '#web/ui/feedback/empty-state.tsx';

export function ScribeInvitationCard({ token }: { token: string }) {
  const invitation = useQuery(queryFor(getScribeInvitation, { params: { invitation: token } }));
  return (
    <Loaded
      query={invitation}
      label="Loading the invitation"
      errorMessage="The invitation could not be loaded."
      notFound={
        <NotFound
          title="Invitation not valid"
          text={SCRIBE_LINK_INVALID}
          href={paths.dashboard()}
          linkText="Dashboard"
        />
      }
    >
      {(data) => <Card invitation={data} token={token} />}
    </Loaded>
  );
}

function Card({ invitation, token }: { invitation: ScribeInvitation; token: string }) {
  const { show, tourName, isAccepted } = invitation;
  const { isAdmin } = useUser();
  const [, navigate] = useLocation();
  const editor = paths.scribe(show ? { show: show.id } : {});
  const accept = useMutation(
    mutationFor(acceptScribeInvitation, {
      successToast: "You're now a scribe",
      errorToast: 'Failed to accept the invitation',
    }),
  );
  return (
    <div className="spike-marks mx-auto grid w-full max-w-xl justify-items-center gap-5 px-6 py-12 text-center">
      <p className="label text-dim">You're invited as a scribe</p>
      <h1 className="poster wrap-anywhere text-poster-lg">
        <bdi>{show?.name ?? tourName}</bdi>
      </h1>
      <p className="text-dim">
        {show
          ? [longDate(show.date, show.timeZone), show.venue, formatPlace(show)]
              .filter(Boolean)
              .join(' · ')
          : 'Every show of the tour'}
      </p>
      <ul className="grid list-disc gap-1.5 pl-5 text-left">
        <li>You enter the setlist as it happens: songs, sets, segues and the closer.</li>
        <li>
          Once predictions lock, you take the show live. When you finish it, predictions are scored.
        </li>
        <li>The show's page credits you for the setlist.</li>
        <li>
          {show
            ? 'Your access ends when the show closes.'
            : 'Your access to each show ends when it closes.'}
        </li>
      </ul>
      {isAccepted ? (
        <Button asChild variant="lamp">
          <Link href={editor}>Enter the setlist</Link>
        </Button>
      ) : isAdmin ? (
        <p>You're an administrator, so you don't need an invitation.</p>
      ) : (
        <Button
          variant="lamp"
          pending={accept.isPending}
          pendingText="Accepting..."
          onClick={() =>
            accept.mutate(
              { params: { invitation: token } },
              { onSuccess: () => navigate(editor, { replace: true }) },
            )
          }
        >
          Become a scribe
        </Button>
      )}
    </div>
  );
}
