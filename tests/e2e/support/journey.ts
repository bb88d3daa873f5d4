import { type Browser, test as base, expect } from '@playwright/test';
import { listSongs } from '#contract/songs.ts';
import { type Person, signInAdmin } from './people.ts';
import { type Product, startProduct } from './product.ts';
import { enough, type Songs } from './songs.ts';
import { openVisit, type Visit, type VisitOptions } from './visit.ts';

export interface Stage {
  readonly product: Product;
  readonly browser: Browser;
  /** The product's address. */
  readonly url: string;
  /** Somebody comes to the product with a browser of their own, which goes when the test ends. */
  visit(options?: VisitOptions): Promise<Visit>;
}

interface Fixtures {
  /** The product of this file: all its tests share it, none of another file. */
  stage: Stage;
  /** Its administrator at the API. */
  admin: Person;
  /** The band's songs by title. */
  songs: Songs;
}

interface World {
  product: Product;
  admin: Promise<Person>;
}

/** A test of a journey: whatever a page complains of fails it at its end. */
export const test = base.extend<Fixtures, { worldOf: (file: string) => Promise<World> }>({
  worldOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs.
    async ({}, use) => {
      let open: { file: string; world: World } | undefined;
      await use(async (file) => {
        if (open?.file === file) return open.world;
        await open?.world.product.close();
        const product = await startProduct();
        open = { file, world: { product, admin: signInAdmin(product.url) } };
        return open.world;
      });
      await open?.world.product.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  stage: async ({ worldOf, browser }, use, { file }) => {
    const { product } = await worldOf(file);
    const visits: Visit[] = [];
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
    await Promise.all(visits.map(({ context }) => context.close()));
    expect(
      visits.flatMap(({ complaints }) => complaints),
      'what the pages complained of',
    ).toEqual([]);
  },
  admin: async ({ worldOf }, use, { file }) => {
    const { admin } = await worldOf(file);
    await use(await admin);
  },
  songs: async ({ admin }, use) => use(enough(await admin.call(listSongs))),
});
