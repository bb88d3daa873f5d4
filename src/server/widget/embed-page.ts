import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LINK_PAGES } from '#contract/link-pages.ts';
import { WIDGET_FILE, WIDGET_SHOWS } from '#contract/widget.ts';
import type { Context } from '../context.ts';
import { sendCachedResponse, toCachedResponse } from '../http/response-cache.ts';
import { FOR_OTHER_SITES } from '../http/security-headers.ts';
import { escapeHtml } from '../pages/page-head.ts';
import { buildPagePolicy } from '../pages/page-policy.ts';
import { createCspHash } from '../pages/render-sources.ts';

const OPTIONS = { config: { hiddenBecause: "The widget's page, for an iframe." } } as const;

// The widget reads the color scheme from the styles, which don't include the meta tag's.
const STYLE = 'html:not([data-theme]){color-scheme:light dark}body{margin:0}';

/** The only page that other sites may frame. It has no cookies and no session. */
const POLICY = buildPagePolicy({
  'script-src': "'self'",
  'style-src': `'${createCspHash(STYLE)}'`,
  'connect-src': "'self'",
  'frame-ancestors': '*',
});

type EmbedRequest = FastifyRequest<{ Querystring: { show?: unknown; theme?: unknown } }>;

export function embedPageRoute(app: FastifyInstance, { band }: Pick<Context, 'band'>): void {
  app.get(LINK_PAGES.embed, OPTIONS, async (request: EmbedRequest, reply) => {
    const { show, theme } = request.query;
    const requestedShow = WIDGET_SHOWS.find((name) => name === show) ?? 'next';
    const page = renderPage(
      band.current().productName,
      requestedShow,
      THEMES.find((t) => t === theme),
    );
    reply.removeHeader('x-frame-options').headers({
      'content-security-policy': POLICY,
      'x-robots-tag': 'noindex',
      'cross-origin-resource-policy': FOR_OTHER_SITES['cross-origin-resource-policy'],
    });
    return sendCachedResponse(request, reply, toCachedResponse(page, 'text/html; charset=utf-8'));
  });
}

const THEMES = ['dark', 'light'] as const;

function renderPage(name: string, show: string, theme: string | undefined): string {
  const attribute = theme ? ` data-theme="${theme}"` : '';
  return `<!doctype html>
<html lang="en"${attribute}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${theme ?? 'light dark'}">
<title>${escapeHtml(name)}</title>
<style>${STYLE}</style>
</head>
<body>
<script src="${WIDGET_FILE}" data-show="${show}"${attribute}></script>
</body>
</html>
`;
}
