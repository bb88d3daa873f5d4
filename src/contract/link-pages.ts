import { buildUrl } from './url.ts';

/** Served without the web app and without a session. */
export const LINK_PAGES = {
  card: '/s/{token}',
  cardImage: '/s/{token}/card.png',
  calendar: '/calendar.ics',
  fanCalendar: '/calendar/{token}/shows.ics',
  embed: '/embed',
} as const;

export const linkPaths = {
  card: (params: { token: string }) => buildUrl(LINK_PAGES.card, { params }),
  /** `v` changes with the image, so caches fetch the new one. */
  cardImage: ({ token, v }: { token: string; v?: string }) =>
    buildUrl(LINK_PAGES.cardImage, { params: { token }, query: { v } }),
  calendar: () => LINK_PAGES.calendar,
  embed: (query: { show: string }) => buildUrl(LINK_PAGES.embed, { query }),
  fanCalendar: (params: { token: string }) => buildUrl(LINK_PAGES.fanCalendar, { params }),
};

export const LINK_PATH_PREFIX = linkPaths.card({ token: '' });

/** Matches mistyped paths too. */
const LOOSE_PATHS = [
  LINK_PATH_PREFIX,
  '/api/invitations/',
  '/api/scribe-invitations/',
  '/calendar/',
  '/api/backup-uploads/',
  '/api/admin/backup-uploads/',
  '/api/auth/first-administrator/uploads/',
].map(
  (prefix) => [prefix, new RegExp(prefix.replaceAll('/', '/+').concat('[^/]+'), 'gi')] as const,
);

/** Masks the token, because it grants access. Used for logs. */
export function maskToken(pathname: string): string {
  const plain = pathname.replaceAll(/%([2-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  const masked = LOOSE_PATHS.reduce(
    (path, [prefix, pattern]) => path.replaceAll(pattern, `${prefix}-`),
    plain,
  );
  return masked === plain ? pathname : masked;
}
