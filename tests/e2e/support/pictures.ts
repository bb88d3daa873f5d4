import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/**
 * How many pixels of a strip may differ from the reference. Browsers smooth letters differently;
 * the two digits of a stamp change more than that, which the test of the scorecard makes sure of.
 */
export const TOLERANCE = 25;

const STRIP_HEIGHT = 40;

/**
 * The most pixels that differ in any strip of 40 rows, once both are `scale` times smaller: whole
 * pictures would hide a missing word among a million pixels. `UPDATE_PICTURES=1` writes the
 * reference anew: look at it before it is committed.
 */
export async function differenceFromReference(picture: PNG, name: string): Promise<number> {
  const path = fileURLToPath(new URL(`../pictures/${name}.png`, import.meta.url));
  if (process.env.UPDATE_PICTURES) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, PNG.sync.write(picture, { colorType: 2, deflateLevel: 9 }));
  }
  return differenceOf(picture, PNG.sync.read(await readFile(path)));
}

/** Of two pictures of one size; all of a strip where the sizes differ. */
export function differenceOf(one: PNG, other: PNG): number {
  const { width, height } = one;
  if (width !== other.width || height !== other.height) return width * STRIP_HEIGHT;
  let most = 0;
  for (let top = 0; top < height; top += STRIP_HEIGHT) {
    const rows = Math.min(STRIP_HEIGHT, height - top);
    const strip = (png: PNG) => png.data.subarray(top * width * 4, (top + rows) * width * 4);
    const count = pixelmatch(strip(one), strip(other), undefined, width, rows, { threshold: 0.2 });
    most = Math.max(most, count);
  }
  return most;
}

/** Each pixel the mean of `scale` times `scale`, in 32 steps a channel: files of a fifth the size. */
export function shrink(png: PNG, scale: number): PNG {
  const small = new PNG({
    width: Math.floor(png.width / scale),
    height: Math.floor(png.height / scale),
  });
  for (let y = 0; y < small.height; y += 1)
    for (let x = 0; x < small.width; x += 1)
      for (let channel = 0; channel < 4; channel += 1) {
        let sum = 0;
        for (let dy = 0; dy < scale; dy += 1)
          for (let dx = 0; dx < scale; dx += 1)
            sum += png.data[((y * scale + dy) * png.width + x * scale + dx) * 4 + channel] ?? 0;
        small.data[(y * small.width + x) * 4 + channel] = Math.min(
          255,
          Math.round(sum / (scale * scale) / 8) * 8,
        );
      }
  return small;
}

/** A copy with a rectangle of one color over it: what a missing word or a wrong digit looks like. */
export function paintedOver(png: PNG, x: number, y: number, width: number, height: number): PNG {
  const copy = new PNG({ width: png.width, height: png.height });
  png.data.copy(copy.data);
  const color = png.data.subarray((y * png.width + x) * 4, (y * png.width + x) * 4 + 4);
  for (let row = y; row < y + height; row += 1)
    for (let column = x; column < x + width; column += 1)
      color.copy(copy.data, (row * png.width + column) * 4);
  return copy;
}

/** How many clearly different colors a picture has, in steps of 32: a blank one has one or two. */
export function colorCount(png: PNG): number {
  const colors = new Set<number>();
  for (let at = 0; at < png.data.length; at += 4) {
    const [r = 0, g = 0, b = 0] = png.data.subarray(at, at + 3);
    colors.add(((r >> 5) << 6) | ((g >> 5) << 3) | (b >> 5));
  }
  return colors.size;
}
