import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { endChild, sourceProgram } from '../../../tests/support/processes.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { urlOf } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';

const FANS = 60;
const IN_FLIGHT = 3;

let stage: TestApp;
let mail: SMTPServer;
const workers: ChildProcess[] = [];
afterEach(async () => {
  for (const worker of workers) await endChild(worker, 'SIGKILL');
  await new Promise<void>((resolve) => mail.close(resolve));
  await stage.close();
});

it('sends no email twice and none too few, except those in flight, when one of two servers is killed', async () => {
  stage = await openTestApp();
  const { db } = stage.database;
  const tour = planTour(stage);
  const fans = await tour.crowd(FANS);
  await db.update(users).set({ emailVerifiedAt: new Date() });
  const scored = { status: 'closed', scoredAt: new Date(Date.now() - HOUR) } as const;
  const showId = await tour.show({ date: new Date(Date.now() - 4 * HOUR) });
  await db.update(shows).set(scored);
  await db.insert(predictions).values(fans.map((userId) => ({ userId, showId, points: 41 })));

  const arrived: string[] = [];
  mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      try {
        for await (const _ of stream);
      } catch {
        return;
      }
      arrived.push(...envelope.rcptTo.map(({ address }) => address));
      await sleep(30);
      done();
    },
  });
  mail.on('error', () => undefined);
  const listening = mail.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const smtpUrl = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`;

  const first = startWorker(urlOf(db), smtpUrl);
  const second = startWorker(urlOf(db), smtpUrl);
  while (arrived.length < FANS / 4) await sleep(5);
  await endChild(first, 'SIGKILL');
  if (second.exitCode === null) await once(second, 'exit');
  expect(second.exitCode).toBe(0);
  expect(new Set(arrived).size).toBe(arrived.length);
  expect(arrived.length).toBeGreaterThanOrEqual(FANS - IN_FLIGHT);
});

function startWorker(...parts: string[]): ChildProcess {
  const script = sourceProgram('tests/support/notification-worker.ts');
  const worker = spawn(process.execPath, [...script, ...parts], { stdio: 'inherit' });
  workers.push(worker);
  return worker;
}
