import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

/** PostgreSQL stores neither U+0000 nor half a surrogate pair: such text is refused at the door. */
export function installStorableTextCheck(app: FastifyInstance): void {
  app.addHook('preValidation', ({ body, query }, _reply, done) => {
    if (isStorable(body) && isStorable(query)) done();
    else done(new ApiError(400, 'The text holds a character that cannot be stored'));
  });
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
