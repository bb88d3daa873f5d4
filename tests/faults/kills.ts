import { setTimeout as sleep } from 'node:timers/promises';
import { type Evening, openEvening } from '../crowd/evening.ts';
import { endWithInvariants, type Outcome, writersOf } from './outcome.ts';

const FANS = 24;

/**
 * 24 fans change their predictions without a pause while SIGKILL meets the server, its PostgreSQL, or
 * both, in turns: no acknowledged change may be missing, no list torn.
 */
export async function kills(count: number): Promise<Outcome> {
  const evening = await openEvening('embedded', FANS);
  try {
    const writers = await writersOf(evening, FANS);
    let lost = 0;
    for (let kill = 0; kill < count; kill += 1) {
      await writers.writeDuring(async () => {
        const { acknowledged } = writers.told;
        await until(() => writers.told.acknowledged >= acknowledged + FANS);
        await sleep(Math.random() * 200);
        if (kill % 3 !== 0) await killPostgres(evening);
        if (kill % 3 !== 1) await evening.end('SIGKILL');
      });
      if (kill % 3 !== 1) await evening.start();
      await answersAgain(evening);
      lost += await writers.countLost();
    }
    const { acknowledged, failures } = writers.told;
    const wrong = failures.filter(({ status }) => status !== 503 && status !== 0);
    return await endWithInvariants(await evening.databaseUrl(), {
      figure: `${count} kills, ${acknowledged} acknowledged changes, ${lost} lost`,
      broken: { 'lost changes': lost, 'answers that are no 503': wrong.length },
    });
  } finally {
    await evening.close();
  }
}

export async function killPostgres(evening: Evening): Promise<void> {
  process.kill((await evening.postmaster()) ?? 0, 'SIGKILL');
}

/** Until the server and its database answer. */
export function answersAgain({ admin }: Evening): Promise<void> {
  return until(async () => (await admin.ask('GET', '/readyz')).status === 200);
}

/** Half a minute at most. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(20)) if (await isSo()) return;
  throw new Error('The product did not come back within 30 seconds.');
}
