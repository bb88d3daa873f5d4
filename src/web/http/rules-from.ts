import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form';
import type { ZodError, ZodType } from 'zod';
import { whenIdle } from '#web/ui/loading/when-idle.ts';

/**
 * A form's rules by a schema of the contract, which `import('#contract/…')` brings whole. Schemas and
 * zod weigh more than a page, so they come once it has been drawn. Where they can't be had, the
 * server alone checks, as it does anyway.
 */
export function rulesFrom<Input extends FieldValues, Output>(
  schema: () => Promise<ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  let rules: Promise<Resolver<Input, unknown, Output>> | undefined;
  const load = () => {
    rules ??= schema().then(
      (loaded) => async (values) => {
        const { success, data, error } = await loaded.safeParseAsync(values);
        return success ? { values: data, errors: {} } : { values: {}, errors: errorsOf(error) };
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

/** Of each field the first thing that is wrong with it. */
function errorsOf<Input extends FieldValues>({ issues }: ZodError): FieldErrors<Input> {
  const errors = {};
  for (const { path, code, message } of issues) {
    const field = path.join('.');
    if (!get(errors, field)) set(errors, field, { type: code, message });
  }
  return errors;
}
