import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type CurrentUser, getCurrentUser } from '#contract/accounts.ts';
import type { Band } from '#contract/band.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { getFan } from '#contract/fans.ts';
import { createGetParam, firstReads, type Read, TIME_ZONE_COOKIE } from '#contract/first-reads.ts';
import { getHouseRecord, getMyHouseRecord } from '#contract/house-players.ts';
import { listMyResults, TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import { readPathParams } from '#contract/page-paths.ts';
import { PAGES, type PageName } from '#contract/pages.ts';
import { listMyPredictions } from '#contract/predictions.ts';
import { getShow, listLiveShows, type Show } from '#contract/shows.ts';
import { hidesShow, type SpoilerSettings } from '#contract/spoilers.ts';
import { getMyStatistics } from '#contract/statistics.ts';
import { getMyTourRecap, getTourRecap } from '#contract/tour-recaps.ts';
import { buildUrl } from '#contract/url.ts';

/** The data is part of every page load, so the page itself fetches larger responses. */
const MAX_CHARACTERS = 100_000;

/** Pages whose first render needs nothing that only the browser knows. */
const FIRST_SCREENS: ReadonlySet<PageName> = new Set([
  'dashboard',
  'game',
  'songDatabase',
  'rules',
]);

/** Makes the page's first API requests with its cookie, so that access checks apply. */
export async function loadPageData(
  app: FastifyInstance,
  request: FastifyRequest,
  { band, page, position }: PageInfo,
): Promise<UserPageData | undefined> {
  // Read before the first request, so that the socket replays changes made during the requests.
  const dataPosition = position();
  const load = (read: Read) => loadRead(app, request, read);
  const [user, live] = await Promise.all([
    load({ endpoint: getCurrentUser }),
    load({ endpoint: listLiveShows }),
  ]);
  if (!user || !live) return undefined;

  const settings: CurrentUser = JSON.parse(user.data);
  const [liveShow]: Show[] = JSON.parse(live.data);
  const visibleLiveShow = liveShow && !hidesShow(settings, liveShow) ? liveShow : undefined;
  const [pathname = '', search] = request.url.split('?');
  const pathParams = page && readPathParams(PAGES[page], pathname);
  const getParam = createGetParam(pathParams, new URLSearchParams(search));
  const reads = firstReads(page && PAGES[page], getParam, visibleLiveShow?.id);
  const responses = await loadVisible(reads, load, settings);
  const { mustChangePassword } = settings;
  const isCollapsed = request.headers.cookie?.includes('sidebar_state=false');
  const canPrerenderFrame = !mustChangePassword && !isCollapsed;
  const timeZone = page && FIRST_SCREENS.has(page) ? readTimeZone(request) : undefined;
  const canPrerenderPage = canPrerenderFrame && timeZone !== undefined;
  const fields = {
    band: JSON.stringify(band),
    user: user.data,
    at: JSON.stringify(new Date().toUTCString()),
    ...(canPrerenderPage && { timeZone: JSON.stringify(timeZone) }),
    position: JSON.stringify(dataPosition),
    responses: `[${[live, ...responses].flatMap((response) => (response ? [toJson(response)] : [])).join()}]`,
  };
  const json = `{${Object.entries(fields)
    .map(([name, value]) => `"${name}":${value}`)
    .join()}}`;
  return { json, canPrerenderFrame, canPrerenderPage };
}

/** Omits what a fan who hides spoilers has not revealed. The page repeats these requests. */
async function loadVisible(
  reads: readonly Read[],
  load: (read: Read) => Promise<LoadedRead | undefined>,
  settings: SpoilerSettings,
): Promise<(LoadedRead | undefined)[]> {
  if (settings.spoilersHiddenSince === null) return Promise.all(reads.map(load));
  return Promise.all(
    reads
      .filter(({ endpoint }) => !RESULT_ENDPOINTS.has(endpoint))
      .map(async (read) => {
        const { id } = read.params ?? {};
        if (!id || read.endpoint === getShow) return load(read);
        const show = await load({ endpoint: getShow, params: { id } });
        return show && hidesShow(settings, JSON.parse(show.data)) ? undefined : load(read);
      }),
  );
}

const RESULT_ENDPOINTS: ReadonlySet<Endpoint> = new Set([
  listMyPredictions,
  listMyResults,
  getMyStatistics,
  getMyHouseRecord,
  getTourRecap,
  getMyTourRecap,
  getHouseRecord,
  getFan,
]);

interface PageInfo {
  band: Band;
  page: PageName | undefined;
  position: () => string;
}

export interface UserPageData {
  json: string;
  canPrerenderFrame: boolean;
  canPrerenderPage: boolean;
}

function readTimeZone({ headers: { cookie = '' } }: FastifyRequest): string | undefined {
  return TIME_ZONE.exec(cookie)?.[1];
}

const TIME_ZONE = new RegExp(`(?:^|; )${TIME_ZONE_COOKIE}=([\\w/+-]{1,60})(?:;|$)`);

/** `data` is already JSON. */
interface LoadedRead extends Read {
  data: string;
  total: number | undefined;
}

async function loadRead(
  app: FastifyInstance,
  { headers, ip }: FastifyRequest,
  read: Read,
): Promise<LoadedRead | undefined> {
  const response = await app.inject({
    url: buildUrl(read.endpoint.path, read),
    headers: { cookie: headers.cookie, host: headers.host },
    remoteAddress: ip,
  });
  // The page repeats the request and shows the error.
  if (response.statusCode !== 200 && response.statusCode !== 204) return undefined;
  if (response.payload.length > MAX_CHARACTERS) return undefined;
  const total = response.headers[TOTAL_COUNT_HEADER.toLowerCase()];
  return {
    ...read,
    data: response.payload || 'null',
    total: total === undefined ? undefined : Number(total),
  };
}

function toJson({ endpoint, params, query, data, total }: LoadedRead): string {
  const description = JSON.stringify({ path: endpoint.path, params, query, total });
  return `${description.slice(0, -1)},"data":${data}}`;
}
