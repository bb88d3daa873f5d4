import { z } from 'zod';
import { findTokenScope } from '#contract/api-tokens.ts';
import { type Endpoint, errorBody, type Tag } from '#contract/endpoint.ts';
import { CHANGES_HEADER, TOPICS } from '#contract/freshness.ts';
import { IMPORT_LIMITS } from '#contract/import-limits.ts';
import { TOTAL_COUNT_HEADER } from '#contract/leaderboards.ts';
import { CHANGE_ID_HEADER } from '#contract/setlist-undo.ts';
import { REQUEST_ID_HEADER } from '#contract/setlists.ts';
import { clean, SchemaRegistry } from './schema-registry.ts';

const TAGS: Record<Tag, string> = {
  accounts: 'Sign-in, sign-up, profiles, sessions',
  links: 'Emailed links: password reset, sign-in, address verification',
  passkeys: 'Passkeys (WebAuthn)',
  'account-data': 'Export and deletion of your account',
  notifications: 'Which notifications you receive, and how',
  push: 'Push subscriptions of a browser',
  shows: 'The schedule and the status of each show',
  songs: 'The song database, with statistics from setlists',
  setlists: 'The songs played, row by row',
  scribes: 'Fans who enter the setlist of a show or of a tour',
  'live-shows': 'Everything a page shows during a live show',
  odds: 'How likely songs are, and how many fans picked them',
  predictions: 'Your predictions',
  'fan-sheets': "Other fans' predictions, after predictions lock",
  crowd: 'What all fans picked, after predictions lock',
  shares: 'Public links to your predictions',
  scores: 'Points of all predictions of a show',
  leaderboards: 'Standings of one show and across all shows',
  leagues: 'Groups of fans with their own boards',
  'house-players': 'Programs that predict each show alongside the fans',
  statistics: 'Statistics by song, year and city',
  recaps: 'What happened at a show or on a tour, for all fans and for you',
  fans: 'Profiles and results of fans',
  forums: 'Threads and posts',
  moderation: "Reports, and moderators' decisions on them",
  band: 'The site and its band',
  widget: 'Data for the widget that other sites embed',
  setup: "Import of the band pack's songs, shows and users",
  imports: 'Import of setlists from archives, and their later corrections',
  webhooks: 'Requests that the site sends to other servers after changes',
  backups: 'Backups of the database, and restores',
  audit: 'The log of who changed what',
};

const ACCESS_DESCRIPTIONS: Record<Endpoint['who'], string> = {
  anyone: 'Requires no session.',
  user: 'Requires a session.',
  scribe: "Requires the session of one of the show's scribes or of an administrator.",
  moderator: 'Requires the session of a moderator or of an administrator.',
  admin: "Requires an administrator's session.",
};

export function describeApi(endpoints: Iterable<Endpoint>) {
  const order = Object.keys(TAGS);
  const sortedEndpoints = [...endpoints].sort(
    (a, b) => order.indexOf(a.tag) - order.indexOf(b.tag),
  );
  const schemas = new SchemaRegistry();
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of sortedEndpoints)
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: describeOperation(endpoint, schemas),
    };
  const rejection = {
    description: 'Rejected; `message` gives the reason',
    content: createJsonContent(schemas.toSchema(errorBody)),
  };
  return {
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: schemas.components, responses: { Refused: rejection } },
  };
}

function describeOperation(endpoint: Endpoint, schemas: SchemaRegistry) {
  const { name, tag, summary, params, query, returns, status, mayBeEmpty } = endpoint;
  const { returnsChangeId } = endpoint;
  const error = { $ref: '#/components/responses/Refused' };
  const success = {
    description: returns ? 'Done' : 'Done; no content',
    headers: describeHeaders(endpoint),
    ...(returns && {
      content: createJsonContent(schemas.toSchema(returns, 'output', `${name}Answer`)),
    }),
  };
  return {
    operationId: name,
    tags: [tag],
    summary,
    description: describeAccess(endpoint),
    ...describeSecurity(endpoint),
    parameters: [
      ...describeParameters('path', params),
      ...describeParameters('query', query),
      ...(returnsChangeId ? [IDEMPOTENCY_KEY] : []),
    ],
    ...describeRequestBody(endpoint, schemas),
    responses: {
      [status]: success,
      ...(status === 201 && { 200: { ...success, description: 'It already existed' } }),
      ...(mayBeEmpty && { 204: { description: 'It does not exist, or is not ready yet' } }),
      '4XX': error,
      '5XX': error,
    },
  };
}

function describeAccess({ summary, who, needsFreshSignIn, ...endpoint }: Endpoint): string {
  const scope = findTokenScope({ who, ...endpoint });
  return [
    `${summary}.`,
    ACCESS_DESCRIPTIONS[who],
    ...(needsFreshSignIn ? ['Requires a fresh sign-in.'] : []),
    scope ? `API tokens require the scope \`${scope}\`.` : 'Not for API tokens.',
  ].join(' ');
}

/** Returns nothing if access equals the document's default. */
function describeSecurity(endpoint: Endpoint) {
  if (endpoint.who === 'anyone') return { security: [] };
  return findTokenScope(endpoint) ? {} : { security: [{ session: [] }] };
}

function describeRequestBody({ name, body, takesFiles }: Endpoint, schemas: SchemaRegistry) {
  if (takesFiles)
    return { requestBody: { required: false, content: { 'multipart/form-data': FILES } } };
  if (!body) return {};
  const required = !body.safeParse(undefined).success;
  return {
    requestBody: {
      required,
      content: createJsonContent(schemas.toSchema(body, 'input', `${name}Body`)),
    },
  };
}

const IDEMPOTENCY_KEY = {
  name: REQUEST_ID_HEADER,
  in: 'header',
  required: false,
  description: 'Sending the same key again does not repeat the change',
  schema: { type: 'string', format: 'uuid' },
};

const FILES = {
  schema: {
    type: 'object',
    properties: {
      files: {
        type: 'array',
        maxItems: IMPORT_LIMITS.files,
        items: { type: 'string', contentMediaType: 'application/octet-stream' },
      },
    },
  },
};

function describeHeaders({ method, query, returnsChangeId }: Endpoint) {
  const isPaged = query instanceof z.ZodObject && 'offset' in query.shape;
  return {
    ...(isPaged && {
      [TOTAL_COUNT_HEADER]: {
        description: 'The total number of rows',
        schema: { type: 'integer', minimum: 0 },
      },
    }),
    ...(method !== 'GET' && {
      [CHANGES_HEADER]: {
        description:
          'What the request changed, in the format of `/ws` events; omitted if nothing changed',
        content: createJsonContent({ type: 'array', items: CHANGE }),
      },
    }),
    ...(returnsChangeId && {
      [CHANGE_ID_HEADER]: {
        description: 'The ID of this change; send it as `changeId` to undo it',
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
    subjectId: { type: ['string', 'null'], description: 'Null means any subject' },
    version: { type: 'integer' },
  },
};

/** Uses the parsed type of each parameter: a number with bounds says more than a string. */
function describeParameters(location: 'path' | 'query', schema: z.ZodType | undefined): object[] {
  if (!schema) return [];
  const { required = [], ...input } = z.toJSONSchema(schema, { io: 'input', override: clean });
  const output = location === 'path' ? input : z.toJSONSchema(schema, { override: clean });
  return Object.entries(output.properties ?? {}).map(([name, shape]) => ({
    name,
    in: location,
    required: required.includes(name),
    schema: shape,
  }));
}

function createJsonContent(schema: object) {
  return { 'application/json': { schema } };
}
