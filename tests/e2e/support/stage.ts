import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, openVisit, type Visit, type VisitOptions } from '../../support/browser.ts';
import { type Product, startProduct } from './product.ts';

export interface Stage {
  readonly product: Product;
  readonly browser: Browser;
  /** The product's address. */
  readonly url: string;
  /** Somebody comes to the product with a browser of his own. */
  visit(options?: VisitOptions): Promise<Visit>;
}

/** A product of its own and a browser for the tests of a file, from before the first until after the last. */
export function openStage(): Stage {
  let product: Product | undefined;
  let browser: Browser | undefined;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await product?.close();
  });
  return {
    get product() {
      return there(product);
    },
    get browser() {
      return there(browser);
    },
    get url() {
      return there(product).url;
    },
    visit: (options) => openVisit(there(browser), there(product).url, options),
  };
}

function there<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('The stage opens before the first test, not earlier.');
  return thing;
}
