import type { FastifyReply } from 'fastify';
import type { Band } from '#contract/band.ts';
import type { LinkPageData } from '#contract/shares.ts';
import { colorsCss } from '../pages/band-style.ts';
import { colorOf } from '../pages/colors.ts';
import { CSP_REPORTS_PATH } from '../pages/csp-reports.ts';
import { hashOf, readRenderSource, renderSourceUrl } from '../pages/render-sources.ts';

/** Sends a link's public page. Never cached, because a link can be revoked. */
export function createLinkPage(bandNow: () => Band) {
  const ownStyle = STYLES.map(readRenderSource).join('');
  const script = readRenderSource('script');
  const themeColor = colorOf('hall');
  let drawing: Promise<{ renderLinkPage(facts: LinkPageData): string }> | undefined;

  return async (reply: FastifyReply, link: LinkPageData['link']): Promise<FastifyReply> => {
    drawing ??= import(/* @vite-ignore */ renderSourceUrl('page').href);
    const { renderLinkPage } = await drawing;
    const band = bandNow();
    const style = `${ownStyle}${colorsCss(band)}`;
    return reply
      .status(link ? 200 : 404)
      .header('cache-control', 'no-store')
      .header('content-security-policy', policyFor({ style, script }))
      .type('text/html; charset=utf-8')
      .send(renderLinkPage({ band, link, style, script, themeColor }));
  };
}

const STYLES = ['tokens', 'frame', 'sheet', 'picks'] as const;

function policyFor({ style, script }: { style: string; script: string }): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    `script-src '${hashOf(script)}'`,
    "connect-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    `report-uri ${CSP_REPORTS_PATH}`,
  ].join('; ');
}
