import { z } from 'zod';
import { type Endpoint, endpoint, idParams, type Tag } from './endpoint.ts';
import { visibleText } from './text.ts';
import { API_TOKEN_SCOPES, type ApiTokenScope } from './token-scopes.ts';

/** Lets people and scanners recognize a leaked token. */
export const API_TOKEN_PREFIX = 'calledit_';

export const API_TOKEN_NAME_LENGTH = 60;
export const MAX_API_TOKENS = 20;
export const TOKEN_CALLS_PER_MINUTE = 1_000;
export const TOKEN_LIFETIMES_DAYS = [7, 30, 90, 365] as const;

export const TOO_MANY_TOKENS = `You have ${MAX_API_TOKENS} tokens. Revoke one first.`;
export const TOKEN_IS_INVALID = 'This API token is invalid or has expired';
export const TOKEN_AND_SESSION = 'Send an API token or a session cookie, not both';
export const TOKEN_NOT_ALLOWED = "API tokens can't do this. Please sign in.";

export function formatMissingScope(scope: ApiTokenScope): string {
  return `This API token doesn't have the scope '${scope}'`;
}

/** Reads with these tags concern the account, its security, email or links, or league posts. */
const PRIVATE_TAGS: ReadonlySet<Tag> = new Set([
  'account-data',
  'accounts',
  'leagues',
  'links',
  'notifications',
  'passkeys',
  'push',
  'shares',
]);

/** Returns the scope that a token requires, or undefined if no token may make the request. */
export function findTokenScope(
  called: Pick<Endpoint, 'method' | 'tag' | 'who' | 'tokenScope'>,
): ApiTokenScope | undefined {
  const { method, tag, who, tokenScope } = called;
  if (tokenScope) return tokenScope;
  if (who === 'scribe') return 'scribe';
  const isForFans = who === 'anyone' || who === 'user';
  return method === 'GET' && isForFans && !PRIVATE_TAGS.has(tag) ? 'read' : undefined;
}

export const apiToken = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scopes: z.array(z.enum(API_TOKEN_SCOPES)),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    /** Accurate to the hour. */
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.output<typeof apiToken>;

export const createApiTokenBody = z.object({
  name: visibleText(API_TOKEN_NAME_LENGTH, 'Name is required'),
  scopes: z
    .array(z.enum(API_TOKEN_SCOPES))
    .min(1, 'Choose what the token may do')
    .max(API_TOKEN_SCOPES.length)
    .transform((scopes) => API_TOKEN_SCOPES.filter((scope) => scopes.includes(scope))),
  lifetimeDays: z.literal([...TOKEN_LIFETIMES_DAYS]),
});

export const listApiTokens = endpoint('listApiTokens', {
  method: 'GET',
  path: '/api/user/tokens',
  tag: 'accounts',
  who: 'user',
  summary: 'List your API tokens, newest first',
  status: 200,
  returns: z.array(apiToken),
  dependsOn: ['sessions:{me}'],
});

export const createApiToken = endpoint('createApiToken', {
  method: 'POST',
  path: '/api/user/tokens',
  tag: 'accounts',
  who: 'user',
  needsFreshSignIn: true,
  summary: 'Create an API token; only this response has it',
  body: createApiTokenBody,
  status: 201,
  returns: apiToken.extend({ token: z.string() }),
});

export const revokeApiToken = endpoint('revokeApiToken', {
  method: 'DELETE',
  path: '/api/user/tokens/{id}',
  tag: 'accounts',
  who: 'user',
  summary: 'Revoke an API token immediately',
  params: idParams,
  status: 204,
});
