import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The native shell: docs/native.md. The plugins read it with `require`, and their reader of
 * TypeScript needs a compiler that TypeScript 7 no longer brings: hence JavaScript, exported so.
 * @type {import('@capacitor/cli').CapacitorConfig}
 */
const config = {
  appId: process.env.NATIVE_APP_ID ?? 'com.example.calledit',
  appName: productName(),
  webDir: 'dist/web',
  server: serverOf(process.env.PUBLIC_URL),
};

export { config as 'module.exports' };

/**
 * The shell opens the running game: cookies, sockets and updates are then those of the browser.
 * Without an address it holds the built pages only, which have no server to talk to.
 * @param {string | undefined} url
 */
function serverOf(url) {
  return url ? { url, cleartext: url.startsWith('http:') } : {};
}

function productName() {
  const pack = process.env.BAND_PACK ?? join(import.meta.dirname, 'bands/lantern');
  /** @type {{ productName: string }} */
  const band = JSON.parse(readFileSync(join(pack, 'band.json'), 'utf8'));
  return band.productName;
}
