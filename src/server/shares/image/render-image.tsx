/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import { CardImage, type CardImageContent } from './card-image.tsx';
import { readFonts } from './fonts.ts';

/** The size that link previews expect. */
const SIZE = { width: 1200, height: 630 };

/** Returns a PNG. Blocks the thread, so run it in a worker. */
export async function renderImage(content: CardImageContent): Promise<Uint8Array> {
  fonts ??= readFonts();
  const svg = await satori(<CardImage content={content} {...SIZE} />, {
    ...SIZE,
    fonts: await fonts,
  });
  // Needs no fonts, because satori converted the text to paths.
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

let fonts: ReturnType<typeof readFonts> | undefined;
