import type { z } from 'zod';

/** The message says where and why the import stopped, and how to continue. */
export class ImportStopped extends Error {
  override readonly name = 'ImportStopped';

  constructor(...said: [where: string, what: string, goOn: string] | [message: string]) {
    if (said.length === 1) {
      super(said[0]);
      return;
    }
    const [where, what, goOn] = said;
    super(`${where}: ${what.replace(/[^?.]$/, '$&.')} ${goOn}`);
  }
}

export function parseOrStop<S extends z.ZodType>(
  schema: S,
  value: unknown,
  where: string,
  goOn: string,
): z.output<S> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  const path = issue?.path.join('.');
  throw new ImportStopped(where, path ? `${path}: ${issue?.message}` : `${issue?.message}`, goOn);
}
