import { z } from 'zod';
import * as accounts from '#contract/accounts.ts';
import * as band from '#contract/band.ts';
import * as scores from '#contract/calculate-scores.ts';
import { type Endpoint, errorBody } from '#contract/endpoint.ts';
import * as forums from '#contract/forums.ts';
import { CHANGES_HEADER, TOPICS } from '#contract/freshness.ts';
import * as leaderboards from '#contract/leaderboards.ts';
import * as predictions from '#contract/predictions.ts';
import * as setlists from '#contract/setlists.ts';
import * as setup from '#contract/setup.ts';
import * as shares from '#contract/shares.ts';
import * as shows from '#contract/shows.ts';
import * as songs from '#contract/songs.ts';
import * as statistics from '#contract/statistics.ts';

/** The contract's nouns, in the order in which they are described. */
const NOUNS: [name: string, description: string, exports: Record<string, unknown>][] = [
  ['accounts', 'Signing in and up, profiles, sessions', accounts],
  ['shows', 'The schedule, and what state each show is in', shows],
  ['songs', 'The song database and what the setlists say of each song', songs],
  ['setlists', 'What was really played, row by row', setlists],
  ['predictions', "One's own predictions", predictions],
  ['shares', "Public links to one's own predictions", shares],
  ['scores', 'Points of all predictions of a show', scores],
  ['leaderboards', 'Standings over all shows and of one show', leaderboards],
  ['statistics', 'Figures over songs, tours and venues', statistics],
  ['forums', 'Threads and posts', forums],
  ['band', 'Public facts of the product and the band', band],
  ['setup', "Import of the band pack's songs, shows and users", setup],
];

const WHO: Record<Endpoint['who'], string> = {
  anyone: 'Needs no session.',
  user: 'Needs a session.',
  admin: "Needs an administrator's session.",
};

/** The contract as an OpenAPI document: its paths, its named shapes and their tags. */
export function describeApi() {
  const shapes = new Shapes();
  const paths: Record<string, Record<string, object>> = {};
  for (const [tag, , exports] of NOUNS)
    for (const [operationId, endpoint] of Object.entries(exports).filter(isNamedEndpoint)) {
      const operation = describeCall(endpoint, operationId, shapes);
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: { operationId, tags: [tag], ...operation },
      };
    }
  const refused = {
    description: 'Refused: `message` says why',
    content: json(shapes.of(errorBody)),
  };
  return {
    tags: NOUNS.map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: shapes.components, responses: { Refused: refused } },
  };
}

function describeCall(endpoint: Endpoint, operationId: string, shapes: Shapes) {
  const { who, summary, params, query, body, returns, status, mayBeEmpty } = endpoint;
  const error = { $ref: '#/components/responses/Refused' };
  const success = {
    description: returns ? 'Done' : 'Done; there is nothing to say',
    headers: headersOf(endpoint),
    ...(returns && { content: json(shapes.of(returns, 'output', `${operationId}Answer`)) }),
  };
  return {
    summary,
    description: `${summary}. ${WHO[who]}`,
    ...(who === 'anyone' && { security: [] }),
    ...((params || query) && {
      parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    }),
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: json(shapes.of(body, 'input', `${operationId}Body`)),
      },
    }),
    responses: {
      [status]: success,
      ...(status === 201 && { 200: { ...success, description: 'It was there already' } }),
      ...(mayBeEmpty && { 204: { description: 'There is none' } }),
      '4XX': error,
      '5XX': error,
    },
  };
}

/** Every call with a query answers a page of rows; every write may say what it has changed. */
function headersOf({ method, query, namesItsChange }: Endpoint) {
  return {
    ...(query && {
      [leaderboards.TOTAL_COUNT_HEADER]: {
        description: 'How many rows there are in all',
        schema: { type: 'integer', minimum: 0 },
      },
    }),
    ...(method !== 'GET' && {
      [CHANGES_HEADER]: {
        description: 'What was changed, where anything was, as the events of /ws tell it',
        content: json({ type: 'array', items: CHANGE }),
      },
    }),
    ...(namesItsChange && {
      [setlists.CHANGE_ID_HEADER]: {
        description: 'The number of the change that was made, by which an undo takes it back',
        schema: { type: 'integer' },
      },
    }),
  };
}

const CHANGE = {
  type: 'object',
  required: ['topic', 'subjectId', 'version'],
  properties: {
    topic: { type: 'string', enum: Object.keys(TOPICS) },
    subjectId: { type: ['string', 'null'], description: 'Null: any of them' },
    version: { type: 'integer' },
  },
};

/** What a query is made into says more than the text that it comes as: a number with its bounds. */
function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined): object[] {
  if (!schema) return [];
  const { properties = {} } = z.toJSONSchema(schema, {
    io: place === 'path' ? 'input' : 'output',
    override: plain,
  });
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: shape,
  }));
}

/** Finds a shape's name by what the contract exports it as, and collects what was named. */
class Shapes extends z.core.$ZodRegistry<Record<string, unknown>> {
  readonly components: Record<string, object> = {};
  readonly #names = new Map<z.core.$ZodType, string>([[errorBody, 'ErrorBody']]);

  constructor() {
    super();
    for (const [, , exports] of NOUNS)
      for (const [name, value] of Object.entries(exports))
        if (value instanceof z.core.$ZodType) this.#names.set(value, capitalized(name));
  }

  /** What zod asks of a registry: here the names beside the contract's own remarks. */
  override get(schema: z.core.$ZodType) {
    const id = this.#names.get(schema);
    return { ...z.globalRegistry.get(schema), ...(id && { id }) };
  }

  /** The shape, or a reference to it where it has a name. An object without one gets `name`. */
  of(schema: z.ZodType, io: 'input' | 'output' = 'output', name = ''): object {
    if (schema instanceof z.core.$ZodObject && !this.#names.has(schema))
      this.#names.set(schema, capitalized(name));
    const whole = z.toJSONSchema(schema, { io, metadata: this, override: plain });
    const { $schema, $defs = {}, id, ...shape } = referringToComponents(whole);
    for (const [defined, { id: _, ...definition }] of Object.entries($defs))
      this.#collect(defined, definition);
    if (!id) return shape;
    this.#collect(id, shape);
    return { $ref: `#/components/schemas/${id}` };
  }

  #collect(name: string, shape: object): void {
    const known = this.components[name];
    if (known && JSON.stringify(known) !== JSON.stringify(shape))
      throw new Error(`The contract has two shapes of the name ${name}.`);
    this.components[name] = shape;
  }
}

type JsonSchema = z.core.JSONSchema.BaseSchema;

function referringToComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

/** What a text is that zod knows as text only; zones have no registered format. */
const FORMATS: Record<string, string> = {
  email: 'email',
  timeZone: 'iana-time-zone',
  averageScore: 'decimal',
  averagePosition: 'decimal',
};

/** A format says it all, and a whole number's bounds are those of the contract, not of JavaScript. */
function plain({ jsonSchema, path }: { jsonSchema: JsonSchema; path: (string | number)[] }): void {
  const format = FORMATS[String(path.at(-1))];
  if (format && !jsonSchema.$ref && path.at(-2) === 'properties') jsonSchema.format ??= format;
  if (jsonSchema.format) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

function json(schema: object) {
  return { 'application/json': { schema } };
}

function capitalized(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function isNamedEndpoint(entry: [string, unknown]): entry is [string, Endpoint] {
  const [, value] = entry;
  return typeof value === 'object' && value !== null && 'method' in value && 'who' in value;
}
