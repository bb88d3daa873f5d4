/** Returns whether PostgreSQL rolled back after a serialization failure or a deadlock. */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(findDatabaseErrorCode(error) ?? '');
}

export class ConflictError extends Error {
  readonly code = '40001';
}

/** Also returns true for a broken connection, and if the pool had no free connection in time. */
export function isUnreachable(error: unknown): boolean {
  if (UNREACHABLE.test(findDatabaseErrorCode(error) ?? '')) return true;
  // `pg` reports a connection that broke during a query only in the message.
  for (const { message } of walkErrorChain(error)) if (BROKEN_CONNECTION.test(message)) return true;
  return false;
}

/** Returns whether the last statement may have succeeded before the connection broke. */
export function mayHaveCommitted(error: unknown): boolean {
  if (!isUnreachable(error) || NEVER_SENT.test(findDatabaseErrorCode(error) ?? '')) return false;
  for (const { message } of walkErrorChain(error))
    if (message.startsWith('timeout exceeded')) return false;
  return true;
}

const NEVER_SENT = /^(53300|57P03|ECONNREFUSED|ENOENT)$/;

const BROKEN_CONNECTION =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded|Query read timeout)/;

/** SQLSTATEs (Appendix A of the PostgreSQL manual) and socket errors. */
const UNREACHABLE =
  /^(08...|53...|57P..|25P03|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOENT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NOTFOUND|AI_AGAIN))$/;

export function findDatabaseErrorCode(error: unknown): string | undefined {
  for (const link of walkErrorChain(error))
    if ('code' in link && typeof link.code === 'string' && CODE.test(link.code)) return link.code;
  return undefined;
}

const CODE = /^([0-9A-Z]{5}|E[A-Z_]+)$/;

export function* walkErrorChain(error: unknown): Generator<Error> {
  for (let link = error; link instanceof Error; link = link.cause) yield link;
}
