import { existsSync } from 'node:fs';

/** Reads `.env` of the current folder. The launcher of a release has already read its own. */
export function loadEnvFile(): void {
  if (process.env.CALLED_IT_HOME) return;
  if (existsSync('.env')) process.loadEnvFile('.env');
}
