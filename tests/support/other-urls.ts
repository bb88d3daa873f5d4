import type { RouteOptions } from 'fastify';

interface Subjects {
  id: string;
  card: string;
  calendar: string;
  tourQuery: string;
}

/** Throws for a route that is missing from the lists below. */
export function listOtherUrls(routes: readonly RouteOptions[], subjects: Subjects): string[] {
  const hidden = routes.filter(
    ({ method, config }) =>
      method === 'GET' &&
      config?.hiddenBecause &&
      config.who !== 'admin' &&
      config.hiddenBecause !== 'Pages and files for browsers.',
  );
  return hidden.flatMap(({ url }) => {
    const toUrl = OTHER_READS[url];
    if (!toUrl && !READ_OTHERWISE.test(url)) throw new Error(`Add ${url} to OTHER_READS`);
    return toUrl?.(subjects) ?? [];
  });
}

const OTHER_READS: Readonly<Record<string, (subjects: Subjects) => string>> = {
  '/s/:token': ({ card }) => card,
  '/api/predictions/:id/card.png': ({ id }) => `/api/predictions/${id}/card.png`,
  '/api/tours/recap/card.png': ({ tourQuery }) => `/api/tours/recap/card.png${tourQuery}`,
  '/social.png': () => '/social.png',
  '/calendar.ics': () => '/calendar.ics',
  '/calendar/:token/shows.ics': ({ calendar }) => calendar,
  '/results.atom': () => '/results.atom',
  '/embed': () => '/embed',
};

const READ_OTHERWISE =
  /^\/(?:s\/:token\/card\.png|s\/(?:\*|fonts\/.*)|api\/(?:docs.*|openapi\.json|\*)|unsubscribe|favicon\..*|icons\/.*|apple-touch-icon\.png|healthz|readyz|ws)$/;
