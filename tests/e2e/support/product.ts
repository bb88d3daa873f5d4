import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../support/processes.ts';
import { logSince } from '../../support/product-logs.ts';
import { endProduct, runProduct } from '../../support/run-product.ts';
import { clearWrites } from './settled.ts';

/** Names the folder with a band pack and the data of its first start. */
export const TEMPLATE = 'CALLED_IT_TEMPLATE';

export interface Product {
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** `time` is Unix time in ms. */
  logSince(time: number): string;
  close(): Promise<void>;
}

export async function startProduct(
  settingsFor: (url: string) => Record<string, string> = () => ({}),
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), 'called-it-e2e-'));
  const { data, band } = listTemplateFolders();
  await cp(data, folder, { recursive: true });
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    ...{ DATA_DIR: folder, BAND_PACK: band },
    // Every page gets its first screen, no matter how busy the machine is.
    FIRST_SCREEN_BUDGET_MS: '10000',
    ...settingsFor(url),
  };
  let child = await runProduct(port, settings);
  const product: Product = {
    url,
    stop: () => endProduct(child),
    start: async () => {
      clearWrites();
      child = await runProduct(port, settings);
    },
    logSince: (time) => logSince(child, time),
    close: async () => {
      await endProduct(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
  return product;
}

export interface NewSite {
  link: string;
  startedAt: number;
}

export async function provideNewSite(use: (site: NewSite) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'called-it-first-'));
  const { band } = listTemplateFolders();
  const settings = { DATA_DIR: folder, BAND_PACK: band, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' };
  const startedAt = Date.now();
  const child = await runProduct(await findFreePort(), settings);
  const link = (await readFile(join(folder, 'first-administrator.txt'), 'utf8')).trim();
  await use({ link, startedAt });
  await endProduct(child);
  await rm(folder, { recursive: true, force: true });
}

export function listTemplateFolders(): { data: string; band: string } {
  const folder = process.env[TEMPLATE] ?? '';
  return { data: join(folder, 'data'), band: join(folder, 'band') };
}
