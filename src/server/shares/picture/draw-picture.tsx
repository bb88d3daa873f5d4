/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import { readFonts } from './fonts.ts';
import { type CardPicture, Picture } from './picture.tsx';

/** The size that link previews expect. */
const SIZE = { width: 1200, height: 630 };

/** Returns a PNG. Blocks the thread, so run it in a worker. */
export async function drawPicture(picture: CardPicture): Promise<Uint8Array> {
  fonts ??= readFonts();
  const svg = await satori(<Picture picture={picture} {...SIZE} />, {
    ...SIZE,
    fonts: await fonts,
  });
  // Text is already converted to paths.
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

let fonts: ReturnType<typeof readFonts> | undefined;
