import type { z } from 'zod';

/** An import that cannot go on: where it was, what is wrong, and how to go on. */
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

/** Checks what came against a schema. Throws with the first thing that is wrong, by its path. */
export function check<S extends z.ZodType>(
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
