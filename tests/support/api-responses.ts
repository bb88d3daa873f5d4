import type { Endpoint } from '#contract/endpoint.ts';
import { CHANGES_HEADER, type Topic } from '#contract/freshness.ts';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';

/** Without data, the response is a 204. */
export function createResponse(
  endpoint: Endpoint,
  data: unknown,
  changed: readonly Topic[],
): Response {
  const headers = {
    ...(Array.isArray(data) && { [TOTAL_COUNT_HEADER]: String(data.length) }),
    ...(changed.length > 0 && {
      [CHANGES_HEADER]: JSON.stringify(
        changed.map((topic) => ({ topic, subjectId: null, version: 0 })),
      ),
    }),
  };
  if (data === undefined) return new Response(null, { status: 204, headers });
  return Response.json(data, { status: endpoint.status, headers });
}

export function buildPathPattern({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
