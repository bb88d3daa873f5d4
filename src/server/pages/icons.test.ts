import { renderAsync } from '@resvg/resvg-js';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { readMailDesign } from '../mail/mail-design.ts';
import { iconRoutes } from './icons.ts';

vi.mock('@resvg/resvg-js', async (importOriginal) => {
  const original = await importOriginal<typeof import('@resvg/resvg-js')>();
  return { ...original, renderAsync: vi.fn(original.renderAsync) };
});
const failOnce = () => vi.mocked(renderAsync).mockRejectedValueOnce(new Error('No memory.'));
const band = { current: () => BAND } as never;
const BAND = { productName: 'Called It' };

test('renders an icon again after a failure', async () => {
  const app = Fastify();
  iconRoutes(app, band);
  const readStatus = async () => (await app.inject('/favicon.ico')).statusCode;
  failOnce();
  expect([await readStatus(), await readStatus()]).toEqual([500, 200]);
});

test("renders an email's logo again after a failure", async () => {
  const readMark = async () => (await readMailDesign({ band, publicUrl: undefined })).mark;
  failOnce();
  expect(await readMark()).toBeUndefined();
  expect(await readMark()).toBeInstanceOf(Buffer);
});
