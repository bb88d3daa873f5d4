import { format } from 'node:util';
import { vi } from 'vitest';
import { projectFile } from '#server/project-files.ts';

let runCount = 0;

/** Runs in this process, without the developer's environment variables and `.env`. */
export async function runTool(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const output = { log: '', error: '' };
  const spies = [
    vi.spyOn(process, 'loadEnvFile').mockImplementation(() => undefined),
    ...(['log', 'error'] as const).map((method) =>
      vi.spyOn(console, method).mockImplementation((...messageParts) => {
        output[method] += `${format(...messageParts)}\n`;
      }),
    ),
  ];
  const { argv, env: outerEnv, exitCode } = process;
  process.argv = [process.execPath, `tools/${name}.ts`, ...args];
  process.env = { PATH: outerEnv.PATH, ...env };
  process.exitCode = undefined;
  runCount += 1;
  try {
    // Modules are evaluated once per URL, so each run needs a different one.
    await import(/* @vite-ignore */ `${projectFile(`tools/${name}.ts`).href}?run=${runCount}`);
    return { code: Number(process.exitCode ?? 0), stdout: output.log, stderr: output.error };
  } finally {
    for (const spy of spies) spy.mockRestore();
    Object.assign(process, { argv, env: outerEnv, exitCode });
  }
}
