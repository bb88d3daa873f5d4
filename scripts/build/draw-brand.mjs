import '../run/node-version.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { register } from 'tsx/esm/api';
import { root } from '../run/run.mjs';

// node scripts/build/draw-brand.mjs: draws every icon from public/favicon.svg, the one source of the mark,
// and the social picture from brand/social.html. Its products are committed; run it after a change.

register();
const { launchBrowser } = await import('../../tests/support/browser.ts');

const mark = readFileSync(`${root}public/favicon.svg`, 'utf8');
const HALL = '#131017';

/** As it is, with its own round corners; and over the whole square, for systems that cut it themselves. */
const icons = [
  { file: 'icons/icon-192.png', size: 192 },
  { file: 'icons/icon-512.png', size: 512 },
  { file: 'apple-touch-icon.png', size: 180, within: 0.94 },
  // A system may cut off all but a circle of 80 %.
  { file: 'icons/icon-maskable-512.png', size: 512, within: 0.8 },
];

const ICO_SIZE = 48;

/** @param {Buffer} png */
function icoOf(png) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(ICO_SIZE, 6);
  header.writeUInt8(ICO_SIZE, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

const browser = await launchBrowser();
try {
  for (const { file, size, within } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const ground = within ? HALL : 'transparent';
    const side = size * (within ?? 1);
    await page.setContent(
      `<style>body{margin:0;display:grid;place-content:center;height:100vh;background:${ground}}
       svg{display:block;width:${side}px;height:${side}px}</style>${mark}`,
    );
    await page.screenshot({ path: `${root}public/${file}`, omitBackground: true });
    await page.close();
  }
  // For whoever asks for it without having read the page: one picture, as PNG within.
  const small = await browser.newPage({ viewport: { width: ICO_SIZE, height: ICO_SIZE } });
  await small.setContent(
    `<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${mark}`,
  );
  writeFileSync(
    `${root}public/favicon.ico`,
    icoOf(await small.screenshot({ omitBackground: true })),
  );
  await small.close();
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.goto(new URL('brand/social.html', import.meta.url).href);
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: `${root}public/social.png` });
} finally {
  await browser.close();
}
