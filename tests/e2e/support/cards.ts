import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { PNG } from 'pngjs';
import type { Site } from './journey.ts';
import type { Person } from './people.ts';
import { signIn } from './people.ts';
import type { Visit, VisitOptions } from './visit.ts';

type CardOptions = VisitOptions & { isNative?: boolean };

/** The browser has the Web Share API. The shared file is in `window.shared`. */
export async function openMyPredictions(
  site: Site,
  fan: Person,
  { isNative = false, ...options }: CardOptions = {},
): Promise<Visit> {
  const visit = await site.visit(options);
  await visit.page.emulateMedia({ colorScheme: 'dark' });
  await visit.page.addInitScript(isNative ? SHELL : SHARING);
  await signIn(visit.page, fan);
  await visit.page.goto('/my-predictions');
  await expect(visit.page.getByRole('button', { name: /^View & Download/ }).first()).toBeVisible();
  return visit;
}

const SHARING = `
  Navigator.prototype.canShare = ({ files }) => files[0].type === 'image/png';
  Navigator.prototype.share = async ({ files }) => { window.shared = files[0]; };`;

/** Replaces the native bridge of the iPhone shell. Capacitor's and the plugin's code are real. */
const SHELL = `
  window.webkit = { messageHandlers: { bridge: {} } };
  window.Capacitor = {
    isNativePlatform: () => true,
    PluginHeaders: [{ name: 'Media', methods: [{ name: 'savePhoto', rtype: 'promise' }] }],
    nativePromise: async (plugin, method, { path }) => {
      if (!window.allowed)
        throw Object.assign(new Error('Access to photos not allowed'), { code: 'accessDenied' });
      window.saved = path;
      return {};
    },
  };`;

/** Opens a card's dialog and waits for the image to download. */
export async function openCard(page: Page, button: string, show: string): Promise<void> {
  await page.getByRole('button', { name: `${button}: ${show}` }).click();
  await expect(
    page.getByRole('button', { name: /^(Download|Save to Photos)$/, disabled: false }),
  ).toBeVisible();
}

export async function downloadCard(page: Page): Promise<[name: string, image: PNG]> {
  const pendingDownload = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await pendingDownload;
  return [file.suggestedFilename(), PNG.sync.read(await readFile(await file.path()))];
}

/** Shares within the tap, because iOS rejects `navigator.share` after any wait. */
export async function shareCard(page: Page): Promise<{ name: string; image: PNG }> {
  // The shared image differs from the downloaded one, so it may be ready later.
  const share = page.getByRole('button', { name: 'Share', exact: true, disabled: false });
  await expect(share).toBeVisible();
  const sharedSynchronously = await share.evaluate((button) => {
    const tap: unknown = Reflect.get(button, 'click');
    if (typeof tap === 'function') tap.call(button);
    return 'shared' in globalThis;
  });
  expect(sharedSynchronously).toBe(true);
  const base64 = await page.evaluate<string>(`new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.split(',')[1]);
    reader.readAsDataURL(window.shared);
  })`);
  return { name: await page.evaluate<string>('window.shared.name'), image: decodeImage(base64) };
}

export function decodeImage(base64: string): PNG {
  return PNG.sync.read(Buffer.from(base64, 'base64'));
}
