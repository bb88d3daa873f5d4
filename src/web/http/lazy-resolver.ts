import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form';
import type { ZodError, ZodType } from 'zod';
import { whenIdle } from '#web/ui/loading/when-idle.ts';

/** Loads zod when idle, because it is larger than a page. Without it, only the server validates. */
export function lazyResolver<Input extends FieldValues, Output>(
  schema: () => Promise<ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  let resolver: Promise<Resolver<Input, unknown, Output>> | undefined;
  const load = () => {
    resolver ??= schema().then(
      (loaded) => async (values) => {
        const { success, data, error } = await loaded.safeParseAsync(values);
        return success
          ? { values: data, errors: {} }
          : { values: {}, errors: toFieldErrors(error) };
      },
      () => {
        resolver = undefined;
        return (values) => ({ values: values as unknown as Output, errors: {} });
      },
    );
    return resolver;
  };
  whenIdle(() => void load());
  return async (...form) => (await load())(...form);
}

function toFieldErrors<Input extends FieldValues>({ issues }: ZodError): FieldErrors<Input> {
  const errors = {};
  for (const { path, code, message } of issues) {
    const field = path.join('.');
    if (!get(errors, field)) set(errors, field, { type: code, message });
  }
  return errors;
}
