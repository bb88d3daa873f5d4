import { ApiError } from './api-error.ts';

/** What a database's error code means to the person who asked; undefined where it means nothing to them. */
export function apiErrorOfDatabase(error: unknown): ApiError | undefined {
  if (isCut(error)) return new ApiError(503, UNREACHABLE, { retryAfter: 2 });
  const code = databaseCode(error);
  if (!code) return undefined;
  if (code === '23505') return new ApiError(409, 'This is already there');
  if (code === '23503') return new ApiError(409, 'Something this refers to was deleted meanwhile');
  if (code === '40001' || code === '40P01')
    return new ApiError(503, 'Too much happened at once. Please try again.', { retryAfter: 1 });
  if (code === '53100')
    return new ApiError(507, 'The disk is full; nothing was saved. Please try again later.');
  if (isUnreachable(code)) return new ApiError(503, UNREACHABLE, { retryAfter: 2 });
  return undefined;
}

const UNREACHABLE = 'The database is not reachable. Please try again in a moment.';

/** `pg` says in words only that a connection ended in the middle, or that none was free in time. */
function isCut(error: unknown): boolean {
  for (const { message } of causes(error)) if (CUT.test(message)) return true;
  return false;
}

const CUT = /^(Connection terminated|Client has encountered a connection error|timeout exceeded)/;

/** Name of the constraint that an error speaks of, where it speaks of one. */
export function violatedConstraint(error: unknown): string | undefined {
  for (const link of causes(error))
    if ('constraint' in link && typeof link.constraint === 'string') return link.constraint;
  return undefined;
}

function databaseCode(error: unknown): string | undefined {
  for (const link of causes(error))
    if ('code' in link && typeof link.code === 'string' && CODE.test(link.code)) return link.code;
  return undefined;
}

/** SQLSTATE of five characters, or a socket's error. */
const CODE = /^([0-9A-Z]{5}|E[A-Z]+)$/;

function isUnreachable(code: string): boolean {
  const classes = ['08', '57', '53'];
  const sockets = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT'];
  return classes.includes(code.slice(0, 2)) || sockets.includes(code);
}

function* causes(error: unknown): Generator<Error> {
  for (let link = error; link instanceof Error; link = link.cause) yield link;
}
