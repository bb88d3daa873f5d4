import { z } from 'zod';
import type { Dependency } from './freshness.ts';
import { formatValidationMessage } from './messages.ts';
import type { ApiTokenScope } from './token-scopes.ts';

// Must run before the first schema is created, because a schema keeps the current configuration.
z.config({
  // The Content Security Policy forbids eval and would report zod's feature test for it.
  jitless: 'document' in globalThis,
  customError: formatValidationMessage,
});

export const API_PATH = '/api';

/** OpenAPI tags; `describe-api.ts` orders and explains them. */
export type Tag =
  | 'account-data'
  | 'accounts'
  | 'audit'
  | 'backups'
  | 'band'
  | 'crowd'
  | 'fan-sheets'
  | 'fans'
  | 'forums'
  | 'house-players'
  | 'imports'
  | 'leaderboards'
  | 'leagues'
  | 'links'
  | 'live-shows'
  | 'moderation'
  | 'notifications'
  | 'odds'
  | 'passkeys'
  | 'predictions'
  | 'push'
  | 'recaps'
  | 'scores'
  | 'scribes'
  | 'setlists'
  | 'setup'
  | 'shares'
  | 'shows'
  | 'songs'
  | 'statistics'
  | 'webhooks'
  | 'widget';

export interface Endpoint {
  /** OpenAPI operation ID. `slim-contract.mjs` strips it from the browser's bundle. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: `${typeof API_PATH}/${string}`;
  readonly tag: Tag;
  /** Administrators may call everything. 'scribe': also scribes of the show `{id}` in the path. */
  readonly who: 'anyone' | 'user' | 'scribe' | 'moderator' | 'admin';
  /** The scope that an API token needs. By default, tokens may only read (`findTokenScope`). */
  readonly tokenScope?: ApiTokenScope;
  /** Users with a temporary password may call it. */
  readonly endsTemporaryPassword?: true;
  /** By default, a demo site serves reads and rejects writes. */
  readonly inDemo?: 'works' | 'refused';
  readonly needsFreshSignIn?: true;
  /** Treats every caller as signed out, so that it works while a restore locks the sessions. */
  readonly ignoresSession?: true;
  /** The default for DELETE. */
  readonly worksOnFullDisk?: true;
  readonly summary: string;
  readonly params?: z.ZodType<Record<string, string>>;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Whether the body is `multipart/form-data` instead of JSON. */
  readonly takesFiles?: true;
  /** In bytes; 16 KB by default. */
  readonly bodyLimit?: number;
  readonly status: 200 | 201 | 204;
  readonly returns?: z.ZodType;
  /** Returns 204 if nothing is found, or while the result is not ready. */
  readonly mayBeEmpty?: true;
  /** Sends the ID of the change in `CHANGE_ID_HEADER`. */
  readonly returnsChangeId?: true;
  readonly dependsOn?: readonly Dependency[];
  /** Takes seconds to rebuild, so pages refetch it in the background after a change. */
  readonly isSlow?: true;
}

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
export type QueryInputOf<E extends Endpoint> = Input<E['query']>;
export type BodyInputOf<E extends Endpoint> = Input<E['body']>;
export type ResponseOf<E extends Endpoint> =
  | Output<E['returns']>
  | (E extends { mayBeEmpty: true } ? undefined : never);

/** IDs are lowercase as in the database, so that equal IDs are equal strings. */
export const id = (message?: string) => z.uuid(message).toLowerCase();

/** A malformed ID in the path returns 404, like an unknown one. */
export const idParams = z.object({ id: id('Not found') });

export const showParams = z.object({ id: id('Show not found.') });

/** Every error response; `message` is shown to people. */
export const errorBody = z
  .object({
    statusCode: z.int(),
    error: z.string(),
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    code: z.enum(['fresh-sign-in', 'reopening-choice']).optional(),
  })
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.output<typeof errorBody>;

/** The version a change is based on. The server returns 409 if it is outdated. */
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

export const NOTHING_TO_CHANGE = 'Name at least one field to change';

export function hasChanges(body: object): boolean {
  return Object.entries(body).some(([key, value]) => value !== undefined && key !== 'version');
}

/** Null and '' become null; undefined means no change. */
export function optionalText(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => (text === undefined ? undefined : text || null));
}
