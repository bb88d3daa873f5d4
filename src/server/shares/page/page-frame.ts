import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { type Html, html } from './html.ts';
import { SHARE_POLICY } from './share-script.ts';
import { STYLE } from './style.ts';

/** Sends a page that needs neither script nor session, and is never kept: a link may be revoked. */
export function sendPage(
  reply: FastifyReply,
  page: { status: 200 | 404 | 503; head: Html; body: Html },
): FastifyReply {
  const style: Html = { html: `<style>${STYLE}</style>` };
  const whole = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark">
<meta name="theme-color" content="#131017">
<meta name="robots" content="noindex">
<link rel="icon" href="/favicon.svg">
${page.head}
${style}
</head>
<body>${page.body}</body>
</html>
`;
  return reply
    .status(page.status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', POLICY)
    .type('text/html; charset=utf-8')
    .send(whole.html);
}

/** Its own style, fonts, icon and the one script that shares; no form, in nobody's frame. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  ...SHARE_POLICY,
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
