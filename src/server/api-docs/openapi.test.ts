import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REPORT_KINDS } from '#contract/reports.ts';
import { loadEndpoints } from '../../../tests/support/every-call.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { describeApi } from './describe-api.ts';

const api = describeApi((await loadEndpoints()).values());

let app: TestApp;
let text: string;
beforeAll(async () => {
  app = await openTestApp();
  text = (await app.visitor.get('/api/openapi.json', { host: 'calledit.example' })).body;
});
afterAll(() => app.close());

describe('the description of the API', () => {
  test("passes Redocly's strict rules", async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test("passes Spectral's rules", async () => {
    const linter = new spectral.Spectral();
    // The types require `extends`.
    linter.setRuleset({ extends: [rulesets.oas as RulesetDefinition] });
    const problems = await linter.run(text);
    expect(problems.map(({ code, path }) => `${code}: ${path.join('.')}`)).toEqual([]);
  });

  test('names the requested site as the server', async () => {
    expect(JSON.parse(text).servers).toEqual([{ url: 'http://calledit.example' }]);
    const page = await app.visitor.get('/api/docs/');
    expect(page.statusCode).toBe(200);
  });

  test('lists the headers of a response', () => {
    const listHeaders = (path: string, method: string) =>
      Object.keys(paths[path]?.[method]?.responses?.[method === 'post' ? 201 : 200]?.headers ?? {});
    const paths: Record<string, Record<string, Described>> = api.paths as never;
    expect(listHeaders('/api/songs', 'get')).toEqual([]);
    expect(listHeaders('/api/forums/threads', 'get')).toEqual(['x-total-count']);
    expect(listHeaders('/api/songs', 'post')).toEqual(['x-changes']);
    expect(listHeaders('/api/shows/{id}/setlist', 'post')).toEqual(['x-changes', 'X-Change-Id']);
    const changes = paths['/api/songs']?.post?.responses[201]?.headers?.['x-changes'];
    expect(changes).toMatchObject({
      content: { 'application/json': { schema: { type: 'array' } } },
    });
  });

  test('declares number types and string formats', () => {
    const { paths, components } = api;
    const leaderboard = paths['/api/leaderboard']?.get;
    expect(leaderboard).toMatchObject({
      parameters: [
        { name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 } },
        { name: 'offset', schema: { type: 'integer', minimum: 0 } },
      ],
    });
    expect(components.schemas).toMatchObject({
      CurrentUser: {
        properties: { email: { format: 'email' }, averageScore: { format: 'decimal' } },
      },
      Show: {
        properties: { date: { format: 'date-time' }, timeZone: { format: 'iana-time-zone' } },
      },
    });
  });
});

interface Described {
  responses: Record<string, { headers?: Record<string, object> }>;
}

interface Field {
  $ref?: string;
  anyOf?: Field[];
  type?: string;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
}
interface WithBody {
  operationId: string;
  requestBody?: { content: object };
}
interface Shape {
  properties: Record<string, Field>;
  required?: string[];
}

const schemas = api.components.schemas as Record<string, Field & Shape>;
const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
  Object.entries(methods as Record<string, WithBody>)
    .filter(([, { requestBody }]) => requestBody && 'application/json' in requestBody.content)
    // A body that is a union of two schemas is rejected as a whole, without a field name.
    .filter(([, { operationId }]) => operationId !== 'confirmSignIn')
    .map(([method, { requestBody }]) => ({ method, path, shape: findShape(requestBody) })),
);

test.each(operations)('enforces the declared body of $method $path', async (call) => {
  const { required = [], properties } = call.shape;
  expect(await listRejectedFields(call, {})).toEqual(required);
  for (const [name, field] of Object.entries(properties))
    for (const value of findInvalidValues(resolve(field)))
      expect(await listRejectedFields(call, { [name]: value }), `${name}: ${value}`).toContain(
        name,
      );
});

async function listRejectedFields(
  { method, path }: { method: string; path: string },
  body: object,
) {
  const url = path
    .replace('{kind}', REPORT_KINDS[0])
    .replaceAll(/\{\w+\}/g, '5a1c3d1e-0000-4000-8000-000000000000');
  const response = await (method === 'post' ? app.admin.post : app.admin.patch)(url, body);
  const issues: { path: string }[] = response.json().issues ?? [];
  return [...new Set(issues.map((issue) => issue.path.split('.')[0]).filter(Boolean))];
}

function findInvalidValues(field: Field): unknown[] {
  const { type, minLength = 0, maxLength, minimum, maximum, maxItems } = field;
  return [
    type === 'object' ? 7 : {},
    ...(field.enum ? ['nonsense'] : []),
    ...(minLength > 0 ? ['x'.repeat(minLength - 1)] : []),
    ...(maxLength !== undefined ? ['x'.repeat(maxLength + 1)] : []),
    ...(minimum !== undefined ? [minimum - 1] : []),
    ...(maximum !== undefined ? [maximum + 1] : []),
    ...(maxItems !== undefined ? [Array(maxItems + 1).fill(crypto.randomUUID())] : []),
  ];
}

function resolve(field: Field): Field {
  const [first] = field.anyOf ?? [field];
  const name = first?.$ref?.split('/').at(-1);
  const schema = name && schemas[name];
  return schema ? resolve(schema) : (first ?? {});
}

function findShape(requestBody: object | undefined): Shape {
  const { content } = requestBody as { content: { 'application/json': { schema: Field } } };
  return resolve(content['application/json'].schema) as Field & Shape;
}
