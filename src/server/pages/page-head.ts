import type { Band } from '#contract/band.ts';
import { PAGES, type PageName } from '#contract/pages.ts';
import { RESULTS_FEED } from '#contract/results-feed.ts';
import { getColorsPath } from './band-style.ts';
import { iconUrl } from './icons.ts';

export interface SiteInfo {
  band: Band;
  /** If undefined, URLs use the request's host. */
  publicUrl: string | undefined;
}

/** Placeholder for the site's origin until the request is known. */
export const ORIGIN_PLACEHOLDER = 'https://site.invalid';

export function renderPageHead(band: Band, page: PageName = 'landing'): string {
  const colors = getColorsPath(band);
  const title = `${PAGES[page].title} · ${band.productName}`;
  const description = `${band.tagline} ${band.gameTagline}.`;
  const tags = {
    'og:type': 'website',
    'og:site_name': band.productName,
    'og:title': title,
    'og:description': description,
    'og:url': `${ORIGIN_PLACEHOLDER}${PAGES[page].path}`,
    'og:image': `${ORIGIN_PLACEHOLDER}${SOCIAL_IMAGE.path}`,
    'og:image:width': SOCIAL_IMAGE.width,
    'og:image:height': SOCIAL_IMAGE.height,
    'og:image:alt': SOCIAL_IMAGE.alt,
  };
  return [
    `<title>${escapeHtml(title)}</title>`,
    renderMetaTag('name', 'description', description),
    renderMetaTag('name', 'application-name', band.productName),
    renderMetaTag('name', 'apple-mobile-web-app-title', band.productName),
    renderMetaTag('name', 'twitter:card', 'summary_large_image'),
    ...Object.entries(tags).map(([name, content]) =>
      renderMetaTag('property', name, String(content)),
    ),
    '<link rel="manifest" href="/manifest.webmanifest">',
    `<link rel="icon" type="image/svg+xml" href="${iconUrl('/favicon.svg', band)}">`,
    `<link rel="apple-touch-icon" href="${iconUrl('/apple-touch-icon.png', band)}">`,
    `<link rel="alternate" type="${RESULTS_FEED.type}" title="Results" href="${RESULTS_FEED.path}">`,
    ...(colors ? [`<link rel="stylesheet" href="${colors}">`] : []),
  ].join('\n    ');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

export const SOCIAL_IMAGE = {
  path: '/social.png',
  width: 1200,
  height: 630,
  alt: 'A setlist taped to a stage floor under a lamp, its songs stamped with points.',
};

function renderMetaTag(key: 'name' | 'property', name: string, content: string): string {
  return `<meta ${key}="${name}" content="${escapeHtml(content)}">`;
}
