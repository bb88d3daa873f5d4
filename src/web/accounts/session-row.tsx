import type { z } from 'zod';
import { revokeSession, type sessionItem } from '#contract/user-sessions.ts';
import type { CallInput } from '#web/http/call.ts';
import { isNotFound } from '#web/http/http-error.ts';
import { mutationFor, useMutation } from '#web/http/mutation-for.ts';
import { callWithFreshSignIn } from '#web/session/call-with-fresh-sign-in.ts';
import { formatRelativeTime } from '#web/time/durations.ts';
import { serverNow } from '#web/time/server-clock.ts';
import { browserTimeZone, shortDate } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { formatDeviceName } from './device-name.ts';

type SessionRowProps = {
  session: z.output<typeof sessionItem>;
  onEnded: () => void;
};

export function SessionRow({ session, onEnded }: SessionRowProps) {
  const { id, isCurrent } = session;
  const device = formatDeviceName(session.userAgent) ?? 'An unknown device';
  const signedInOn = shortDate(session.createdAt, browserTimeZone());
  const lastSeen = formatRelativeTime(Date.parse(session.lastSeenAt), serverNow());

  const end = useMutation(
    mutationFor(revokeSession, {
      send: revokeIfExists,
      successToast: `${device} has been signed out`,
      errorToast: 'Failed to end the session',
      onSuccess: onEnded,
    }),
  );

  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rail border-b py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="font-semibold">{device}</p>
        <p className="text-dim text-sm">
          Signed in {signedInOn}
          {!isCurrent && `, last seen ${lastSeen}`}
        </p>
      </div>
      {isCurrent ? (
        <Badge tone="exact">This device</Badge>
      ) : (
        <Button
          size="sm"
          pending={end.isPending}
          aria-label={`Sign out ${device}`}
          onClick={() => end.mutate({ params: { id } })}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

async function revokeIfExists(
  endpoint: typeof revokeSession,
  input: CallInput<typeof revokeSession>,
): Promise<void> {
  await callWithFreshSignIn(endpoint, input).catch((error: unknown) => {
    if (!isNotFound(error)) throw error;
  });
}
