import { pageFonts } from './page-fonts.ts';

/**
 * Draws an element as a PNG of its width times `scale`. Rejects where the browser can't. The
 * drawing library is loaded with the first picture.
 */
export async function makePicture(element: HTMLElement, scale: number): Promise<Blob> {
  const [{ domToBlob }, fonts] = await Promise.all([import('modern-screenshot'), pageFonts()]);
  const { width, height } = element.getBoundingClientRect();
  // Half a row of pixels would be left light at the lower end.
  const box = { width: Math.floor(width), height: Math.floor(height) };
  return domToBlob(element, {
    ...box,
    scale: Math.min(scale, Math.sqrt(MAX_CANVAS_AREA / (box.width * box.height))),
    font: { cssText: fonts.map(({ cssText }) => cssText).join('\n') },
  });
}

/** More pixels than this iOS leaves blank. 24 titles of usual length stay far below it at scale 3. */
const MAX_CANVAS_AREA = 4_096 * 4_096;
