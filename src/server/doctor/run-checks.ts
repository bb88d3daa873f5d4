import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import { type Environment, SETTINGS } from '../environment.ts';
import { afterBackupFinding, backupFinding } from './backup-checks.ts';
import { clockFinding, invariantsFinding, migrationsFinding } from './database-checks.ts';
import { type Finding, megabytes } from './finding.ts';
import { isListening, mailFinding, redisFinding } from './service-checks.ts';

/** How the database was reached, or why it was not. */
export type DatabaseAccess = { url: string; connection: string } | { failure: string };

const MIN_FREE_BYTES = 64 * 1024 * 1024;

export async function runChecks(
  environment: Environment,
  variables: Record<string, string | undefined>,
  database: DatabaseAccess,
  clock: () => number = Date.now,
): Promise<Finding[]> {
  const findings: Finding[] = [configurationFinding(variables)];
  let databaseBytes = 0;
  if ('failure' in database) {
    const advice = 'Run this again once the database is reachable: the other checks need it.';
    findings.push({ what: 'database', state: 'bad', message: database.failure, advice });
  } else {
    const client = new pg.Client({
      connectionString: database.url,
      connectionTimeoutMillis: 5_000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ version: string; bytes: number }>(
        `select current_setting('server_version') as version,
           pg_database_size(current_database())::float8 as bytes`,
      );
      databaseBytes = rows[0]?.bytes ?? 0;
      findings.push(databaseFinding(rows[0]?.version ?? '', database.connection, databaseBytes));
      const { isNewest, finding } = await migrationsFinding(client);
      findings.push(finding, await clockFinding(client, clock));
      if (isNewest) findings.push(await invariantsFinding(client));
    } catch (error) {
      findings.push({
        what: 'database',
        state: 'bad',
        message: error instanceof Error ? error.message || String(error) : String(error),
        advice: 'Make sure that PostgreSQL runs at DATABASE_URL and accepts this user.',
      });
    } finally {
      await client.end();
    }
  }
  findings.push(await diskFinding(resolve(environment.dataDir), databaseBytes));
  findings.push(await backupFinding(environment, clock()));
  findings.push(await afterBackupFinding(environment));
  findings.push(await mailFinding(environment.smtpUrl, isListening));
  findings.push(await redisFinding(environment.redisUrl));
  return findings;
}

function configurationFinding(variables: Record<string, string | undefined>): Finding {
  const set = Object.values(SETTINGS).flatMap(({ name }) => {
    const value = variables[name]?.trim();
    return value ? [`${name}=${withoutSecrets(name, value)}`] : [];
  });
  const message =
    set.length > 0 ? set.join(', ') : 'nothing is set; the defaults of .env.example apply';
  return { what: 'configuration', state: 'ok', message };
}

export function withoutSecrets(name: string, value: string): string {
  if (/PASSWORD|TOKEN|SECRET|KEY|AFTER_BACKUP/.test(name)) return '(set)';
  if (!/_URL$/.test(name) || !URL.canParse(value)) return value;
  const url = new URL(value);
  if (url.password) url.password = '***';
  // A database URL may contain the password as a parameter.
  url.search = '';
  return url.href;
}

const MIN_POSTGRES = 15;

function databaseFinding(version: string, connection: string, bytes: number): Finding {
  const message = `PostgreSQL ${version}, ${connection}, ${megabytes(bytes)}`;
  if (Number.parseInt(version, 10) >= MIN_POSTGRES)
    return { what: 'database', state: 'ok', message };
  const advice = `Update it: PostgreSQL ${MIN_POSTGRES} is the oldest supported version.`;
  return { what: 'database', state: 'bad', message, advice };
}

async function diskFinding(dataDir: string, databaseBytes: number): Promise<Finding> {
  const what = 'disk';
  const disk = await statfs(dataDir).catch(() => undefined);
  if (!disk) return { what, state: 'ok', message: `${dataDir} does not exist yet` };
  const free = disk.bavail * disk.bsize;
  const message = `${megabytes(free)} free in ${dataDir}`;
  if (free < MIN_FREE_BYTES)
    return {
      what,
      state: 'bad',
      message,
      advice: 'Only sign-ins and deletions still work. Free some space.',
    };
  if (free < MIN_FREE_BYTES + databaseBytes)
    return {
      what,
      state: 'warn',
      message,
      advice: 'There is not enough space for a backup. Free some space.',
    };
  return { what, state: 'ok', message };
}
