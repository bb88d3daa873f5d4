import type { Endpoint } from '#contract/endpoint.ts';
import { PAGES, type PageName } from '#contract/pages.ts';
import { buildUrl } from '#contract/url.ts';
import { loadPageData } from '#server/pages/page-data.ts';
import { buildParams, loadEndpoints } from './every-call.ts';
import type { Subjects } from './season.ts';
import type { Caller, TestApp } from './test-app.ts';

export async function listReadUrls(subjects: Subjects): Promise<string[]> {
  const reads = [...(await loadEndpoints()).values()].filter(
    ({ method, who }: Endpoint) => method === 'GET' && ['anyone', 'user'].includes(who),
  );
  return reads.flatMap((endpoint) =>
    buildParams(endpoint, subjects).map((params) => buildUrl(endpoint.path, { params })),
  );
}

export async function readPageData(
  { fastify }: TestApp,
  { cookie = '' }: Caller,
  values: Record<'params' | 'query', Readonly<Record<string, string>>>,
): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  const { band } = JSON.parse((await fastify.inject('/api/band')).body);
  for (const page of Object.keys(PAGES) as PageName[]) {
    const url = buildUrl(PAGES[page].path, values);
    const request = { url, ip: '127.0.0.1', headers: { cookie, host: 'localhost' } };
    const position = () => '0';
    const data = await loadPageData(fastify, request as never, { band, page, position });
    pages.set(`page ${page}`, data?.json.replaceAll(/"at":"[^"]*"/g, '') ?? '');
  }
  return pages;
}

/** Keyed by caller and URL. Omits values that differ between identical requests. */
export async function readResponses(
  callers: readonly (readonly [name: string, caller: Caller, urls: readonly string[]])[],
): Promise<Map<string, string>> {
  const responses = new Map<string, string>();
  for (const [name, caller, urls] of callers)
    for (const url of urls) {
      const { statusCode, headers, rawPayload } = await caller.get(url);
      const { date, 'x-request-id': id, 'set-cookie': cookie, ...stable } = headers;
      // A page contains its render time, so its ETag and length vary.
      if (String(headers['content-type']).startsWith('text/html')) {
        delete stable.etag;
        delete stable['content-length'];
      }
      const body = rawPayload.toString('latin1').replaceAll(/"(?:at|position)":"[^"]*"/g, '');
      responses.set(`${name} ${url}`, JSON.stringify([statusCode, stable, body]));
    }
  return responses;
}

export function findChangedUrls(before: Map<string, string>, after: Map<string, string>): string[] {
  return [...after].flatMap(([url, response]) => (before.get(url) === response ? [] : [url]));
}
