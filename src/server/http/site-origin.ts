import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { paths } from '#contract/pages.ts';

type RequestOrigin = Pick<FastifyRequest, 'protocol' | 'host'>;

export function buildShareLinkUrl(
  token: string,
  request: RequestOrigin,
  publicUrl: string | undefined,
): string {
  return getSiteOrigin(request, publicUrl) + paths.card({ token });
}

export function getSiteOrigin(request: RequestOrigin, publicUrl: string | undefined): string {
  if (publicUrl) return new URL(publicUrl).origin;
  const url = `${request.protocol}://${request.host}`;
  // The URL is parsed, because a Host header may contain anything.
  return URL.canParse(url) ? new URL(url).origin : 'http://localhost';
}

/** The native shell's origin on iOS (docs/native.md). On Android, it uses the site's origin. */
const NATIVE_SHELL = 'capacitor://localhost';

/** Returns false for the native shell, although its browser reports cross-site. */
export function isFromOtherSite(
  headers: Pick<IncomingHttpHeaders, 'origin' | 'host'> & { 'sec-fetch-site'?: unknown },
  publicUrl: string | undefined,
): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (!isSiteOrigin(origin, host, publicUrl)) return true;
  return site === 'cross-site' && origin !== NATIVE_SHELL;
}

/** Requests without an `Origin` header pass: no browser page that could be tricked sends them. */
function isSiteOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string | undefined,
): boolean {
  if (origin === undefined || origin === NATIVE_SHELL) return true;
  if (!URL.canParse(origin)) return false;
  const { origin: normalizedOrigin, protocol } = new URL(origin);
  if (!/^https?:$/.test(protocol)) return false;
  if (publicUrl) return normalizedOrigin === new URL(publicUrl).origin;
  // The host is parsed like the origin, which omits the default port.
  const site = `${protocol}//${host}`;
  return URL.canParse(site) && normalizedOrigin === new URL(site).origin;
}
