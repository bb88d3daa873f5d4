import { useSyncExternalStore } from 'react';
import type { Prediction } from '#contract/predictions.ts';
import { openDraft } from '#web/game/draft.ts';
import { readDraft } from '#web/game/draft-storage.ts';
import { openPredictionQueue } from '#web/game/prediction-queue.ts';
import { useQueue } from '#web/queue/use-queue.ts';
import { useUser } from '#web/session/use-user.ts';

/** The draft on this device, if it differs from the saved prediction. */
export function useUnsentDraft(showId: string, prediction: Prediction | undefined) {
  const { id: userId } = useUser();
  const queue = useQueue(openPredictionQueue);
  const savedSongIds = prediction?.songs.map(({ id }) => id) ?? [];
  const count = () => {
    const draft = openDraft(readDraft({ userId, showId }), savedSongIds);
    const songIds = draft.savedAt === null ? draft.outdatedSongIds : draft.songIds;
    return songIds?.length ?? 0;
  };
  return {
    draftCount: useSyncExternalStore(subscribe, count, () => 0),
    isQueued: queue.items.some(({ id }) => id === showId),
  };
}

/** Other tabs may change the draft. */
function subscribe(notify: () => void): () => void {
  window.addEventListener('storage', notify);
  return () => window.removeEventListener('storage', notify);
}
