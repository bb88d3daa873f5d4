import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contractEndpoints } from '../../../tests/support/every-call.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { routeOf } from './route.ts';

interface Operation {
  operationId: string;
  security?: [];
  parameters: { in: string; name: string }[];
}

let server: TestApp;
let paths: Record<string, Record<string, Operation>>;
/** Every route as Fastify registers it, without the HEAD routes that Fastify adds to GET routes. */
const routes: RouteOptions[] = [];

beforeAll(async () => {
  const channel = 'fastify.initialization';
  const watch = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', (route) => {
      if (route.method !== 'HEAD') routes.push(route);
    });
  subscribe(channel, watch);
  server = await openTestApp({ metrics: createMetrics(), metricsToken: 'token' });
  unsubscribe(channel, watch);
  paths = (await server.visitor.get('/api/openapi.json')).json().paths;
});
afterAll(() => server.close());

test('describes every registered route, or says why it is hidden', () => {
  const unexplained = routes.filter(({ config, method, url }) => {
    const isDescribed = described().has(`${method} ${url}`);
    return isDescribed ? config?.hiddenBecause : !/^[A-Z].+\.$/.test(config?.hiddenBecause ?? '');
  });
  expect(unexplained.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
});

test('describes nothing that is not registered', () => {
  const registered = new Set(routes.map(({ method, url }) => `${method} ${url}`));
  expect([...described().keys()].filter((call) => !registered.has(call))).toEqual([]);
});

test('describes the parameters that the routes read', () => {
  for (const { method, url, schema = {} } of routes) {
    const operation = described().get(`${method} ${url}`);
    if (!operation) continue;
    const read = [...namesOf(schema.params), ...namesOf(schema.querystring)];
    expect([...url.matchAll(/:(\w+)/g)].map(([, name]) => name)).toEqual(namesOf(schema.params));
    const inAddress = operation.parameters.filter((parameter) => parameter.in !== 'header');
    expect(inAddress.map(({ name }) => name)).toEqual(read);
  }
});

test('names each operation by the export of its endpoint', async () => {
  const names = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const endpoints = await contractEndpoints();
  for (const [name, endpoint] of endpoints) expect(endpoint.name).toBe(name);
  expect(names.toSorted()).toEqual([...endpoints.keys()].toSorted());
});

test('requires a session exactly where the description does', async () => {
  for (const [call, { security }] of described()) {
    const [method = '', url = ''] = call.split(' ');
    const address = url.replaceAll(/:\w+/g, '5a1c3d1e-0000-4000-8000-000000000000');
    const { statusCode, body } = await server.app.inject({ method: method as 'GET', url: address });
    const isRefused = statusCode === 401 && body.includes('Please sign in');
    expect(isRefused, call).toBe(security === undefined);
  }
});

/** The operations by method and path, written as Fastify writes them. */
function described(): Map<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${routeOf(path)}`,
        operation,
      ]),
    ),
  );
}

function namesOf(schema: unknown): string[] {
  return Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
}
