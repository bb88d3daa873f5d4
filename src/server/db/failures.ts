// Classifies errors of queries. `pg` throws the server's error, and Drizzle wraps it as a cause.

/**
 * Whether PostgreSQL rolled the transaction back because of another one: a deadlock or a
 * serialization failure. This includes a failure of COMMIT.
 */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error) ?? '');
}

/** Thrown by a transaction that detects a conflict itself, to be rolled back and retried. */
export class ConflictError extends Error {
  readonly code = '40001';
}

/** The database was unreachable, closed the connection, or had no free connection in time. */
export function isUnreachable(error: unknown): boolean {
  if (UNREACHABLE.test(codeOf(error) ?? '')) return true;
  // `pg` reports a connection that broke during a query only in the message.
  for (const { message } of causes(error)) if (CUT.test(message)) return true;
  return false;
}

/**
 * Whether the connection broke while it was in use, so that the last statement may have succeeded.
 * False if there was no connection in the first place.
 */
export function isCutOff(error: unknown): boolean {
  if (!isUnreachable(error) || NEVER_SENT.test(codeOf(error) ?? '')) return false;
  for (const { message } of causes(error)) if (message.startsWith('timeout exceeded')) return false;
  return true;
}

/** No server listens, it is starting or stopping, or all its connections are in use. */
const NEVER_SENT = /^(53300|57P03|ECONNREFUSED|ENOENT)$/;

const CUT =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded|Query read timeout)/;

/**
 * SQLSTATE classes: connection exception, insufficient resources, operator intervention, and an
 * idle-in-transaction timeout. Then the errors of a socket.
 */
const UNREACHABLE =
  /^(08...|53...|57P..|25P03|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOENT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NOTFOUND|AI_AGAIN))$/;

/** Returns the SQLSTATE (five characters) or the socket's error code. */
export function codeOf(error: unknown): string | undefined {
  for (const link of causes(error))
    if ('code' in link && typeof link.code === 'string' && CODE.test(link.code)) return link.code;
  return undefined;
}

const CODE = /^([0-9A-Z]{5}|E[A-Z_]+)$/;

/** Yields the error and its causes, the root cause last. */
export function* causes(error: unknown): Generator<Error> {
  for (let link = error; link instanceof Error; link = link.cause) yield link;
}
