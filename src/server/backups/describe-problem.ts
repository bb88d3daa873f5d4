import type { BackupFile } from './backup-file.ts';

/** Why a backup is not a good one, in a sentence; undefined where nothing speaks against it. */
export function describeProblem({ isReadable, brokenInvariants }: BackupFile): string | undefined {
  if (!isReadable) return 'The file is damaged, or a newer version made it.';
  if (brokenInvariants.length === 0) return undefined;
  return `Its data is inconsistent: ${brokenInvariants.join('; ')}. It displaces no good backup.`;
}
