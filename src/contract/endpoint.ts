import { z } from 'zod';
import type { Dependency } from './freshness.ts';
import { messageFor } from './messages.ts';

// Must run before the first schema is created: each schema keeps the configuration of that time.
// `customError` supplies messages for people where a schema has none, on both sides.
z.config({
  // The content security policy forbids eval. Even zod's feature test for it would be reported.
  jitless: 'document' in globalThis,
  customError: messageFor,
});

export const API_PATH = '/api';

/** Groups in the OpenAPI description; `describe-api.ts` orders and explains them. */
export type Tag =
  | 'account-data'
  | 'accounts'
  | 'audit'
  | 'backups'
  | 'band'
  | 'forums'
  | 'house-players'
  | 'imports'
  | 'leaderboards'
  | 'links'
  | 'live-shows'
  | 'notifications'
  | 'odds'
  | 'passkeys'
  | 'predictions'
  | 'push'
  | 'scores'
  | 'setlists'
  | 'setup'
  | 'shares'
  | 'shows'
  | 'songs'
  | 'statistics';

/**
 * An endpoint of the HTTP API, declared once. It types the server's handler and the browser's call,
 * validates the request, strips the response to its declaration, and becomes OpenAPI.
 */
export interface Endpoint {
  /** Operation id in OpenAPI. `slim-contract.mjs` strips it from the browser's bundle. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `${typeof API_PATH}/${string}`;
  readonly tag: Tag;
  readonly who: 'anyone' | 'user' | 'admin';
  /** Allowed with a temporary password because it replaces that password. */
  readonly endsTemporaryPassword?: true;
  /** Behavior in a demo; by default reads work and writes are refused. */
  readonly inDemo?: 'works' | 'refused';
  /** Requires a recent sign-in; see `fresh-sign-in.ts`. */
  readonly needsFreshSignIn?: true;
  /** Works on a nearly full disk, like every deletion, so that an administrator can free space. */
  readonly worksOnFullDisk?: true;
  /** One line for OpenAPI, without a final period. */
  readonly summary: string;
  readonly params?: z.ZodType<Record<string, string>>;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Takes files as `multipart/form-data` instead of a JSON body. */
  readonly takesFiles?: true;
  /** Maximum body size in bytes; 16 KB by default. */
  readonly bodyLimit?: number;
  readonly status: 200 | 201 | 204;
  /** Absent if the response is always 204. */
  readonly returns?: z.ZodType;
  /** The response may also be 204, which means that nothing was found. */
  readonly mayBeEmpty?: true;
  /** The response has the id of the change in `CHANGE_ID_HEADER`, for an undo. */
  readonly namesItsChange?: true;
  /** For a GET: the topics whose changes invalidate its response. */
  readonly dependsOn?: readonly Dependency[];
  /** For a GET that takes seconds to rebuild: refetched in the background after a change. */
  readonly isSlow?: true;
}

/** Declares an endpoint and keeps the literal types of its declaration. */
export function endpoint<const E extends Omit<Endpoint, 'name'>>(
  name: string,
  declaration: E,
): E & { readonly name: string } {
  return { ...declaration, name };
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Input<S> = S extends z.ZodType ? z.input<S> : undefined;

export type ParamsOf<E extends Endpoint> = Output<E['params']>;
export type QueryOf<E extends Endpoint> = Output<E['query']>;
export type BodyOf<E extends Endpoint> = Output<E['body']>;
/** The input types are those before defaults are applied. */
export type QueryInputOf<E extends Endpoint> = Input<E['query']>;
export type BodyInputOf<E extends Endpoint> = Input<E['body']>;
export type ResponseOf<E extends Endpoint> =
  | Output<E['returns']>
  | (E extends { mayBeEmpty: true } ? undefined : never);

/** A UUID, lowercased to match the database, so that equal ids are equal strings. */
export const id = (sentence?: string) => z.uuid(sentence).toLowerCase();

/** The `{id}` of a path. Anything but a UUID gets 404, like an unknown id. */
export const idParams = z.object({ id: id('Not found') });

export const showParams = z.object({ id: id('Show not found.') });

/** Body of every error response. `message` is shown to people. */
export const errorBody = z
  .object({
    statusCode: z.int(),
    error: z.string(),
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    code: z.literal('fresh-sign-in').optional(),
  })
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.output<typeof errorBody>;

/** The version that a change is based on. If outdated: 409, and nothing is written. */
export const baseVersion = z
  .int('Version must be a whole number')
  .min(0)
  .optional()
  .meta({ id: 'BaseVersion' });

export const baseVersionQuery = z.object({
  version: z
    .string()
    .regex(/^\d{1,9}$/, 'Version must be a whole number')
    .transform(Number)
    .pipe(z.int())
    .optional(),
});

export const NOTHING_TO_CHANGE = 'Name at least one thing to change';

/** Whether the body of a PATCH contains anything besides its base version. */
export function namesAChange(body: object): boolean {
  return Object.entries(body).some(
    ([key, value]) => value !== undefined && key !== 'version' && key !== 'detailsVersion',
  );
}

/** Optional text of at most `max` characters. Null and '' both become null. */
export function optionalText(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => (text === undefined ? undefined : text || null));
}
