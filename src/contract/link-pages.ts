import { urlOf } from './url.ts';

/** What the server draws for whoever has the link to a prediction: no screens of the browser's. */
export const LINK_PAGES = {
  /** The card, and what previews of the link show of it. */
  card: '/s/{token}',
  cardPicture: '/s/{token}/card.png',
} as const;

/** Their part of the table of all addresses, `paths`. */
export const linkPaths = {
  card: (params: { token: string }) => urlOf(LINK_PAGES.card, { params }),
  /** `v` differs whenever the picture does: who keeps pictures fetches the new one. */
  cardPicture: ({ token, v }: { token: string; v?: string }) =>
    urlOf(LINK_PAGES.cardPicture, { params: { token }, query: { v } }),
};

/** What all of them begin with. */
export const LINKS = linkPaths.card({ token: '' });

const LINK = new RegExp(`^${LINKS}([^/]+)`, 'i');

/** The token in the address of a link's page; undefined in any other. */
export function tokenIn(pathname: string): string | undefined {
  return LINK.exec(pathname)?.[1];
}

/** Whatever looks like such an address: mistyped, or with letters written as '%73'. */
const LINK_LIKE = new RegExp(LINKS.replaceAll('/', '/+').concat('[^/]+'), 'gi');

/** A path as it may be told: a link's token is a key. */
export function withoutToken(pathname: string): string {
  const plain = pathname.replaceAll(/%([2-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const told = plain.replaceAll(LINK_LIKE, `${LINKS}-`);
  return told === plain ? pathname : told;
}
