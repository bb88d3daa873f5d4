import type { BackupFile } from './backup-file.ts';

export function describeProblem({ isReadable, brokenInvariants }: BackupFile): string | undefined {
  if (!isReadable) return 'The file is damaged, or was made by a newer version.';
  if (brokenInvariants.length === 0) return undefined;
  return `Its data is inconsistent. Violated invariants: ${brokenInvariants.join('; ')}. It does not replace a good backup.`;
}
