import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Arguments<O extends Options> = ReturnType<
  typeof parseArgs<{ args: string[]; allowPositionals: true; options: O }>
>;

/** Returns undefined if `--help` printed the usage or an argument is wrong, with exit code 2. */
export function readArguments<const O extends Options>(
  usage: string,
  { options, min = 0, max = min }: { options?: O; min?: number; max?: number } = {},
): Arguments<O> | undefined {
  const help = { help: { type: 'boolean', short: 'h' } } as const;
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: { ...(options ?? ({} as O)), ...help },
    });
    if ((values as { help?: boolean }).help) {
      console.log(usage);
      return undefined;
    }
    if (positionals.length < min) return fail('An argument is missing.');
    if (positionals.length > max) return fail(`Unexpected argument '${positionals[max]}'.`);
    return { values, positionals } as Arguments<O>;
  } catch (error) {
    const [message = ''] = error instanceof Error ? error.message.split(/(?<=\.) /) : [];
    return fail(message.trim().replace(/\.?$/, '.'));
  }

  function fail(message: string): undefined {
    console.error(`${message}\n${usage}`);
    process.exitCode = 2;
  }
}
