import type { ErrorBody } from '#contract/endpoint.ts';

/** An error response. `message` is a sentence that the client shows to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly statusCode: number;
  readonly issues: { path: string; message: string }[] | undefined;
  /** Seconds, sent as the `Retry-After` header. */
  readonly retryAfter: number | undefined;
  readonly code: ErrorBody['code'];

  constructor(
    statusCode: number,
    message: string,
    more: Partial<Pick<ErrorBody, 'issues' | 'code'>> & { retryAfter?: number } = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.issues = more.issues;
    this.retryAfter = more.retryAfter;
    this.code = more.code;
  }
}
