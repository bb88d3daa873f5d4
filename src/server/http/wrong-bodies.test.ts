import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Caller, openTestApp, type TestApp } from '../../../tests/support/test-app.ts';

const contract = 'src/contract';
const nouns = readdirSync(contract)
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => file.replace('.ts', ''));
const modules = await Promise.all(nouns.map((noun) => import(`../../contract/${noun}.ts`)));
const endpoints = modules.flatMap((exports) => Object.values(exports)).filter(isEndpoint);

let server: TestApp;
let fan: Caller;
beforeAll(async () => {
  server = await openTestApp();
  fan = await server.signUp('marigold');
});
afterAll(() => server.close());

test('the contract is walked whole', () => {
  expect(endpoints.length).toBeGreaterThan(40);
});

test.each(endpoints.filter(({ body }) => body).map((one) => [`${one.method} ${one.path}`, one]))(
  'a wrong body of %s is answered by a sentence',
  async (_, endpoint) => {
    const caller = endpoint.who === 'user' ? fan : server.admin;
    const bodies = fc.oneof({ weight: 4, arbitrary: bodyOf(endpoint) }, fc.jsonValue());
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const send = endpoint.method === 'PATCH' ? caller.patch : caller.post;
        const headers = { 'content-type': 'application/json' };
        const answer = await send(pathOf(endpoint), JSON.stringify(body), headers);
        if (answer.statusCode >= 400) expectSentences(answer.json());
      }),
      { numRuns: 60 },
    );
  },
);

test.each(
  endpoints.filter(({ method }) => method === 'PATCH').map((one) => [one.path, one] as const),
)('a change of %s that names nothing is refused', async (_, endpoint) => {
  const caller = endpoint.who === 'user' ? fan : server.admin;
  const answer = await caller.patch(pathOf(endpoint), {});
  expect(answer.statusCode).toBe(400);
  expectSentences(answer.json());
});

test.each(endpoints.filter(({ query }) => query).map((one) => [`${one.method} ${one.path}`, one]))(
  'a wrong query of %s is answered by a sentence',
  async (_, endpoint) => {
    const value = fc.oneof(fc.string(), fc.constantFrom('-1', '0', '501', '1e3', '99999999999'));
    const query = fc.dictionary(fc.constantFrom('limit', 'offset'), value);
    await fc.assert(
      fc.asyncProperty(query, async (parameters) => {
        const search = new URLSearchParams(parameters);
        const answer = await fan.get(`${pathOf(endpoint)}?${search}`);
        if (answer.statusCode >= 400) expectSentences(answer.json());
      }),
      { numRuns: 40 },
    );
  },
);

/** What zod, Fastify, V8 and PostgreSQL say of what they can't take. */
const LIBRARY_WORDS =
  /expected|received|invalid (input|option|string|iso|uuid|url|type)|too (small|big)|unrecognized|\bNaN\b|undefined|\bnull\b|\[object|pattern|regex|JSON at|token|FST_|body must|violates|syntax|uuid|\bzod\b|array|string/i;

function expectSentences(body: { message: string; issues?: { message: string }[] }): void {
  for (const { message } of [body, ...(body.issues ?? [])]) {
    expect(message).toMatch(/^[A-Z].{3,}$/);
    expect(message).not.toMatch(LIBRARY_WORDS);
  }
  // Alone it says what it is about.
  expect(body.message).not.toMatch(/^(Required|Must|At (most|least) \d)/);
}

function pathOf({ path }: Endpoint): string {
  return path.replaceAll(/\{\w+\}/g, '5a1c3d1e-0000-4000-8000-000000000000');
}

/** An object of the schema's own keys, each left out, of its kind but odd, or of another kind. */
function bodyOf({ body }: Endpoint): fc.Arbitrary<unknown> {
  if (!body) return fc.constant(undefined);
  const shape = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const fields = Object.entries(shape.properties ?? {}).map(([name, schema]) => [
    name,
    fc.oneof(oddValueOf(schema), fc.jsonValue({ maxDepth: 1 })),
  ]);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
}

function oddValueOf(schema: unknown): fc.Arbitrary<unknown> {
  const texts = ['', ' ', '\u200b', 'x', 'admin', '2019-13-45', '2027-07-04T19:30+25:00', 'a@b.c'];
  const long = [256, 257, 2001, 10_001].map((length) => 'x'.repeat(length));
  const numbers = [-1, 0, 1, 1.5, 1001, 1e12, -0.5];
  const text = fc.oneof(fc.constantFrom(...texts, ...long), fc.string({ unit: 'binary' }));
  const { type } = schema as { type?: string };
  if (type === 'array') return fc.array(fc.oneof(text, fc.constantFrom(...numbers)));
  if (type === 'integer' || type === 'number') return fc.constantFrom(...numbers);
  if (type === 'boolean') return fc.boolean();
  return text;
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'summary' in value;
}
