import '../run/node-version.mjs';
import { register } from 'tsx/esm/api';
import { root } from '../run/run.mjs';

// node scripts/build/render-brand.mjs: renders the fallback link preview from brand/social.html.
// Run it after a change and commit the result.

register();
const { launchBrowser } = await import('../../tests/support/browser.ts');

const browser = await launchBrowser();
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.goto(new URL('brand/social.html', import.meta.url).href);
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: `${root}public/social.png` });
} finally {
  await browser.close();
}
