import type { FieldValues, Resolver } from 'react-hook-form';
import type { ZodType } from 'zod';
import { whenIdle } from '#web/ui/when-idle.ts';

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
    rules ??= Promise.all([import('@hookform/resolvers/zod'), schema()]).then(
      ([{ zodResolver }, loaded]) => zodResolver(loaded),
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
