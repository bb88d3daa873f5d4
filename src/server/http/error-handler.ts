import { STATUS_CODES } from 'node:http';
import { DrizzleQueryError } from 'drizzle-orm';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#contract/endpoint.ts';
import { isUnreachable } from '../db/failures.ts';
import { ApiError } from './api-error.ts';
import { mapDatabaseError } from './database-errors.ts';
import { createOutageLog } from './outage-log.ts';
import { logSecurityEvent } from './security-log.ts';

export function installErrorHandler(app: FastifyInstance, clock = Date.now): void {
  app.decorate('outageLog', createOutageLog(clock));
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendError(reply, convertAndLogError(error, request)),
  );
}

export function convertAndLogError(error: FastifyError, request: FastifyRequest): ApiError {
  const apiError = toApiError(error);
  if (apiError.statusCode === 503 && (request.isOutageFailure || isUnreachable(error))) {
    request.isOutageFailure = true;
    request.server.outageLog.logFailure(request.log, removeParameters(error));
  } else if (apiError.statusCode >= 500)
    request.log.error({ err: removeParameters(error) }, 'request failed');
  const event = SECURITY_EVENTS[apiError.statusCode];
  if (event) logSecurityEvent(request, event, { why: apiError.message });
  return apiError;
}

/** Omits 401, which only means no session. Wrong passwords are logged where they are checked. */
const SECURITY_EVENTS: Record<number, 'refused' | 'limit-hit'> = {
  403: 'refused',
  429: 'limit-hit',
};

export function sendError(reply: FastifyReply, error: ApiError): FastifyReply {
  const body: ErrorBody = {
    statusCode: error.statusCode,
    error: STATUS_CODES[error.statusCode] ?? 'Error',
    message: error.message,
    ...(error.issues && { issues: error.issues }),
    ...(error.code && { code: error.code }),
  };
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  return reply
    .status(error.statusCode)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body);
}

/** A failed query's message contains its parameters, such as password hashes. */
function removeParameters(error: Error): unknown {
  return error instanceof DrizzleQueryError ? error.cause : error;
}

function toApiError(error: FastifyError): ApiError {
  if (error instanceof ApiError) return error;
  if (error.validation) return mapValidationError(error);
  const databaseError = mapDatabaseError(error);
  if (databaseError) return databaseError;
  const status = error.statusCode ?? 500;
  if (status < 500) return new ApiError(status, MESSAGES[status] ?? 'The request is not valid');
  return new ApiError(500, 'Something went wrong on our side. Please try again.');
}

function mapValidationError(error: FastifyError): ApiError {
  const issues = (error.validation ?? []).map((issue) => ({
    path: issue.instancePath.split('/').filter(Boolean).join('.'),
    message: issue.message ?? 'Invalid value',
  }));
  const [first] = issues;
  if (error.validationContext === 'params') return new ApiError(404, first?.message ?? 'Not found');
  if (!first) return new ApiError(400, 'The request is not valid');
  return new ApiError(400, formatIssue(first), { issues });
}

/** 'Required' is clear next to its field. Elsewhere it needs the field's name. */
function formatIssue({ path, message }: { path: string; message: string }): string {
  const [field = ''] = path.replace(/Id(?=s?\b)/, '').split('.');
  const label = field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const name = `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
  if (!name) return message.replace(/^(Required|Must)\b.*/, 'Send a JSON object with named fields');
  if (message === 'Required') return `${name} is required`;
  if (message.startsWith('Must ')) return `${name} must ${message.slice('Must '.length)}`;
  if (/^At (most|least) \d/.test(message))
    return `${name} must have at ${message.slice('At '.length)}`;
  return message;
}

const MESSAGES: Record<number, string> = {
  400: 'The request is malformed',
  404: 'Not found',
  408: 'The request took too long to arrive',
  413: 'The request is too large',
  415: 'Send JSON with the content type application/json',
  429: 'Too many requests. Please wait a moment and try again.',
};
