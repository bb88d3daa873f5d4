import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form';
import type { ZodError, ZodType } from 'zod';
import { whenIdle } from '#web/ui/loading/when-idle.ts';

/**
 * A form resolver for a contract schema, loaded by `import('#contract/…')`. Schemas and zod are larger
 * than a page, so they load when the browser is idle. If the load fails, only the server validates, as it
 * always does.
 */
export function rulesFrom<Input extends FieldValues, Output>(
  schema: () => Promise<ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  let rules: Promise<Resolver<Input, unknown, Output>> | undefined;
  const load = () => {
    rules ??= schema().then(
      (loaded) => async (values) => {
        const { success, data, error } = await loaded.safeParseAsync(values);
        return success
          ? { values: data, errors: {} }
          : { values: {}, errors: toFieldErrors(error) };
      },
      () => {
        rules = undefined;
        return (values) => ({ values: values as unknown as Output, errors: {} });
      },
    );
    return rules;
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
