import { type Browser, test as base, expect, type TestInfo } from '@playwright/test';
import { listSongs } from '#contract/songs.ts';
import { buildChromiumOptions } from '../../support/browser.ts';
import { snapshotSite } from './leftovers.ts';
import { deleteFans, type Person, signInAdmin } from './people.ts';
import { type NewSite, type Product, provideNewSite, startProduct } from './product.ts';
import { clearWrites } from './settled.ts';
import { requireTenSongs, type Songs } from './songs.ts';
import { openVisit, type Visit, type VisitOptions } from './visit.ts';

export interface Site {
  readonly product: Product;
  readonly browser: Browser;
  readonly url: string;
  visit(options?: VisitOptions): Promise<Visit>;
}

interface Options {
  /** For a file that stops the server, changes the whole site, or inspects shared data. */
  dedicatedServer: boolean;
  wholeBrowser: boolean;
}

interface Fixtures {
  site: Site;
  admin: Person;
  songs: Songs;
  newSite: NewSite;
  world: World;
}

interface WorkerFixtures {
  openWorld: OpenWorld;
  /** Launches on first use. A worker option would start another worker and server. */
  openWholeBrowser(): Promise<Browser>;
}

/** Opens a file's server, after it cleans up or closes the previous file's. */
type OpenWorld = (file: string, isDedicated: boolean) => Promise<World>;

interface World {
  product: Product;
  admin: Person;
  cleanUp(): Promise<void>;
}

/** Fails if a page logged an error or sent a request to another host. */
export const test = base.extend<Fixtures & Options, WorkerFixtures>({
  dedicatedServer: [false, { option: true }],
  wholeBrowser: [false, { option: true }],
  openWholeBrowser: [
    async ({ playwright }, use) => {
      let wholeBrowser: Promise<Browser> | undefined;
      await use(() => {
        wholeBrowser ??= playwright.chromium.launch(buildChromiumOptions({ whole: true }));
        return wholeBrowser;
      });
      await (await wholeBrowser)?.close();
    },
    { scope: 'worker' },
  ],
  openWorld: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
    async ({}, use) => {
      let sharedWorld: World | undefined;
      let current: { file: string; world: World } | undefined;
      const closeCurrent = async () => {
        if (current?.world === sharedWorld) await sharedWorld?.cleanUp();
        else await current?.world.product.close();
        // The deleted shows publish no more updates.
        clearWrites();
      };
      await use(async (file, isDedicated) => {
        if (current?.file === file) return current.world;
        await closeCurrent();
        if (!isDedicated) sharedWorld ??= await startWorld();
        const world = isDedicated || !sharedWorld ? await startWorld() : sharedWorld;
        current = { file, world };
        return world;
      });
      await closeCurrent();
      await sharedWorld?.product.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  world: async ({ openWorld, dedicatedServer }, use, { file }) =>
    use(await openWorld(file, dedicatedServer)),
  site: async ({ world, browser: shell, wholeBrowser, openWholeBrowser }, use, testInfo) => {
    const { product } = world;
    const browser = wholeBrowser ? await openWholeBrowser() : shell;
    const visits: Visit[] = [];
    const startedAt = Date.now();
    await use({
      product,
      browser,
      url: product.url,
      visit: async (options) => {
        const visit = await openVisit(browser, product.url, options);
        visits.push(visit);
        return visit;
      },
    });
    if (testInfo.status !== testInfo.expectedStatus)
      await attachState(testInfo, visits, product, startedAt);
    await Promise.all(visits.map(({ context }) => context.close()));
    expect(
      visits.flatMap(({ errors }) => errors),
      'errors of the pages',
    ).toEqual([]);
  },
  admin: async ({ world }, use) => use(world.admin),
  songs: async ({ admin }, use) => use(requireTenSongs(await admin.call(listSongs))),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
  newSite: async ({}, use) => provideNewSite(use),
});

async function startWorld(): Promise<World> {
  const product = await startProduct();
  const admin = await signInAdmin(product.url);
  const restoreSite = await snapshotSite(admin);
  const cleanUp = async () => {
    await deleteFans(product.url);
    await restoreSite();
  };
  return { product, admin, cleanUp };
}

async function attachState(
  testInfo: TestInfo,
  visits: readonly Visit[],
  product: Product,
  startedAt: number,
): Promise<void> {
  const pages = visits.flatMap(({ context }) => context.pages());
  for (const [index, page] of pages.entries()) {
    const path = testInfo.outputPath(`page-${index + 1}.png`);
    // A page that renders no frames has no screenshot.
    const image = await page.screenshot({ path }).catch(() => undefined);
    const name = `page ${index + 1}: ${page.url()}`;
    if (image) await testInfo.attach(name, { path, contentType: 'image/png' });
  }
  const body = product.logSince(startedAt) || 'The server logged nothing.';
  await testInfo.attach('server log', { body, contentType: 'text/plain' });
}
