/** @jsxRuntime automatic */
/** @jsxImportSource satori/jsx */
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import { CardImage, type CardImageContent } from './card-image.tsx';
import { readFonts } from './fonts.ts';
import { SocialImage, type SocialImageContent } from './social-image.tsx';
import { TourImage, type TourImageContent } from './tour-image.tsx';

export type ImageContent = CardImageContent | TourImageContent | SocialImageContent;

const SIZE = { width: 1200, height: 630 };

/** Blocks the thread, so run it in a worker. */
export async function renderImage(content: ImageContent): Promise<Uint8Array> {
  fonts ??= readFonts();
  const image =
    'card' in content ? (
      <CardImage content={content} {...SIZE} />
    ) : 'tourCard' in content ? (
      <TourImage content={content} {...SIZE} />
    ) : (
      <SocialImage content={content} {...SIZE} />
    );
  const svg = await satori(image, { ...SIZE, fonts: await fonts });
  // Needs no fonts, because satori converted the text to paths.
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng();
}

let fonts: ReturnType<typeof readFonts> | undefined;
