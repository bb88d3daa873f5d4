import { expect, test } from 'vitest';
import { backupFilePath } from './backups.ts';

test('each backup has its own file path', () => {
  expect(backupFilePath('nightly.backup')).toBe('/api/admin/backups/nightly.backup/file');
});
