import { existsSync } from 'node:fs';

/** Loads the `.env` of the current folder. A release's launcher has already loaded its own. */
export function loadEnvFile(): void {
  if (process.env.CALLED_IT_HOME) return;
  if (existsSync('.env')) process.loadEnvFile('.env');
}
