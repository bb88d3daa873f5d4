import type { ErrorBody } from '#contract/endpoint.ts';

/** An answer that is not OK. `message` is the status, a colon and the body's text. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  /** The server's sentence for a person; undefined where the answer had none. */
  readonly sentence: string | undefined;
  /** Which fields of the body were refused, and why. */
  readonly issues: readonly { path: string; message: string }[];

  constructor(status: number, text: string, body: Partial<ErrorBody> = {}) {
    super(`${status}: ${text}`);
    this.status = status;
    this.sentence = body.message;
    this.issues = body.issues ?? [];
  }
}

export async function httpErrorOf(response: Response): Promise<HttpError> {
  const text = await response.text().catch(() => '');
  return new HttpError(response.status, text || response.statusText, errorBodyOf(text));
}

/** What a toast says of a failure: the server's sentence, or the fallback where it gave none. */
export function sentenceOf(error: unknown, fallback: string): string {
  return (error instanceof HttpError && error.sentence) || fallback;
}

/** There is no such thing, or not any more. */
export function isNotFound(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404;
}

/**
 * Whether the server has answered what was asked: what comes of a broken line on its way, a server at
 * its limits or an ended session is no answer, and the same may be sent again.
 */
export function isAnswer(error: unknown): error is HttpError {
  return error instanceof HttpError && ![401, 408, 429, 502, 503, 504].includes(error.status);
}

/** Whatever a proxy on the way answers must not break the page, so nothing is taken for granted. */
function errorBodyOf(text: string): Partial<ErrorBody> {
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
