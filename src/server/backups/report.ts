import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupOutcome, type BackupReport, backupReport } from '#contract/backups.ts';

/** Stores the report in a file, so that other processes can read it and it survives restarts. */
export function openReport(dataDir: string) {
  const folder = join(dataDir, 'backups');
  const file = join(folder, 'report.json');

  async function read(): Promise<BackupReport> {
    const text = await readFile(file, 'utf8').catch(() => '');
    try {
      return backupReport.parse(JSON.parse(text));
    } catch {
      return { nightly: null, afterBackup: null };
    }
  }

  return {
    read,
    async record(part: keyof BackupReport, outcome: BackupOutcome): Promise<void> {
      const report = { ...(await read()), [part]: outcome };
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const temporaryFile = `${file}.${process.pid}`;
      await writeFile(temporaryFile, `${JSON.stringify(report)}\n`, { mode: 0o600 });
      await rename(temporaryFile, file);
    },
  };
}

export type ReportFile = ReturnType<typeof openReport>;
