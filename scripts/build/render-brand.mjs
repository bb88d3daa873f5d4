import '../run/node-version.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { register } from 'tsx/esm/api';
import { root } from '../run/run.mjs';

// node scripts/build/render-brand.mjs: renders every icon from public/favicon.svg, and the social
// image from brand/social.html. The results are committed; run this after a change.

register();
const { launchBrowser } = await import('../../tests/support/browser.ts');

const mark = readFileSync(`${root}public/favicon.svg`, 'utf8');
const HALL = '#131017';

/**
 * Without `within` the icon has its own round corners; otherwise it fills the square, for systems
 * that crop it.
 */
const icons = [
  { file: 'icons/icon-192.png', size: 192 },
  { file: 'icons/icon-512.png', size: 512 },
  { file: 'apple-touch-icon.png', size: 180, within: 0.94 },
  // A system may crop to a circle of 80%.
  { file: 'icons/icon-maskable-512.png', size: 512, within: 0.8 },
];

const ICO_SIZE = 48;

/** @param {Buffer} png */
function createIco(png) {
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
  // For clients that request /favicon.ico without reading the page: one image, as PNG inside an ICO
  // file.
  const small = await browser.newPage({ viewport: { width: ICO_SIZE, height: ICO_SIZE } });
  await small.setContent(
    `<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${mark}`,
  );
  writeFileSync(
    `${root}public/favicon.ico`,
    createIco(await small.screenshot({ omitBackground: true })),
  );
  await small.close();
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.goto(new URL('brand/social.html', import.meta.url).href);
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: `${root}public/social.png` });
} finally {
  await browser.close();
}
