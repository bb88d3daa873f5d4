import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BAND } from '../../../tests/support/site-samples.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { createChanges } from '../../../tests/support/tour.ts';
import { createLocalBus } from '../changes/bus.ts';
import { bandSettings } from '../db/schema/band.ts';
import { colorOf } from '../pages/colors.ts';
import { projectFile } from '../project-files.ts';
import { socialImageRoute } from './social-image.ts';

let app: TestApp;
const bus = createLocalBus();
beforeAll(async () => {
  app = await openTestApp({ bus });
});
afterAll(() => app.close());

function countPixels({ data }: PNG, color: string): number {
  const channels = Buffer.from(color.slice(1), 'hex');
  let count = 0;
  for (let offset = 0; offset < data.length; offset += 4)
    if (data.subarray(offset, offset + 3).equals(channels)) count += 1;
  return count;
}

test("the link preview has the band's name in the band's or the site's color, and follows the settings", async () => {
  const [before, blue] = [await app.visitor.get('/social.png'), '#7db4ff'];
  expect([before.statusCode, before.headers['content-type']]).toEqual([200, 'image/png']);
  const image = PNG.sync.read(before.rawPayload);
  expect([image.width, image.height]).toEqual([1200, 630]);
  expect(countPixels(image, blue)).toBe(0);
  expect(countPixels(image, colorOf('lamp'))).toBeGreaterThan(2_000);

  const facts = { bandName: 'Paper Kites', colors: { dark: blue, light: '#1957b6' } };
  await app.database.db.insert(bandSettings).values({ facts, version: 1 });
  await bus.publish(createChanges('band'));
  await expect
    .poll(async () => {
      const { rawPayload } = await app.visitor.get('/social.png');
      return countPixels(PNG.sync.read(rawPayload), blue);
    })
    .toBeGreaterThan(2_000);
});

test('the link preview is the built file if it cannot be rendered', async () => {
  const fastify = Fastify();
  const send = () => Promise.reject(new Error('The render thread has ended.'));
  const file = projectFile('public/social.png');
  socialImageRoute(fastify, { current: () => BAND }, { send }, file);
  const response = await fastify.inject('/social.png');
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png']);
  expect(response.headers['cache-control']).toBe('no-cache');
  expect(response.rawPayload.equals(await readFile(file))).toBe(true);
});
