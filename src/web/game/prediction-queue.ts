import { removeQueuedItem } from '#web/queue/queue.ts';
import { queuePerUser } from '#web/queue/use-queue.ts';
import { persistentImport } from '#web/ui/loading/persistent-import.ts';

/** Queues show IDs. The stored draft is read when it is sent. */
export const openPredictionQueue = queuePerUser('unsent', (client, userId) => ({
  parse: (text) =>
    text
      .split(' ')
      .filter(Boolean)
      .map((id) => ({ id })),
  serialize: (shows) => shows.map(({ id }) => id).join(' '),
  async send({ id: showId }) {
    const { sendQueuedPrediction } = await importSender();
    await sendQueuedPrediction(client, { userId, showId });
  },
  settle: (shows, { id }) => removeQueuedItem(shows, id),
  // The toast has shown the error. The fan can submit the draft again or discard it.
  reject: (shows, { id }) => removeQueuedItem(shows, id),
}));

const importSender = persistentImport(() => import('./send-queued-prediction.ts'));
