import decode from 'jsqr';
import { expect, test } from 'vitest';
import { encodeQrCode, toSvgPath } from './qr-code.ts';

const PIXELS = 4;
const LINK = 'https://called-it.example/join?invitation=3q2-7wAAAAAAAAAAAAAAAA';

function paint(path: string, size: number): Uint8ClampedArray {
  const width = size * PIXELS;
  const image = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let row = Number(y) * PIXELS; row < (Number(y) + 1) * PIXELS; row += 1)
      for (
        let column = Number(x) * PIXELS;
        column < (Number(x) + Number(length)) * PIXELS;
        column += 1
      )
        image.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  return image;
}

test.each([
  ['link', LINK],
  ['long link', `${LINK}&${'x'.repeat(400)}`],
])('encodes a %s so that a scanner reads it', (_, text) => {
  const code = encodeQrCode(text);
  const width = code.size * PIXELS;
  const scanned = decode(paint(toSvgPath(code), code.size), width, width, {
    inversionAttempts: 'dontInvert',
  });
  expect(scanned?.data).toBe(text);
});

test('has a quiet zone of four modules', () => {
  const { size, modules } = encodeQrCode(LINK);
  const isInside = (index: number) => index >= 4 && index < size - 4;
  expect(modules).toHaveLength(size);
  modules.forEach((row, y) => {
    expect(row).toHaveLength(size);
    expect(row.some((isDark, x) => isDark && !(isInside(x) && isInside(y)))).toBe(false);
  });
  expect(modules[4]?.[4]).toBe(true);
});
