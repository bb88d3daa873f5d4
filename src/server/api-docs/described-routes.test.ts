import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadEndpoints } from '../../../tests/support/every-call.ts';
import { recordRoutes } from '../../../tests/support/record-routes.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { toRoutePattern } from '../http/route.ts';
import { createMetrics } from '../metrics/metrics.ts';

interface Operation {
  operationId: string;
  security?: [];
  parameters: { in: string; name: string }[];
}

let app: TestApp;
let paths: Record<string, Record<string, Operation>>;
let routes: RouteOptions[];

beforeAll(async () => {
  const options = { metrics: createMetrics(), metricsToken: 'token' };
  ({ app, routes } = await recordRoutes(() => openTestApp(options)));
  paths = (await app.visitor.get('/api/openapi.json')).json().paths;
});
afterAll(() => app.close());

test('describes every registered route or states why it is hidden', () => {
  const unexplained = routes.filter(({ config, method, url }) => {
    const isDescribed = listOperations().has(`${method} ${url}`);
    return isDescribed ? config?.hiddenBecause : !/^[A-Z].+\.$/.test(config?.hiddenBecause ?? '');
  });
  expect(unexplained.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
});

test('describes nothing that is not registered', () => {
  const registered = new Set(routes.map(({ method, url }) => `${method} ${url}`));
  expect([...listOperations().keys()].filter((call) => !registered.has(call))).toEqual([]);
});

test('describes the parameters that the routes read', () => {
  for (const { method, url, schema = {} } of routes) {
    const operation = listOperations().get(`${method} ${url}`);
    if (!operation) continue;
    const names = [...listFieldNames(schema.params), ...listFieldNames(schema.querystring)];
    expect([...url.matchAll(/:(\w+)/g)].map(([, name]) => name)).toEqual(
      listFieldNames(schema.params),
    );
    const urlParameters = operation.parameters.filter((parameter) => parameter.in !== 'header');
    expect(urlParameters.map(({ name }) => name)).toEqual(names);
  }
});

test('names each operation by the export of its endpoint', async () => {
  const names = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const endpoints = await loadEndpoints();
  for (const [name, endpoint] of endpoints) expect(endpoint.name).toBe(name);
  expect(names.toSorted()).toEqual([...endpoints.keys()].toSorted());
});

test('requires a session exactly where the description does', async () => {
  for (const [call, { security }] of listOperations()) {
    const [method = '', url = ''] = call.split(' ');
    const path = url.replaceAll(/:\w+/g, '5a1c3d1e-0000-4000-8000-000000000000');
    const { statusCode, body } = await app.fastify.inject({ method: method as 'GET', url: path });
    const needsSession = statusCode === 401 && body.includes('Please sign in');
    expect(needsSession, call).toBe(security?.length !== 0);
  }
});

function listOperations(): Map<string, Operation> {
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${toRoutePattern(path)}`,
        operation,
      ]),
    ),
  );
}

function listFieldNames(schema: unknown): string[] {
  return Object.keys((schema as { shape?: object } | undefined)?.shape ?? {});
}
