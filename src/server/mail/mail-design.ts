import type { Band } from '#contract/band.ts';
import type { Theme } from '#contract/band-colors.ts';
import type { CurrentBand } from '../band/band.ts';
import { readColors } from '../pages/band-style.ts';
import { renderMark } from '../pages/icons.ts';
import { memoizeSuccess } from '../pages/memoize-success.ts';

export interface MailDesign {
  site: string;
  /** The site's origin, or '' if it is not configured. */
  url: string;
  colors: Record<Theme, MailColors>;
  /** The logo as a PNG, or undefined if it could not be rendered. */
  mark: Buffer | undefined;
}

export interface MailColors {
  page: string;
  card: string;
  text: string;
  dim: string;
  button: string;
  buttonText: string;
}

/** In pixels. Emails show it at half the size. */
const MARK_SIZE = 80;

export async function readMailDesign({
  band,
  publicUrl = '',
}: {
  band: Pick<CurrentBand, 'current'>;
  publicUrl: string | undefined;
}): Promise<MailDesign> {
  const current = band.current();
  return {
    site: toOneLine(current.productName),
    url: publicUrl,
    colors: readMailColors(current),
    mark: await readMark(current),
  };
}

export function readMailColors(band: Pick<Band, 'colors'>): MailDesign['colors'] {
  const pick = (theme: Theme): MailColors => {
    const getColor = readColors(band, theme);
    return {
      page: getColor('hall'),
      card: getColor('stage'),
      text: getColor('text'),
      dim: getColor('dim'),
      button: getColor('lamp'),
      buttonText: getColor('lamp-text'),
    };
  };
  return { light: pick('light'), dark: pick('dark') };
}

/** A line break would corrupt an email's headers or split a line. */
export function toOneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

let lastMark: { color: string | undefined; read: () => Promise<Buffer> } | undefined;

async function readMark(band: Band): Promise<Buffer | undefined> {
  const color = band.colors?.dark;
  if (lastMark?.color !== color || !lastMark)
    lastMark = { color, read: memoizeSuccess(() => renderMark(band, MARK_SIZE)) };
  return lastMark.read().catch(() => undefined);
}
