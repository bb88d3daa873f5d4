import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { paths } from '#contract/pages.ts';

/** What of a request says under which address it came. */
type Asked = Pick<FastifyRequest, 'protocol' | 'host'>;

/** The address of a link's public page, with its site in front: it is pasted anywhere. */
export function linkTo(token: string, request: Asked, publicUrl: string | undefined): string {
  return siteAddress(request, publicUrl) + paths.card({ token });
}

/** 'https://example.org': as the operator has set it, else as the request names it. */
export function siteAddress(request: Asked, publicUrl: string | undefined): string {
  if (publicUrl) return new URL(publicUrl).origin;
  const asked = `${request.protocol}://${request.host}`;
  // Only what is nothing but an origin: a Host header may hold anything.
  return URL.canParse(asked) ? new URL(asked).origin : 'http://localhost';
}

/** Of the native shell's own pages on iOS (docs/native.md); on Android it has the site's address only. */
const NATIVE_SHELL = 'capacitor://localhost';

/**
 * Whether another site's page sends it, by what the browser says of it. The native shell's own pages
 * are another site to the browser, and ours.
 */
export function isFromOtherSite(
  headers: Pick<IncomingHttpHeaders, 'origin' | 'host'> & { 'sec-fetch-site'?: unknown },
  publicUrl: string | undefined,
): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (!isOurOrigin(origin, host, publicUrl)) return true;
  return site === 'cross-site' && origin !== NATIVE_SHELL;
}

/**
 * Whether a page of this site sends it. Ours is `publicUrl`'s origin where it is set, else the one
 * whose host is the request's own, and the native shell's. A request without the header comes from no
 * page of a browser that could be misled.
 */
function isOurOrigin(
  origin: string | undefined,
  host: string | undefined,
  publicUrl: string | undefined,
): boolean {
  if (origin === undefined || origin === NATIVE_SHELL) return true;
  if (!URL.canParse(origin)) return false;
  const { origin: normal, protocol } = new URL(origin);
  // All others have the same origin: none, written 'null'.
  if (!/^https?:$/.test(protocol)) return false;
  if (publicUrl) return normal === new URL(publicUrl).origin;
  // Read the same way as the origin, which leaves its scheme's own port out.
  const site = `${protocol}//${host}`;
  return URL.canParse(site) && normal === new URL(site).origin;
}
