import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getCurrentUser } from '#contract/accounts.ts';
import type { Band } from '#contract/band.ts';
import { firstReads, type Read } from '#contract/first-reads.ts';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import { PAGES, type PageName } from '#contract/pages.ts';
import { listLiveShows } from '#contract/shows.ts';
import { urlOf } from '#contract/url.ts';

/** Longer answers are asked for by the page: what is sent again with every page must stay light. */
const MOST_CHARACTERS = 100_000;

/**
 * The facts of the page that is asked for, as JSON (`PageFacts`): who is signed in, and what the page
 * would read first. The reads are calls like the browser's own, with its cookie, so that each is
 * allowed, checked and stripped as any other. Undefined where they can't be told now.
 */
export async function factsFor(
  app: FastifyInstance,
  request: FastifyRequest,
  { band, page }: { band: Band; page: PageName | undefined },
): Promise<UserFacts | undefined> {
  const ask = (read: Read) => answerTo(app, request, read);
  const [user, live] = await Promise.all([
    ask({ endpoint: getCurrentUser }),
    ask({ endpoint: listLiveShows }),
  ]);
  if (!user || !live) return undefined;

  const [liveShow]: { id: string }[] = JSON.parse(live.data);
  const search = new URLSearchParams(request.url.split('?')[1]);
  const reads = firstReads(page && PAGES[page], (name) => search.get(name), liveShow?.id);
  const answers = await Promise.all(reads.map(ask));
  const facts = {
    band: JSON.stringify(band),
    user: user.data,
    at: JSON.stringify(new Date().toUTCString()),
    answers: `[${[live, ...answers].flatMap((answer) => (answer ? [asJson(answer)] : [])).join()}]`,
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
  /** Whether the page will have the frame that can be painted ahead: its sidebar unfolded. */
  isFramed: boolean;
}

/** `data` is JSON already, and stays as it is. */
interface Answer extends Read {
  data: string;
  total: number | undefined;
}

async function answerTo(
  app: FastifyInstance,
  { headers, ip }: FastifyRequest,
  read: Read,
): Promise<Answer | undefined> {
  const answer = await app.inject({
    url: urlOf(read.endpoint.path, read),
    headers: { cookie: headers.cookie, host: headers.host },
    remoteAddress: ip,
  });
  // A page that asks itself shows what was wrong.
  if (answer.statusCode !== 200 && answer.statusCode !== 204) return undefined;
  if (answer.payload.length > MOST_CHARACTERS) return undefined;
  const total = answer.headers[TOTAL_COUNT_HEADER.toLowerCase()];
  return {
    ...read,
    data: answer.payload || 'null',
    total: total === undefined ? undefined : Number(total),
  };
}

function asJson({ endpoint, params, query, data, total }: Answer): string {
  const address = JSON.stringify({ path: endpoint.path, params, query, total });
  return `${address.slice(0, -1)},"data":${data}}`;
}
