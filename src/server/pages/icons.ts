import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Band } from '#contract/band.ts';
import { type CurrentBand, memoizeByBand } from '../band/band.ts';
import { isNotModified } from '../http/response-cache.ts';
import { colorOf, getAccentColor } from './colors.ts';
import { memoizeSuccess } from './memoize-success.ts';
import { readRenderSource } from './render-sources.ts';

export function iconRoutes(app: FastifyInstance, band: CurrentBand): void {
  const config = { hiddenBecause: "The site's icons." };
  const getIcons = memoizeByBand(band, createIcons);
  for (const path of ICON_PATHS)
    app.get(path, { config }, (request, reply) => sendIcon(request, reply, getIcons()[path]));
}

/** In pixels. An icon without a `scale` has rounded corners; the system crops the others. */
const PNG_SIZES = {
  '/icons/icon-192.png': { size: 192 },
  '/icons/icon-512.png': { size: 512 },
  '/apple-touch-icon.png': { size: 180, scale: 0.94 },
  // The safe zone: platforms may crop a maskable icon to a circle 80% as wide.
  '/icons/icon-maskable-512.png': { size: 512, scale: 0.8 },
} as const;

export type IconPath = '/favicon.svg' | '/favicon.ico' | keyof typeof PNG_SIZES;

export const ICON_PATHS = [
  '/favicon.svg',
  '/favicon.ico',
  ...(Object.keys(PNG_SIZES) as (keyof typeof PNG_SIZES)[]),
] as const satisfies IconPath[];

/** Includes the icon's version, because browsers cache icons without revalidating them. */
export function iconUrl(path: IconPath, band: Pick<Band, 'colors'>): string {
  return `${path}?v=${computeVersion(drawMark(band))}`;
}

/** `size` is in pixels. */
export function renderMark(band: Pick<Band, 'colors'>, size: number): Promise<Buffer> {
  return renderPng(drawMark(band), size);
}

const ICO_SIZE = 48;

interface Icon {
  version: string;
  type: string;
  read: () => Promise<Buffer>;
}

function createIcons(band: Band): Record<IconPath, Icon> {
  const mark = drawMark(band);
  const version = computeVersion(mark);
  const createIcon = (type: string, render: () => Promise<Buffer>): Icon => ({
    ...{ version, type, read: memoizeSuccess(render) },
  });
  const pngs = Object.entries(PNG_SIZES).map(([path, { size, ...crop }]) => {
    const svg = 'scale' in crop ? padOnBackground(mark, crop.scale) : mark;
    return [path, createIcon('image/png', () => renderPng(svg, size))];
  });
  return {
    '/favicon.svg': createIcon('image/svg+xml', async () => Buffer.from(mark)),
    '/favicon.ico': createIcon('image/x-icon', async () =>
      createIco(await renderPng(mark, ICO_SIZE)),
    ),
    ...Object.fromEntries(pngs),
  };
}

export function drawMark(band: Pick<Band, 'colors'>): string {
  return readMark().replaceAll(colorOf('lamp'), getAccentColor(band));
}

function readMark(): string {
  mark ??= readRenderSource('mark');
  return mark;
}

let mark: string | undefined;

function padOnBackground(svg: string, scale: number): string {
  const margin = (1 - scale) * 32;
  const content = svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${colorOf('hall')}"/><g transform="translate(${margin} ${margin}) scale(${scale})">${content}</g></svg>`;
}

async function renderPng(svg: string, size: number): Promise<Buffer> {
  const { renderAsync } = await import('@resvg/resvg-js');
  const options = { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: size } };
  return Buffer.from((await renderAsync(svg, options as never)).asPng());
}

/** Some clients request `/favicon.ico` without parsing the HTML. */
function createIco(png: Buffer): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(ICO_SIZE, 6);
  header.writeUInt8(ICO_SIZE, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

function computeVersion(mark: string): string {
  const content = JSON.stringify([mark, padOnBackground(mark, 1), PNG_SIZES, ICO_SIZE]);
  return createHash('sha1').update(content).digest('base64url').slice(0, 8);
}

async function sendIcon(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, type, read }: Icon,
): Promise<FastifyReply> {
  const etag = `"${version}"`;
  const isVersioned = (request.query as Record<string, unknown>).v === version;
  reply.headers({ etag, 'cache-control': isVersioned ? IMMUTABLE : 'no-cache' });
  if (isNotModified(request, etag)) return reply.status(304).send();
  return reply.type(type).send(await read());
}

const IMMUTABLE = `public, max-age=${365 * 24 * 60 * 60}, immutable`;
