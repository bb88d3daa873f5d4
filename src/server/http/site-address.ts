import type { FastifyRequest } from 'fastify';

/** What of a request says under which address it came. */
type Asked = Pick<FastifyRequest, 'protocol' | 'host'>;

/** The address of a link's public page, with its site in front: it is pasted anywhere. */
export function linkTo(token: string, request: Asked, publicUrl: string | undefined): string {
  return `${siteAddress(request, publicUrl)}/s/${token}`;
}

/** 'https://example.org': as the operator has set it, else as the request names it. */
export function siteAddress(request: Asked, publicUrl: string | undefined): string {
  if (publicUrl) return new URL(publicUrl).origin;
  const asked = `${request.protocol}://${request.host}`;
  // Only what is nothing but an origin: a Host header may hold anything.
  return URL.canParse(asked) ? new URL(asked).origin : 'http://localhost';
}
