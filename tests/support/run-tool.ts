import { format } from 'node:util';
import { vi } from 'vitest';
import { projectFile } from '#server/project-files.ts';

let runs = 0;

/**
 * What a command of `tools/` prints and ends with. It runs in this process, without the variables of
 * whoever runs the tests and without their `.env`.
 */
export async function runTool(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; says: string; complains: string }> {
  const printed = { log: '', error: '' };
  const spies = [
    vi.spyOn(process, 'loadEnvFile').mockImplementation(() => undefined),
    ...(['log', 'error'] as const).map((method) =>
      vi.spyOn(console, method).mockImplementation((...words) => {
        printed[method] += `${format(...words)}\n`;
      }),
    ),
  ];
  const { argv, env: outerEnv, exitCode } = process;
  process.argv = [process.execPath, `tools/${name}.ts`, ...args];
  process.env = { PATH: outerEnv.PATH, ...env };
  process.exitCode = undefined;
  runs += 1;
  try {
    // Under a new address each time, as a module runs once.
    await import(/* @vite-ignore */ `${projectFile(`tools/${name}.ts`).href}?run=${runs}`);
    return { code: Number(process.exitCode ?? 0), says: printed.log, complains: printed.error };
  } finally {
    for (const spy of spies) spy.mockRestore();
    Object.assign(process, { argv, env: outerEnv, exitCode });
  }
}
