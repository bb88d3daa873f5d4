import { useEffect } from 'react';
import { sendUnsent } from '#web/predictions/send-unsent.ts';
import { useUnsentShows } from '#web/predictions/unsent.ts';
import { useConnectionState } from '#web/realtime/use-realtime.ts';
import { useUser } from '#web/session/use-user.ts';

/** Whatever page is open: what was submitted without a line goes when it is back. */
export function UnsentPredictions() {
  const userId = useUser().id;
  const isWaiting = useUnsentShows(userId).length > 0;
  const connection = useConnectionState();
  // biome-ignore lint/correctness/useExhaustiveDependencies: live updates that arrive again are a line
  useEffect(() => {
    if (!isWaiting) return;
    void sendUnsent(userId);
    const timer = setInterval(() => void sendUnsent(userId), RETRY_MS);
    return () => clearInterval(timer);
  }, [isWaiting, userId, connection]);
  return null;
}

const RETRY_MS = 5_000;
