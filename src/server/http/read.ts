import type { FastifyInstance } from 'fastify';
import type { Endpoint, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { ResponseCache } from './response-cache.ts';
import { type Call, route } from './route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    responses: ResponseCache;
  }
}

/** What a cached response may depend on. It has no viewer, because viewers share the response. */
export interface SharedCall<E extends Endpoint, Variant = undefined> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  variant: Variant;
  /** Adds a header to the response. */
  header(name: string, value: string | number): void;
}

/** JSON, or dates. */
type Variant = string | number | Date | undefined | { [key: string]: Variant };

type Load<E extends Endpoint, V> = (call: SharedCall<E, V>) => Promise<ResponseOf<E>>;
type VariantOf<E extends Endpoint, V> = (call: Call<E>) => Promise<V>;

/**
 * Serves a GET from the cache. `load` runs once per URL until a topic of the endpoint's `dependsOn`
 * changes. When the response depends on more than the URL, such as the time or the caller's role,
 * `variantOf` returns that, and each variant is cached separately.
 */
export function read<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  load: Load<E, undefined>,
): void;
export function read<E extends Endpoint, V extends Variant>(
  app: FastifyInstance,
  endpoint: E,
  variantOf: VariantOf<E, V>,
  load: Load<E, V>,
): void;
export function read<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  ...handlers: [Load<E, undefined>] | [VariantOf<E, Variant>, Load<E, Variant>]
): void {
  const [variantOf, load] =
    handlers.length === 1 ? [undefined, handlers[0] as Load<E, Variant>] : handlers;
  route(app, endpoint, async (call) => {
    const { params, query } = call;
    const variant = await variantOf?.(call);
    return app.responses.send(call, endpoint, {
      key: JSON.stringify([endpoint.name, params, query, variant]),
      async load() {
        const headers: Record<string, string> = {};
        const header = (name: string, value: string | number) => {
          headers[name] = String(value);
        };
        return { rows: await load({ params, query, variant, header }), headers };
      },
    });
  });
}
