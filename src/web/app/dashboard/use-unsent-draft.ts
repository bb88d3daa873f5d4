import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import { openDraft } from '#web/game/draft.ts';
import { readDraft } from '#web/game/draft-storage.ts';
import { openPredictionQueue } from '#web/game/prediction-queue.ts';
import { useUser } from '#web/session/use-user.ts';

/**
 * Returns a draft that differs from the prediction. The first render has none, like the server's.
 */
export function useUnsentDraft(showId: string, prediction: Prediction | undefined) {
  const client = useQueryClient();
  const { id: userId } = useUser();
  const savedSongIds = prediction?.songs.map(({ id }) => id) ?? [];
  const openQueue = () => openPredictionQueue(client, userId);

  function countSongs(): number {
    const draft = openDraft(readDraft({ userId, showId }), savedSongIds);
    const songIds = draft.savedAt === null ? draft.outdatedSongIds : draft.songIds;
    return songIds?.length ?? 0;
  }

  function subscribe(notify: () => void): () => void {
    window.addEventListener('storage', notify);
    const unsubscribe = openQueue().subscribe(notify);
    return () => {
      window.removeEventListener('storage', notify);
      unsubscribe();
    };
  }

  const isShowQueued = () =>
    openQueue()
      .get()
      .items.some(({ id }) => id === showId);
  return {
    draftCount: useSyncExternalStore(subscribe, countSongs, () => 0),
    isQueued: useSyncExternalStore(subscribe, isShowQueued, () => false),
  };
}
