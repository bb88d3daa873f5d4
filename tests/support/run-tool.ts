import { execFile } from 'node:child_process';

/** What a command of `tools/` says and ends with, run as a person runs it. */
export function runTool(
  name: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; says: string; complains: string }> {
  const words = ['--import', 'tsx', `tools/${name}.ts`, ...args];
  const of = { env: { PATH: process.env.PATH, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, words, of, (error, says, complains) => {
      resolve({ code: error ? Number(error.code) : 0, says, complains });
    });
  });
}
