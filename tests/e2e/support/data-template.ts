import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { endProduct, freePort, runProduct } from './product.ts';

/** Makes the first start once; every file copies its data. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'called-it-e2e-template-'));
  await endProduct(await runProduct(folder, await freePort()));
  project.provide('dataTemplate', folder);
  return () => rm(folder, { recursive: true, force: true });
}
