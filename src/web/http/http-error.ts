import type { ErrorBody } from '#contract/endpoint.ts';

/** `message` is the status, a colon, and the body or status text, as in the specification. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly serverMessage: string | undefined;
  readonly issues: readonly { path: string; message: string }[];
  /** Seconds, from the `Retry-After` header. */
  readonly retryAfter: number | undefined;

  constructor(status: number, text: string, body: Partial<ErrorBody> = {}, retryAfter?: number) {
    super(`${status}: ${text}`);
    this.status = status;
    this.serverMessage = body.message;
    this.issues = body.issues ?? [];
    this.retryAfter = retryAfter;
  }
}

export async function toHttpError(response: Response): Promise<HttpError> {
  const text = await response.text().catch(() => '');
  const retryAfter = Number(response.headers.get('retry-after')) || undefined;
  return new HttpError(
    response.status,
    text || response.statusText,
    parseErrorBody(text),
    retryAfter,
  );
}

export function errorMessage(error: unknown, fallback: string): string {
  return (error instanceof HttpError && error.serverMessage) || fallback;
}

export function getErrorCode(error: unknown): unknown {
  if (!(error instanceof HttpError)) return undefined;
  try {
    return JSON.parse(error.message.slice(`${error.status}: `.length)).code;
  } catch {
    return undefined;
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404;
}

/** Returns false for network errors, rate limits, an overloaded server and an expired session. */
export function isFinalResponse(error: unknown): error is HttpError {
  return error instanceof HttpError && ![401, 408, 429, 502, 503, 504].includes(error.status);
}

/** Checks the shape, because a proxy may send any body. */
function parseErrorBody(text: string): Partial<ErrorBody> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return {};
  }
  if (typeof body !== 'object' || body === null) return {};
  const { message, issues } = body as Record<string, unknown>;
  return {
    ...(typeof message === 'string' && { message }),
    ...(Array.isArray(issues) && { issues: issues.filter(isIssue) }),
  };
}

function isIssue(value: unknown): value is { path: string; message: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
