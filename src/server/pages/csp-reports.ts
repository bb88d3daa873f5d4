import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { pathOf } from '../http/log.ts';

/** Where browsers tell what the pages' content policy has stopped. */
export const CSP_REPORTS_PATH = '/csp-reports';

/** A report is longer than this only where somebody made it up. */
const MOST_BYTES = 8 * 1024;

/** Whoever makes reports up fills no log with them. */
const MOST_KINDS = 100;

const report = z.object({
  'csp-report': z.object({
    'document-uri': z.string().max(2_000),
    'effective-directive': z.string().regex(/^[a-z-]{1,40}$/),
    'blocked-uri': z.string().max(2_000),
  }),
});

/**
 * Takes the reports and writes each kind once into the log: which rule, what it stopped, on which
 * screen. Extensions of a fan's browser report as well, so it is a warning, and no more.
 */
export function takeCspReports(app: FastifyInstance): void {
  const kinds = new Set<string>();
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/csp-report',
      { parseAs: 'string' },
      scope.getDefaultJsonParser('error', 'error'),
    );
    const config = { hiddenBecause: 'Browsers send these reports, not API clients.' };
    const options = { config, logLevel: 'warn', bodyLimit: MOST_BYTES } as const;
    scope.post(CSP_REPORTS_PATH, options, async (request, reply) => {
      reply.status(204);
      const { data } = report.safeParse(request.body);
      if (!data || kinds.size >= MOST_KINDS) return;
      const { [DOCUMENT]: page, [BLOCKED]: blocked, [DIRECTIVE]: directive } = data['csp-report'];
      const kind = { directive, blocked: originOf(blocked), path: pathOf(pathnameOf(page)) };
      const name = JSON.stringify(kind);
      if (kinds.has(name)) return;
      kinds.add(name);
      request.log.warn(kind, 'stopped by the content policy');
    });
  });
}

const DOCUMENT = 'document-uri';
const BLOCKED = 'blocked-uri';
const DIRECTIVE = 'effective-directive';

/** 'inline', 'eval' or an origin: the rest of an address may be anything. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,40}$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'unreadable';
  const { origin, protocol } = new URL(blocked);
  return origin === 'null' ? protocol : origin;
}

function pathnameOf(page: string): string {
  return URL.canParse(page) ? new URL(page).pathname.slice(0, 200) : 'unreadable';
}
