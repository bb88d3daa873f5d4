import {
  findDatabaseErrorCode,
  isConflict,
  isUnreachable,
  walkErrorChain,
} from '../db/failures.ts';
import { ApiError } from './api-error.ts';

/** Returns undefined if the client can't do anything about the error. */
export function mapDatabaseError(error: unknown): ApiError | undefined {
  const code = findDatabaseErrorCode(error);
  if (code === '23505') return new ApiError(409, 'This already exists');
  if (code === '23503') return new ApiError(409, 'Something this refers to was deleted');
  if (isConflict(error) || code === LOCK_TIMEOUT || code === STATEMENT_TIMEOUT)
    return new ApiError(503, 'The server is busy. Please try again.', { retryAfter: 1 });
  if (code === '53100') return createDiskFullError();
  if (isUnreachable(error))
    return new ApiError(503, 'The database is not reachable. Please try again in a moment.', {
      retryAfter: 2,
    });
  return undefined;
}

export function createDiskFullError(): ApiError {
  return new ApiError(507, 'The disk is full; nothing was saved. Please try again later.');
}

const LOCK_TIMEOUT = '55P03';
const STATEMENT_TIMEOUT = '57014';

export function findViolatedConstraint(error: unknown): string | undefined {
  for (const link of walkErrorChain(error))
    if ('constraint' in link && typeof link.constraint === 'string') return link.constraint;
  return undefined;
}
