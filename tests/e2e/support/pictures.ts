import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/**
 * Browsers antialias text differently. Two changed digits of a date exceed this number of pixels.
 */
export const TOLERANCE = 25;

const STRIP_HEIGHT = 40;

/**
 * Compares strips, because a missing word would disappear among a million pixels.
 * `UPDATE_PICTURES=1` overwrites the reference: look at it before you commit it.
 */
export async function compareWithReference(image: PNG, name: string): Promise<number> {
  const path = fileURLToPath(new URL(`../pictures/${name}.png`, import.meta.url));
  if (process.env.UPDATE_PICTURES) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, PNG.sync.write(image, { colorType: 2, deflateLevel: 9 }));
  }
  return measureDifference(image, PNG.sync.read(await readFile(path)));
}

export function measureDifference(image: PNG, other: PNG): number {
  const { width, height } = image;
  if (width !== other.width || height !== other.height) return width * STRIP_HEIGHT;
  let max = 0;
  for (let top = 0; top < height; top += STRIP_HEIGHT) {
    const rows = Math.min(STRIP_HEIGHT, height - top);
    const cropStrip = (png: PNG) => png.data.subarray(top * width * 4, (top + rows) * width * 4);
    const count = pixelmatch(cropStrip(image), cropStrip(other), undefined, width, rows, {
      threshold: 0.2,
    });
    max = Math.max(max, count);
  }
  return max;
}

/** Averages blocks of pixels in 32 steps per channel, which reduces the file to a fifth. */
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

export function paintOver(png: PNG, x: number, y: number, width: number, height: number): PNG {
  const copy = new PNG({ width: png.width, height: png.height });
  png.data.copy(copy.data);
  const color = png.data.subarray((y * png.width + x) * 4, (y * png.width + x) * 4 + 4);
  for (let row = y; row < y + height; row += 1)
    for (let column = x; column < x + width; column += 1)
      color.copy(copy.data, (row * png.width + column) * 4);
  return copy;
}

/** Counts clearly different colors, in steps of 32. A blank image has one or two. */
export function countColors(png: PNG): number {
  const colors = new Set<number>();
  for (let offset = 0; offset < png.data.length; offset += 4) {
    const [r = 0, g = 0, b = 0] = png.data.subarray(offset, offset + 3);
    colors.add(((r >> 5) << 6) | ((g >> 5) << 3) | (b >> 5));
  }
  return colors.size;
}
