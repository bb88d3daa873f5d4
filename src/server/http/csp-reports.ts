import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { redactPath } from './log.ts';

export const CSP_REPORTS_PATH = '/csp-reports';

/** Larger reports are forged. */
const MAX_BYTES = 8 * 1024;

/** Limits what forged reports can write to the log. */
const MAX_KINDS = 100;

const report = z.object({
  'csp-report': z.object({
    'document-uri': z.string().max(2_000),
    'effective-directive': z.string().regex(/^[a-z-]{1,40}$/),
    'blocked-uri': z.string().max(2_000),
  }),
});

/** Logs each kind of violation once, as a warning: browser extensions cause reports too. */
export function cspReportRoutes(app: FastifyInstance): void {
  const kinds = new Set<string>();
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/csp-report',
      { parseAs: 'string' },
      scope.getDefaultJsonParser('error', 'error'),
    );
    const config = { hiddenBecause: 'Browsers send these reports, not API clients.' };
    const options = { config, logLevel: 'warn', bodyLimit: MAX_BYTES } as const;
    scope.post(CSP_REPORTS_PATH, options, async (request, reply) => {
      reply.status(204);
      const { data } = report.safeParse(request.body);
      if (!data || kinds.size >= MAX_KINDS) return;
      const { [DOCUMENT]: page, [BLOCKED]: blocked, [DIRECTIVE]: directive } = data['csp-report'];
      const kind = { directive, blocked: toOrigin(blocked), path: redactPath(toPathname(page)) };
      const name = JSON.stringify(kind);
      if (kinds.has(name)) return;
      kinds.add(name);
      request.log.warn(kind, 'blocked by the content policy');
    });
  });
}

const DOCUMENT = 'document-uri';
const BLOCKED = 'blocked-uri';
const DIRECTIVE = 'effective-directive';

/** Returns 'inline', 'eval' or an origin, because the rest of a URL may contain secrets. */
function toOrigin(blocked: string): string {
  if (/^[a-z-]{1,40}$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'unreadable';
  const { origin, protocol } = new URL(blocked);
  return origin === 'null' ? protocol : origin;
}

function toPathname(page: string): string {
  return URL.canParse(page) ? new URL(page).pathname.slice(0, 200) : 'unreadable';
}
