import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

/**
 * PostgreSQL stores neither U+0000 nor half a surrogate pair: such text is refused at the door. So
 * is a body that is not UTF-8, which would be stored with question marks in place of its letters.
 */
export function installStorableTextCheck(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const text = textOf(body);
      if (text === undefined) done(new ApiError(400, 'The text of the request is not UTF-8'));
      else parseJson(request, text, done);
    },
  );
  app.addHook('preValidation', ({ body, query }, _reply, done) => {
    if (isStorable(body) && isStorable(query)) done();
    else done(new ApiError(400, 'The text holds a character that cannot be stored'));
  });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 is what is looked for.
const UNSTORABLE = /[\u0000\p{Cs}]/u;

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !UNSTORABLE.test(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).every(([key, item]) => isStorable(key) && isStorable(item));
  return true;
}
