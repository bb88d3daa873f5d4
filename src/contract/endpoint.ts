import { z } from 'zod';
import type { Dependency } from './freshness.ts';
import { sentenceOf } from './messages.ts';

// Before any schema is made, as each remembers how it was told to work.
// A value without a sentence of its schema's own gets one for a person, on both sides.
z.config({
  // The pages' content policy forbids code made of text; zod's try alone would be reported.
  jitless: 'document' in globalThis,
  customError: sentenceOf,
});

/** Every call's path begins so. */
export const API_PATH = '/api';

/** Groups of calls in the OpenAPI description; `describe-api.ts` orders and explains them. */
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
  | 'night'
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
 * One call of the HTTP API, declared once. It types the server's handler and the browser's call,
 * validates the request, strips the response to its declaration, and becomes OpenAPI.
 */
export interface Endpoint {
  /** The operation's id in OpenAPI. Absent in the browser, like all that `slim-contract.mjs` strips. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with `{name}` for each parameter. */
  readonly path: `${typeof API_PATH}/${string}`;
  readonly tag: Tag;
  /** Who may call: without a session, with one, or only as an administrator. */
  readonly who: 'anyone' | 'user' | 'admin';
  /** What an account on a temporary password may write, as it ends that state. */
  readonly endsTemporaryPassword?: true;
  /** In a demo reads work and writes are refused, where nothing else is said. */
  readonly inDemo?: 'works' | 'refused';
  /** Only for who has said within the last minutes whose session it is; see `fresh-sign-in.ts`. */
  readonly needsFreshSignIn?: true;
  /** Works on a nearly full disk, as every deletion does: an administrator has to get in to make room. */
  readonly worksOnFullDisk?: true;
  /** One line for the OpenAPI description, without a final period. */
  readonly summary: string;
  readonly params?: z.ZodType<Record<string, string>>;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Takes files, as `multipart/form-data` in the place of a body. */
  readonly takesFiles?: true;
  /** Largest body in bytes; 16 KB where nothing is said. */
  readonly bodyLimit?: number;
  /** Status of success: 200 for a reading or a change, 201 for a creation, 204 for no content. */
  readonly status: 200 | 201 | 204;
  /** The answer's shape; absent where the answer is always 204. */
  readonly returns?: z.ZodType;
  /** The answer may also be 204, meaning that there is none. */
  readonly mayBeEmpty?: true;
  /** The answer names the change that was made, by the header that an undo takes it from. */
  readonly namesItsChange?: true;
  /** Of a GET: whose changes make its answer another. */
  readonly dependsOn?: readonly Dependency[];
  /** Of a GET: after a change its answer takes seconds. It is read anew, and nothing waits for it. */
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
/** What a caller may send as the query, defaults left out. */
export type QueryInputOf<E extends Endpoint> = Input<E['query']>;
/** What a caller may send as the body, defaults left out. */
export type BodyInputOf<E extends Endpoint> = Input<E['body']>;
export type AnswerOf<E extends Endpoint> =
  | Output<E['returns']>
  | (E extends { mayBeEmpty: true } ? undefined : never);

/**
 * An id that a caller gives, in whatever letters: from here on it is spelled as the database spells
 * it, so that what is remembered, compared and told by an id has one name only.
 */
export const id = (sentence?: string) => z.uuid(sentence).toLowerCase();

/** `{ id }` of a path. Anything but a UUID is answered with 404, like an id that nobody has. */
export const idParams = z.object({ id: id('Not found') });

/** The same for a show. */
export const showParams = z.object({ id: id('Show not found.') });

/** Shape of every error's body. `message` is a sentence for a person. */
export const errorBody = z
  .object({
    statusCode: z.int(),
    error: z.string(),
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    /** What a program can do about it, where it can. */
    code: z.literal('fresh-sign-in').optional(),
  })
  .meta({ id: 'ErrorBody' });
export type ErrorBody = z.output<typeof errorBody>;

/** The version that a change starts from; where it is no longer the present one: 409, nothing written. */
export const baseVersion = z
  .int('Version must be a whole number')
  .min(0)
  .optional()
  .meta({ id: 'BaseVersion' });

/** The same of a call without a body. */
export const baseVersionQuery = z.object({
  version: z
    .string()
    .regex(/^\d{1,9}$/, 'Version must be a whole number')
    .transform(Number)
    .pipe(z.int())
    .optional(),
});

export const NOTHING_TO_CHANGE = 'Name at least one thing to change';

/** Whether the body of a PATCH has anything besides the version that it starts from. */
export function namesAChange(body: object): boolean {
  return Object.entries(body).some(
    ([key, value]) => value !== undefined && key !== 'version' && key !== 'detailsVersion',
  );
}

/** Optional text of at most `max` characters; null and '' both mean none and become null. */
export function optionalText(max: number) {
  return z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => (text === undefined ? undefined : text || null));
}
