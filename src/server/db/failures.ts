// What a failed query says about itself. `pg` throws the server's error, Drizzle wraps it as a cause.

/**
 * Whether the server undid the transaction because another stood in its way: a deadlock, or two that
 * can't both have been first. Nothing of it is there, also where COMMIT answered so.
 */
export function isConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error) ?? '');
}

/** What a transaction throws that sees so itself: it is undone and runs again. */
export class ConflictError extends Error {
  readonly code = '40001';
}

/** The database was unreachable, closed the connection, or had no free connection in time. */
export function isUnreachable(error: unknown): boolean {
  if (UNREACHABLE.test(codeOf(error) ?? '')) return true;
  // `pg` says in words only that a connection ended in the middle.
  for (const { message } of causes(error)) if (CUT.test(message)) return true;
  return false;
}

/**
 * Whether the line to the database broke while it was in use: what was asked last may have been done,
 * and its answer lost. Not where no line was to be had.
 */
export function isCutOff(error: unknown): boolean {
  if (!isUnreachable(error) || NEVER_SENT.test(codeOf(error) ?? '')) return false;
  for (const { message } of causes(error)) if (message.startsWith('timeout exceeded')) return false;
  return true;
}

/** No server listens, or it starts, stops, or has no connection left. */
const NEVER_SENT = /^(53300|57P03|ECONNREFUSED|ENOENT)$/;

const CUT =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded|Query read timeout)/;

/**
 * Connection exceptions, too little of something, an operator's intervention, a session ended for
 * having idled in a transaction; then what a socket says.
 */
const UNREACHABLE =
  /^(08...|53...|57P..|25P03|E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOENT|HOSTUNREACH|HOSTDOWN|NETUNREACH|NOTFOUND|AI_AGAIN))$/;

/** The SQLSTATE of five characters, or a socket's error. */
export function codeOf(error: unknown): string | undefined {
  for (const link of causes(error))
    if ('code' in link && typeof link.code === 'string' && CODE.test(link.code)) return link.code;
  return undefined;
}

const CODE = /^([0-9A-Z]{5}|E[A-Z_]+)$/;

/** The error, and what it says was its cause, down to the first. */
export function* causes(error: unknown): Generator<Error> {
  for (let link = error; link instanceof Error; link = link.cause) yield link;
}
