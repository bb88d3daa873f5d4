import { useQueryClient } from '@tanstack/react-query';
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
  const client = useQueryClient();
  useEffect(() => {
    if (!isAdmin) return;
    import('#web/setlists/add-song.ts').then(
      ({ unsentSongsOf }) => void unsentSongsOf(client, userId),
      // The line is cut already: the panel asks for the same code.
      () => {},
    );
  }, [client, userId, isAdmin]);
}

function useUnsentPredictions(userId: string): void {
  const isWaiting = useUnsentShows(userId).length > 0;
  const client = useQueryClient();
  const { state } = useLine();
  // biome-ignore lint/correctness/useExhaustiveDependencies: live updates that arrive again are a line
  useEffect(() => {
    if (!isWaiting) return;
    void sendUnsent(client, userId);
    const timer = setInterval(() => void sendUnsent(client, userId), RETRY_MS);
    return () => clearInterval(timer);
  }, [client, isWaiting, userId, state]);
}

const RETRY_MS = 5_000;
