import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getBand } from '#contract/band.ts';
import { keyOf } from '#web/http/query-key.ts';
import { serverNow } from '#web/http/server-clock.ts';
import { setLastSeen, useLastSeen } from '#web/offline/last-seen.ts';
import { useLine } from '#web/realtime/use-realtime.ts';
import { relativeTime } from '#web/time/relative-time.ts';

/** Says that a page shows the last seen state; once live updates arrive again, all is read anew. */
export function OfflineNote() {
  const client = useQueryClient();
  const lastSeenAt = useLastSeen();
  const isConnected = useLine().state === 'open';
  useEffect(() => {
    if (!isConnected || lastSeenAt === undefined) return;
    setLastSeen(undefined);
    const [band] = keyOf(getBand);
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== band });
  }, [client, isConnected, lastSeenAt]);

  return (
    <div role="status">
      {lastSeenAt !== undefined && (
        <p className="border-rail border-b bg-stage px-4 py-2.5 text-sm sm:px-8 lg:px-11">
          <b className="font-semibold">You are offline.</b> This is what was last seen on this
          device, {relativeTime(lastSeenAt, serverNow())}.
        </p>
      )}
    </div>
  );
}
