import { withoutItem } from '#web/queue/queue.ts';
import { queuePerUser } from '#web/queue/use-queue.ts';
import { persistentImport } from '#web/ui/loading/persistent-import.ts';

/** Shows by id: what is sent is the draft as it is then. */
export const openPredictionQueue = queuePerUser('unsent', (client, userId) => ({
  parse: (text) =>
    text
      .split(' ')
      .filter(Boolean)
      .map((id) => ({ id })),
  print: (shows) => shows.map(({ id }) => id).join(' '),
  async send({ id: showId }) {
    const { sendUnsent } = await importSendUnsent();
    await sendUnsent(client, { userId, showId });
  },
  settle: (shows, { id }) => withoutItem(shows, id),
  // The toast has shown the refusal. The draft stays, to be submitted again or discarded.
  refuse: (shows, { id }) => withoutItem(shows, id),
}));

const importSendUnsent = persistentImport(() => import('./send-unsent.ts'));
