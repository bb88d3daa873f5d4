import type { ErrorBody } from '#contract/endpoint.ts';

/** The client shows `message` to the user. */
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
    details: Partial<Pick<ErrorBody, 'issues' | 'code'>> & { retryAfter?: number } = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.issues = details.issues;
    this.retryAfter = details.retryAfter;
    this.code = details.code;
  }
}
