import type { z } from 'zod';

export class ImportStoppedError extends Error {
  override readonly name = 'ImportStoppedError';

  constructor(...parts: [location: string, reason: string, nextStep: string] | [message: string]) {
    if (parts.length === 1) {
      super(parts[0]);
      return;
    }
    const [location, reason, nextStep] = parts;
    super(`${location}: ${reason.replace(/[^?.]$/, '$&.')} ${nextStep}`);
  }
}

export function parseOrThrow<S extends z.ZodType>(
  schema: S,
  value: unknown,
  location: string,
  nextStep: string,
): z.output<S> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  const path = issue?.path.join('.');
  throw new ImportStoppedError(
    location,
    path ? `${path}: ${issue?.message}` : `${issue?.message}`,
    nextStep,
  );
}
