import type { FastifyReply } from 'fastify';
import type { Band } from '#contract/band.ts';
import type { LinkPageData } from '#contract/shares.ts';
import { CSP_REPORTS_PATH } from '../http/csp-reports.ts';
import { renderColorsCss } from '../pages/band-style.ts';
import { colorOf } from '../pages/colors.ts';
import { iconUrl } from '../pages/icons.ts';
import { buildPagePolicy } from '../pages/page-policy.ts';
import { createCspHash, getRenderSourceUrl, readRenderSource } from '../pages/render-sources.ts';

/** Doesn't cache the page, because a link can be revoked. */
export function createLinkPage(currentBand: () => Band) {
  const baseStyle = STYLES.map(readRenderSource).join('');
  const script = readRenderSource('script');
  const themeColor = colorOf('hall');
  let renderer: Promise<{ renderLinkPage(data: LinkPageData): string }> | undefined;

  return async (reply: FastifyReply, link: LinkPageData['link']): Promise<FastifyReply> => {
    renderer ??= import(/* @vite-ignore */ getRenderSourceUrl('page').href);
    const { renderLinkPage } = await renderer;
    const band = currentBand();
    const style = `${baseStyle}${renderColorsCss(band)}`;
    return reply
      .status(link ? 200 : 404)
      .header('cache-control', 'no-store')
      .header('content-security-policy', formatPolicy({ style, script }))
      .type('text/html; charset=utf-8')
      .send(
        renderLinkPage({
          ...{ band, link, style, script, themeColor },
          iconUrl: iconUrl('/favicon.svg', band),
        }),
      );
  };
}

const STYLES = ['tokens', 'frame', 'sheet', 'picks'] as const;

function formatPolicy({ style, script }: { style: string; script: string }): string {
  return buildPagePolicy({
    'style-src': `'${createCspHash(style)}'`,
    'script-src': `'${createCspHash(script)}'`,
    'connect-src': "'self'",
    'font-src': "'self'",
    'img-src': "'self'",
    'report-uri': CSP_REPORTS_PATH,
  });
}
