import { useEffect } from 'react';
import type { CurrentUser } from '#contract/accounts.ts';
import { sendUnsent } from '#web/game/send-unsent.ts';
import { useUnsentShows } from '#web/game/unsent.ts';
import { useLine } from '#web/realtime/use-realtime.ts';

/** What was sent off without a line goes on its way on whatever page one comes back to. */
export function useSendUnsent({ id, isAdmin }: CurrentUser): void {
  useUnsentSongs(id, isAdmin);
  useUnsentPredictions(id);
}

function useUnsentSongs(userId: string, isAdmin: boolean): void {
  useEffect(() => {
    if (!isAdmin) return;
    import('#web/setlists/add-song.ts').then(
      ({ unsentSongsOf }) => void unsentSongsOf(userId),
      // The line is cut already: the panel asks for the same code.
      () => {},
    );
  }, [userId, isAdmin]);
}

function useUnsentPredictions(userId: string): void {
  const isWaiting = useUnsentShows(userId).length > 0;
  const { state } = useLine();
  // biome-ignore lint/correctness/useExhaustiveDependencies: live updates that arrive again are a line
  useEffect(() => {
    if (!isWaiting) return;
    void sendUnsent(userId);
    const timer = setInterval(() => void sendUnsent(userId), RETRY_MS);
    return () => clearInterval(timer);
  }, [isWaiting, userId, state]);
}

const RETRY_MS = 5_000;
