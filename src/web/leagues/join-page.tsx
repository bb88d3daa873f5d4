import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useSearchParams } from 'wouter';
import {
  acceptInvitation,
  getInvitation,
  INVITATION_INVALID,
  type Invitation,
} from '#contract/league-invitations.ts';
import { paths } from '#contract/pages.ts';
import { Loaded } from '#web/http/loaded.tsx';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { queryFor } from '#web/http/query-for.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { NotFound } from '#web/ui/feedback/empty-state.tsx';
import { LongName } from '#web/ui/list/long-name.tsx';
import { formatMembers } from './format-members.ts';
import { LeagueMark } from './league-mark.tsx';

export default function JoinPage() {
  const [search] = useSearchParams();
  const token = search.get('invitation') ?? '-';
  const invitation = useQuery(queryFor(getInvitation, { params: { invitation: token } }));
  return (
    <Loaded
      query={invitation}
      label="Loading the invitation"
      errorMessage="The invitation could not be loaded."
      notFound={
        <NotFound
          title="Invitation not valid"
          text={INVITATION_INVALID}
          href={paths.leagues()}
          linkText="Leagues"
        />
      }
    >
      {(data) => <InvitationCard invitation={data} token={token} />}
    </Loaded>
  );
}

function InvitationCard({ invitation, token }: { invitation: Invitation; token: string }) {
  const [, navigate] = useLocation();
  const accept = useMutation(
    mutationFor(acceptInvitation, {
      successToast: `You joined ${invitation.name}`,
      errorToast: 'Failed to join the league',
      onSuccess: ({ id }) => navigate(paths.league({ id }), { replace: true }),
    }),
  );
  const { name, memberCount, initials, leagueId } = invitation;
  return (
    <div className="spike-marks mx-auto grid w-full max-w-xl justify-items-center gap-5 px-6 py-12 text-center">
      <LeagueMark league={invitation} size="lg" />
      <h1 className="poster wrap-anywhere text-poster-lg">
        <LongName name={name} />
      </h1>
      <p className="text-dim">{formatMembers(memberCount)}</p>
      <div aria-hidden className="flex flex-wrap justify-center gap-1.5">
        {initials.map((letters, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: equal initials are different members.
          <Avatar key={index} name={letters} />
        ))}
      </div>
      {leagueId ? (
        <Button asChild variant="lamp">
          <Link href={paths.league({ id: leagueId })}>Open the league</Link>
        </Button>
      ) : (
        <>
          <p className="max-w-prose text-dim">
            Your predictions count here automatically. You don't need to submit them again.
          </p>
          <Button
            variant="lamp"
            pending={accept.isPending}
            pendingText="Joining..."
            onClick={() => accept.mutate({ params: { invitation: token } })}
          >
            Join
          </Button>
        </>
      )}
    </div>
  );
}
