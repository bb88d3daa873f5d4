import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import { DAY } from '#contract/durations.ts';
import { projectFile } from '#server/project-files.ts';
import { endChild } from '../../../../tests/support/processes.ts';
import { openTestApp, type TestApp } from '../../../../tests/support/test-app.ts';
import { planTour } from '../../../../tests/support/tour.ts';

let app: TestApp;
let example: ChildProcess | undefined;
afterEach(async () => {
  await endChild(example, 'SIGKILL');
  await app.close();
});

test('the example predicts the next show and prints its setlist, until its token is revoked', async () => {
  app = await openTestApp();
  const tour = planTour(app);
  const songIds = await tour.addSongs('Lantern Street', 'Two Rivers', 'Copper');
  for (const days of [30, 20, 10]) {
    const played = await tour.addShow({
      date: new Date(app.clock.now - days * DAY),
      status: 'live',
    });
    for (const songId of songIds) await tour.play(played, songId);
    await tour.setStatus(played, 'closed');
  }
  const showId = await tour.addShow({ name: 'The Drydock' });
  const fan = await app.signUp('marigold');
  const body = { name: 'Bot', scopes: ['read', 'predict'], lifetimeDays: 7 };
  const { id, token } = (await fan.post('/api/user/tokens', body)).json();
  const address = await app.fastify.listen({ port: 0, host: '127.0.0.1' });
  const script = fileURLToPath(projectFile('docs/examples/predict-and-follow.mjs'));
  example = spawn(process.execPath, [script, address], {
    env: { ...process.env, TOKEN: token },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output: string[] = [];
  if (example.stdout) createInterface(example.stdout).on('line', (line) => output.push(line));
  await expect.poll(() => output).toEqual(['Predicted 3 songs for The Drydock.']);
  const [prediction] = (await fan.get('/api/predictions/my-predictions')).json();
  expect(prediction).toMatchObject({ showId, songs: { length: 3 } });

  const isFollowing = () => app.fastify.websocketServer.clients.size > 0;
  await expect.poll(isFollowing).toBe(true);
  await tour.setStatus(showId, 'live');
  const [songId] = songIds;
  await app.admin.post(`/api/shows/${showId}/setlist`, { songId });
  await expect.poll(() => output.at(-1)).toBe('1. Lantern Street');

  await fan.delete(`/api/user/tokens/${id}`);
  await expect.poll(() => example?.exitCode).toBe(1);
});
