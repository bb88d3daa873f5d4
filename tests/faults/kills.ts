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
    for (let turn = 0; turn < count; turn += 1) {
      await writers.writeDuring(async () => {
        const { acknowledged } = writers.told;
        await until(() => writers.told.acknowledged >= acknowledged + FANS);
        await sleep(Math.random() * 200);
        await killInTurn(evening, turn);
      });
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

/** SIGKILL to the server, its PostgreSQL or both; resolves when the product answers again. */
export async function killInTurn(evening: Evening, turn: number): Promise<void> {
  const postmaster = turn % 3 === 0 ? undefined : await evening.postmaster();
  if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL');
  if (turn % 3 !== 1) {
    await evening.end('SIGKILL');
    await evening.start();
  }
  await answersAgain(evening, postmaster);
}

/** Until the server answers, and a PostgreSQL that is not the one that was killed. */
export function answersAgain(evening: Evening, killed?: number): Promise<void> {
  return until(async () => {
    const { status } = await evening.admin.ask('GET', '/readyz');
    const postmaster = await evening.postmaster();
    return status === 200 && postmaster !== undefined && postmaster !== killed;
  });
}

/** Half a minute at most. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(20)) if (await isSo()) return;
  throw new Error('The product did not come back within 30 seconds.');
}
