import { RECONNECT } from '#contract/realtime.ts';
import { reconnectDelay } from '#web/realtime/reconnect-delay.ts';
import { type Database, openEvening } from '../../tests/crowd/evening.ts';
import { openCrowd } from './crowd.ts';
import type { Rush } from './report.ts';
import { PAGES } from './song.ts';

/** The longest possible first round of attempts, because no page needs a second round. */
const PROMISED_MS = longestRound();

/**
 * Restarts the server. 5,000 pages reconnect by the browser's rules and read the show. A song then
 * shows that they are connected.
 */
export async function reconnect(database: Database, signal: 'SIGTERM' | 'SIGKILL'): Promise<Rush> {
  const evening = await openEvening(database, PAGES);
  await evening.begin();
  const crowd = await openCrowd(evening);
  try {
    await crowd.expect(1);
    await evening.play(evening.songIds[11] ?? '');
    await crowd.wait();
    const memoryBefore = evening.peakMemory();

    await crowd.expect(1, true);
    const begun = Date.now();
    await evening.end(signal);
    await evening.start();
    const readyAt = Date.now();
    const back = await crowd.wait();

    await crowd.expect(2);
    await evening.play(evening.songIds[22] ?? '');
    const after = await crowd.wait();
    return {
      name: `reconnect after ${signal}, ${database}`,
      what: `${PAGES} pages, from ${signal} to an open connection and a read of the show`,
      times: back.at.map((time) => time - begun),
      promised: PROMISED_MS,
      errors: {
        'pages that stayed away': PAGES - back.at.length,
        'pages without the next song': PAGES - after.at.length,
      },
      notes: {
        'server ready after': `${readyAt - begun} ms`,
        'last page after that': `${Math.max(...back.at) - readyAt} ms`,
        'connections refused': back.refusals,
        'requests failed': back.failures,
        'server MB': `${memoryBefore ?? ''} before, ${evening.peakMemory() ?? ''} after`,
      },
    };
  } finally {
    crowd.close();
    await evening.close();
  }
}

function longestRound(): number {
  const waits = Array.from({ length: RECONNECT.attempts }, (_, n) =>
    reconnectDelay(n + 1, () => 1),
  );
  return waits.reduce<number>((sum, wait = 0) => sum + wait, 0);
}
