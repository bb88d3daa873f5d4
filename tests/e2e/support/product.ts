import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../support/processes.ts';
import { logSince } from '../../support/product-logs.ts';
import { endProduct, runProduct } from '../../support/run-product.ts';
import { clearWrites } from './settled.ts';

/** Environment variable with the folder of a band pack and the data of its finished first start. */
export const TEMPLATE = 'CALLED_IT_TEMPLATE';

/** The built server in a process. */
export interface Product {
  url: string;
  /** Stops it with SIGTERM and waits. */
  stop(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  /** Returns its log since `time`, in milliseconds since 1970. */
  logSince(time: number): string;
  /** Stops it and deletes its data. */
  close(): Promise<void>;
}

/** Starts the server on a copy of a first start's data: the default band and an administrator. */
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
    // Every page has its first screen, no matter how busy the machine is.
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

/** A site without an administrator. */
export interface NewSite {
  /** The link that its first start prints. */
  link: string;
  startedAt: number;
}

/** Starts the server on an empty folder for as long as `use` runs. */
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
