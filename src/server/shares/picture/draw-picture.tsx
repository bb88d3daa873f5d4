/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import { readFonts } from './fonts.ts';
import { type CardPicture, Picture } from './picture.tsx';

/** The size that previews of links are made for. */
const SIZE = { width: 1200, height: 630 };

/** Draws a card as a PNG of 1200 by 630. It keeps a processor busy: call it in a thread of its own. */
export async function drawPicture(of: CardPicture): Promise<Uint8Array> {
  fonts ??= readFonts();
  const svg = await satori(<Picture of={of} {...SIZE} />, { ...SIZE, fonts: await fonts });
  // The letters are paths by now: no font of the machine is looked for.
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

let fonts: ReturnType<typeof readFonts> | undefined;
