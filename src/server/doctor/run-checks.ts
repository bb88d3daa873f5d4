import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import { MIN_FREE_BYTES } from '../db/disk-space.ts';
import { type Environment, SETTINGS } from '../environment.ts';
import { checkAfterBackupCommand, checkNewestBackup } from './backup-checks.ts';
import { checkClock, checkMigrations, checkStoredInvariants } from './database-checks.ts';
import { type Finding, formatMegabytes } from './finding.ts';
import { checkMail, checkRedis, isListening } from './service-checks.ts';

export type DatabaseAccess = { url: string; connection: string } | { failure: string };

export async function runChecks(
  environment: Environment,
  variables: Record<string, string | undefined>,
  database: DatabaseAccess,
  clock: () => number = Date.now,
): Promise<Finding[]> {
  const findings: Finding[] = [describeConfiguration(variables)];
  let databaseBytes = 0;
  if ('failure' in database) {
    const advice = 'Run this again once the database is reachable. The other checks need it.';
    findings.push({ name: 'database', state: 'bad', message: database.failure, advice });
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
      findings.push(
        checkDatabaseVersion(rows[0]?.version ?? '', database.connection, databaseBytes),
      );
      const { isNewest, finding } = await checkMigrations(client);
      findings.push(finding, await checkClock(client, clock));
      if (isNewest) findings.push(await checkStoredInvariants(client));
    } catch (error) {
      findings.push({
        name: 'database',
        state: 'bad',
        message: error instanceof Error ? error.message || String(error) : String(error),
        advice: 'Check that PostgreSQL runs at DATABASE_URL and accepts this user.',
      });
    } finally {
      await client.end();
    }
  }
  findings.push(await checkDisk(resolve(environment.dataDir), databaseBytes));
  findings.push(await checkNewestBackup(environment, clock()));
  findings.push(await checkAfterBackupCommand(environment));
  findings.push(await checkMail(environment.smtpUrl, isListening));
  findings.push(await checkRedis(environment.redisUrl));
  return findings;
}

function describeConfiguration(variables: Record<string, string | undefined>): Finding {
  const settings = Object.values(SETTINGS).flatMap(({ name }) => {
    const value = variables[name]?.trim();
    return value ? [`${name}=${maskSecrets(name, value)}`] : [];
  });
  const message =
    settings.length > 0
      ? settings.join(', ')
      : 'nothing is set; the defaults of .env.example apply';
  return { name: 'configuration', state: 'ok', message };
}

export function maskSecrets(name: string, value: string): string {
  if (/PASSWORD|TOKEN|SECRET|KEY|AFTER_BACKUP/.test(name)) return '(set)';
  if (!/_URL$/.test(name) || !URL.canParse(value)) return value;
  const url = new URL(value);
  if (url.password) url.password = '***';
  // A database URL may contain the password as a parameter.
  url.search = '';
  return url.href;
}

const MIN_POSTGRES = 15;

function checkDatabaseVersion(version: string, connection: string, bytes: number): Finding {
  const message = `PostgreSQL ${version}, ${connection}, ${formatMegabytes(bytes)}`;
  if (Number.parseInt(version, 10) >= MIN_POSTGRES)
    return { name: 'database', state: 'ok', message };
  const advice = `Update it: PostgreSQL ${MIN_POSTGRES} is the oldest supported version.`;
  return { name: 'database', state: 'bad', message, advice };
}

async function checkDisk(dataDir: string, databaseBytes: number): Promise<Finding> {
  const name = 'disk';
  const disk = await statfs(dataDir).catch(() => undefined);
  if (!disk) return { name, state: 'ok', message: `${dataDir} does not exist yet` };
  const freeBytes = disk.bavail * disk.bsize;
  const message = `${formatMegabytes(freeBytes)} free in ${dataDir}`;
  if (freeBytes < MIN_FREE_BYTES)
    return {
      name,
      state: 'bad',
      message,
      advice: 'Only sign-ins and deletions still work. Free some space.',
    };
  if (freeBytes < MIN_FREE_BYTES + databaseBytes)
    return {
      name,
      state: 'warn',
      message,
      advice: 'A backup needs more space. Free some space.',
    };
  return { name, state: 'ok', message };
}
