import type { FastifyInstance } from 'fastify';
import type { Endpoint, ParamsOf, QueryOf, ResponseOf } from '#contract/endpoint.ts';
import type { ResponseCache } from './response-cache.ts';
import { type Call, route } from './route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    responses: ResponseCache;
  }
}

/** Has no viewer, because viewers share the cached response. */
export interface SharedCall<E extends Endpoint, Variant = undefined> {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  variant: Variant;
  header(name: string, value: string | number): void;
}

type Variant = string | number | boolean | Date | undefined | { [key: string]: Variant };

type Load<E extends Endpoint, V> = (call: SharedCall<E, V>) => Promise<ResponseOf<E>>;
type FindVariant<E extends Endpoint, V> = (call: Call<E>) => Promise<V>;

/**
 * Caches until a topic of `dependsOn` changes. `findVariant` returns what the response depends on
 * besides the URL, such as the caller's role.
 */
export function read<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  load: Load<E, undefined>,
): void;
export function read<E extends Endpoint, V extends Variant>(
  app: FastifyInstance,
  endpoint: E,
  findVariant: FindVariant<E, V>,
  load: Load<E, V>,
): void;
export function read<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  ...handlers: [Load<E, undefined>] | [FindVariant<E, Variant>, Load<E, Variant>]
): void {
  const [findVariant, load] =
    handlers.length === 1 ? [undefined, handlers[0] as Load<E, Variant>] : handlers;
  const shared = omitCallerTopics(endpoint);
  const handler = async (call: Call<E>) => {
    const { params, query } = call;
    const variant = findVariant && (await findVariant(call));
    return app.responses.send(call, shared, {
      key: JSON.stringify([endpoint.name, params, query, variant]),
      async load() {
        const headers: Record<string, string> = {};
        const header = (name: string, value: string | number) => {
          headers[name] = String(value);
        };
        return { rows: await load({ params, query, variant, header }), headers };
      },
    });
  };
  // The response cache compresses, so the compression hooks would only take time.
  route(app, endpoint, handler, { compress: false });
}

/** Drops the `{me}` topics, which the variant in the key already reflects. */
function omitCallerTopics<E extends Endpoint>(endpoint: E): E {
  const dependsOn = endpoint.dependsOn?.filter((dependency) => !dependency.endsWith(':{me}'));
  return { ...endpoint, dependsOn };
}
