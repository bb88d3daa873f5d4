import { urlOf } from './url.ts';

/** Rendered by the server; not part of the web app. */
export const LINK_PAGES = {
  card: '/s/{token}',
  cardPicture: '/s/{token}/card.png',
} as const;

export const linkPaths = {
  card: (params: { token: string }) => urlOf(LINK_PAGES.card, { params }),
  /** `v` changes with the picture, so caches fetch the new one. */
  cardPicture: ({ token, v }: { token: string; v?: string }) =>
    urlOf(LINK_PAGES.cardPicture, { params: { token }, query: { v } }),
};

export const LINKS = linkPaths.card({ token: '' });

const LINK = new RegExp(`^${LINKS}([^/]+)`, 'i');

export function tokenIn(pathname: string): string | undefined {
  return LINK.exec(pathname)?.[1];
}

/** Matches mistyped paths too. */
const LINK_LIKE = new RegExp(LINKS.replaceAll('/', '/+').concat('[^/]+'), 'gi');

/** For logs: the token grants access. */
export function withoutToken(pathname: string): string {
  const plain = pathname.replaceAll(/%([2-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const masked = plain.replaceAll(LINK_LIKE, `${LINKS}-`);
  return masked === plain ? pathname : masked;
}
