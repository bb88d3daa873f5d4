import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getCurrentUser } from '#contract/accounts.ts';
import type { Band } from '#contract/band.ts';
import { firstReads, type Read } from '#contract/first-reads.ts';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import { PAGES, type PageName } from '#contract/pages.ts';
import { listLiveShows } from '#contract/shows.ts';
import { urlOf } from '#contract/url.ts';

/** Sent with every page load, so larger responses are left to the page. */
const MAX_CHARACTERS = 100_000;

/** Makes the browser's first calls with its cookie, so access checks and stripping apply. */
export async function loadPageFacts(
  app: FastifyInstance,
  request: FastifyRequest,
  { band, page }: { band: Band; page: PageName | undefined },
): Promise<UserFacts | undefined> {
  const load = (read: Read) => loadRead(app, request, read);
  const [user, live] = await Promise.all([
    load({ endpoint: getCurrentUser }),
    load({ endpoint: listLiveShows }),
  ]);
  if (!user || !live) return undefined;

  const [liveShow]: { id: string }[] = JSON.parse(live.data);
  const search = new URLSearchParams(request.url.split('?')[1]);
  const reads = firstReads(page && PAGES[page], (name) => search.get(name), liveShow?.id);
  const answers = await Promise.all(reads.map(load));
  const facts = {
    band: JSON.stringify(band),
    user: user.data,
    at: JSON.stringify(new Date().toUTCString()),
    answers: `[${[live, ...answers].flatMap((answer) => (answer ? [toJson(answer)] : [])).join()}]`,
  };
  const json = `{${Object.entries(facts)
    .map(([name, value]) => `"${name}":${value}`)
    .join()}}`;
  const { mustChangePassword }: { mustChangePassword: boolean } = JSON.parse(user.data);
  const isFolded = request.headers.cookie?.includes('sidebar_state=false');
  return { json, isFramed: !mustChangePassword && !isFolded };
}

export interface UserFacts {
  json: string;
  /** The page shows the unfolded sidebar, so the frame can be rendered ahead. */
  isFramed: boolean;
}

/** `data` is already JSON. */
interface Answer extends Read {
  data: string;
  total: number | undefined;
}

async function loadRead(
  app: FastifyInstance,
  { headers, ip }: FastifyRequest,
  read: Read,
): Promise<Answer | undefined> {
  const answer = await app.inject({
    url: urlOf(read.endpoint.path, read),
    headers: { cookie: headers.cookie, host: headers.host },
    remoteAddress: ip,
  });
  // The page repeats the call and shows the error.
  if (answer.statusCode !== 200 && answer.statusCode !== 204) return undefined;
  if (answer.payload.length > MAX_CHARACTERS) return undefined;
  const total = answer.headers[TOTAL_COUNT_HEADER.toLowerCase()];
  return {
    ...read,
    data: answer.payload || 'null',
    total: total === undefined ? undefined : Number(total),
  };
}

function toJson({ endpoint, params, query, data, total }: Answer): string {
  const address = JSON.stringify({ path: endpoint.path, params, query, total });
  return `${address.slice(0, -1)},"data":${data}}`;
}
