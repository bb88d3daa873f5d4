import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../support/processes.ts';
import { endProduct, runProduct } from '../../support/run-product.ts';
import { DATA_TEMPLATE } from './product.ts';

/** Runs the first start once. Every server copies its data folder. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'called-it-e2e-template-'));
  await endProduct(await runProduct(await findFreePort(), { DATA_DIR: folder }));
  process.env[DATA_TEMPLATE] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
