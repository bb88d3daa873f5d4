import fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';

const JSON_TYPE = 'application/json';

export interface FuzzedCall {
  params: string[];
  query: Record<string, string>;
  payload: string | undefined;
  contentType: string;
  requestId: string | undefined;
}

/** Keyed by the path segment before the parameter, such as 'shows'. */
export type Ids = Record<string, string[]>;

export function arbitraryCall(endpoint: Endpoint, ids: Ids): fc.Arbitrary<FuzzedCall> {
  const oddIds = ['5a1c3d1e-0000-4000-8000-000000000000', 'null', '%00', '../x', "' or 1=1 --"];
  const params = [...endpoint.path.matchAll(/(\w+)\}?\/\{/g)].map(([, word = '']) =>
    fc.oneof({ weight: 6, arbitrary: arbitraryId(word, ids) }, fc.constantFrom(...oddIds)),
  );
  const body = endpoint.body
    ? fc.oneof({ weight: 5, arbitrary: arbitraryBody(endpoint.body, ids) }, fc.jsonValue())
    : fc.constant(undefined);
  const payload = fc.oneof(
    {
      weight: 8,
      arbitrary: body.map((value) => (value === undefined ? undefined : JSON.stringify(value))),
    },
    fc.constantFrom('', '{', '[[[[', '\u0000', '"', '{"__proto__":{"isAdmin":true}}', 'null'),
  );
  return fc.record({
    params: fc.tuple(...params),
    query: arbitraryQuery(endpoint.query, ids),
    payload,
    contentType: fc.oneof(
      { weight: 12, arbitrary: fc.constant(JSON_TYPE) },
      fc.constantFrom('text/plain', 'multipart/form-data', 'application/json; charset=utf-16'),
    ),
    requestId: fc.option(arbitraryId('setlist', ids), { nil: undefined }),
  });
}

export function buildCallUrl({ path }: Endpoint, { params, query }: FuzzedCall): string {
  const remaining = [...params];
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(remaining.shift() ?? ''));
  return `${filled}?${new URLSearchParams(query)}`;
}

/** From the errors of zod, Fastify, V8 and PostgreSQL, and from stack traces. */
const LIBRARY_WORDS =
  /expected|received|invalid (input|option|string|iso|uuid|url|type)|too (small|big)|unrecognized|\bNaN\b|undefined|\bnull\b|\[object|pattern|regex|JSON at|unexpected token|FST_|body must|violates|syntax|uuid|\bzod\b|array|string|node_modules|\bat \w+ \(/i;

export function expectReadableMessages(body: {
  message: string;
  issues?: { message: string }[] | undefined;
}): void {
  for (const { message } of [body, ...(body.issues ?? [])]) {
    expect(message).toMatch(/^[A-Z].{3,}$/);
    expect(message).not.toMatch(LIBRARY_WORDS);
  }
  // People must understand the main message without a field name.
  expect(body.message).not.toMatch(/^(Required|Must|At (most|least) \d)/);
}

function arbitraryQuery(
  query: z.ZodType | undefined,
  ids: Ids,
): fc.Arbitrary<Record<string, string>> {
  const other = fc.oneof(fc.string(), fc.constantFrom('-1', '0', '501', '1e3', '99999999999'));
  const fields = listFields(query).map(([name, schema]) =>
    fc.tuple(
      fc.constant(name),
      fc.oneof(
        { weight: 3, arbitrary: arbitraryValue(schema, arbitraryId(name, ids)).map(String) },
        { weight: 1, arbitrary: other },
      ),
    ),
  );
  // At most two, because the first invalid field hides the others.
  const declaredParams = fc
    .subarray(fields, { maxLength: Math.min(fields.length, 2) })
    .chain((chosen) => fc.tuple(...chosen))
    .map((entries): Record<string, string> => Object.fromEntries(entries));
  const extraParams = fc.dictionary(fc.constantFrom('limit', 'tour', 'x'), other, { maxKeys: 1 });
  return fc
    .tuple(declaredParams, extraParams)
    .map(([given, undeclared]) => ({ ...undeclared, ...given }));
}

function listFields(schema: z.ZodType | undefined): [string, JsonSchema][] {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties) as [string, JsonSchema][];
}

function arbitraryBody(body: z.ZodType, ids: Ids): fc.Arbitrary<unknown> {
  const fields = listFields(body).map(([name, schema]) => [
    name,
    fc.oneof(
      { weight: 4, arbitrary: arbitraryValue(schema, arbitraryId(name, ids)) },
      fc.jsonValue({ maxDepth: 1 }),
    ),
  ]);
  const knownFields = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const extraFields = fc.constantFrom({}, {}, { userId: 'x', points: 41, isAdmin: true });
  return fc.tuple(knownFields, extraFields).map(([fields, extra]) => ({ ...extra, ...fields }));
}

function arbitraryId(word: string, ids: Ids): fc.Arbitrary<string> {
  const kind = Object.keys(ids).find((candidate) =>
    candidate.startsWith(word.replace(/(Id)?s?$/, '')),
  );
  const any = fc.constantFrom(...Object.values(ids).flat());
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...(ids[kind ?? ''] ?? [''])) }, any);
}

interface JsonSchema {
  type?: string;
  format?: string;
  enum?: unknown[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** PostgreSQL rejects year 0000. */
const MOMENTS = ['0000-01-01T00:00:00Z', '2026-07-04T19:30:00Z'];

/** fast-check's 'binary' unit first lists a million characters, which takes two seconds. */
const ANY_TEXT = fc.string({ unit: fc.nat(0x10_ff_ff).map((code) => String.fromCodePoint(code)) });

function arbitraryValue(schema: JsonSchema, id: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const invalidTexts = [
    '',
    ' ',
    '\u200b',
    'x',
    'admin',
    '2019-13-45',
    '2027-07-04T19:30+25:00',
    'a@b.c',
  ];
  const validTexts = ['2027-07-04T19:30Z', 'America/New_York', 'General', 'open', 'live', 'closed'];
  const long = [256, 257, 2001, 10_001].map((length) => 'x'.repeat(length));
  const numbers = [-1, 0, 1, 2, 1.5, 1001, 1e12, -0.5, 2 ** 31];
  const text = fc.oneof(fc.constantFrom(...invalidTexts, ...validTexts, ...long), ANY_TEXT);
  const { type, format, items, anyOf } = schema;
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (anyOf) return fc.oneof(...anyOf.map((option) => arbitraryValue(option, id)));
  if (format === 'date-time')
    return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...MOMENTS) }, text);
  if (format === 'uuid') return fc.oneof({ weight: 4, arbitrary: id }, text);
  if (type === 'array') return fc.array(arbitraryValue(items ?? {}, id), { maxLength: 26 });
  if (type === 'integer' || type === 'number') return fc.constantFrom(...numbers);
  if (type === 'boolean') return fc.boolean();
  return text;
}
