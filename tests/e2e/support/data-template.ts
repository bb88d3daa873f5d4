import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../support/processes.ts';
import { endProduct, runProduct } from '../../support/run-product.ts';
import { writeShortBand } from '../../support/short-band.ts';
import { listTemplateFolders, TEMPLATE } from './product.ts';

/** More than two pages of past shows, including one of 24 songs (`listPlayedSongs`). */
const PAST_SHOWS = 40;

/** Writes a band and runs the first start once. Every server copies the data folder. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'called-it-e2e-template-'));
  process.env[TEMPLATE] = folder;
  const { data, band } = listTemplateFolders();
  await writeShortBand(band, PAST_SHOWS);
  const settings = { DATA_DIR: data, BAND_PACK: band };
  await endProduct(await runProduct(await findFreePort(), settings));
  return () => rm(folder, { recursive: true, force: true });
}
