import { useState } from 'react';
import type { z } from 'zod';
import { listSessions, revokeSession, type sessionItem } from '#contract/accounts.ts';
import { call } from '#web/http/call.ts';
import { HttpError, sentenceOf } from '#web/http/http-error.ts';
import { queryClient } from '#web/http/query-client.ts';
import { keyOf } from '#web/http/query-key.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { relativeTime } from '#web/time/relative-time.ts';
import { ownTimeZone, shortDate } from '#web/time/venue-time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { deviceName } from './device-name.ts';

type SessionRowProps = {
  session: z.output<typeof sessionItem>;
  /** The row is about to go. */
  onEnded: () => void;
};

/** One device; its own session is ended by Logout, so it has no button here. */
export function SessionRow({ session, onEnded }: SessionRowProps) {
  const { id, isCurrent } = session;
  const [isPending, setPending] = useState(false);
  const device = deviceName(session.userAgent) ?? 'An unknown device';
  const since = shortDate(session.createdAt, ownTimeZone());
  const seen = relativeTime(Date.parse(session.lastSeenAt), serverNow());

  async function end() {
    setPending(true);
    try {
      await call(revokeSession, { params: { id } });
    } catch (error) {
      // It had ended by itself: what was wanted is so.
      if (!(error instanceof HttpError) || error.status !== 404) {
        const description = sentenceOf(error, 'Failed to end the session');
        toast({ title: 'Error', description, variant: 'destructive' });
        setPending(false);
        return;
      }
    }
    toast({ title: 'Success', description: `${device} has been signed out` });
    onEnded();
    await queryClient.invalidateQueries({ queryKey: keyOf(listSessions) });
    setPending(false);
  }

  return (
    <li className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-rail border-b py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="font-semibold">{device}</p>
        <p className="text-dim text-sm">
          Since {since}
          {!isCurrent && `, last seen ${seen}`}
        </p>
      </div>
      {isCurrent ? (
        <Badge tone="exact">This device</Badge>
      ) : (
        <Button size="sm" pending={isPending} aria-label={`Sign out ${device}`} onClick={end}>
          Sign out
        </Button>
      )}
    </li>
  );
}
