import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, it } from 'vitest';
import { HOUR } from '#contract/durations.ts';
import { buildProgramArgs, endChild } from '../../../tests/support/processes.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { planTour } from '../../../tests/support/tour.ts';
import { connectionUrl } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { predictions } from '../db/schema/predictions.ts';
import { shows } from '../db/schema/shows.ts';

const FAN_COUNT = 60;
const MAX_IN_FLIGHT = 3;

let app: TestApp;
let mail: SMTPServer;
const workers: ChildProcess[] = [];
afterEach(async () => {
  for (const worker of workers) await endChild(worker, 'SIGKILL');
  await new Promise<void>((resolve) => mail.close(resolve));
  await app.close();
});

it('sends each email once, except those in flight, when one of two servers is killed', async () => {
  app = await openTestApp();
  const { db } = app.database;
  const tour = planTour(app);
  const fans = await tour.addFans(FAN_COUNT);
  await db.update(users).set({ emailVerifiedAt: new Date() });
  const scored = { status: 'closed', scoredAt: new Date(Date.now() - HOUR) } as const;
  const showId = await tour.addShow({ date: new Date(Date.now() - 4 * HOUR) });
  await db.update(shows).set(scored);
  await db.insert(predictions).values(fans.map((userId) => ({ userId, showId, points: 41 })));

  const recipients: string[] = [];
  mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      try {
        for await (const _ of stream);
      } catch {
        return;
      }
      recipients.push(...envelope.rcptTo.map(({ address }) => address));
      await sleep(30);
      done();
    },
  });
  mail.on('error', () => undefined);
  const server = mail.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const smtpUrl = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const firstWorker = startWorker(connectionUrl(db), smtpUrl);
  const secondWorker = startWorker(connectionUrl(db), smtpUrl);
  while (recipients.length < FAN_COUNT / 4) await sleep(5);
  await endChild(firstWorker, 'SIGKILL');
  if (secondWorker.exitCode === null) await once(secondWorker, 'exit');
  expect(secondWorker.exitCode).toBe(0);
  expect(new Set(recipients).size).toBe(recipients.length);
  expect(recipients.length).toBeGreaterThanOrEqual(FAN_COUNT - MAX_IN_FLIGHT);
});

function startWorker(...parameters: string[]): ChildProcess {
  const script = buildProgramArgs('tests/support/notification-worker.ts');
  const worker = spawn(process.execPath, [...script, ...parameters], { stdio: 'inherit' });
  workers.push(worker);
  return worker;
}
