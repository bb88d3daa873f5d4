import { expect, test } from 'vitest';
import { backupFilePath } from './backups.ts';

test('a backup’s file has a path of its own', () => {
  expect(backupFilePath('nightly.backup')).toBe('/api/admin/backups/nightly.backup/file');
});
