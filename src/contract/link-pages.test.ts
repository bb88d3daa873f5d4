import { expect, test } from 'vitest';
import { finishBackupUpload, sendBackupPart } from './backup-uploads.ts';
import { finishFirstUpload } from './first-administrator.ts';
import { maskToken } from './link-pages.ts';
import { paths } from './pages.ts';

const token = 'AbC_-123456789012345xY';

test('masks the token in a path, for logs', () => {
  expect(paths.card({ token })).toBe(`/s/${token}`);
  expect(paths.cardImage({ token })).toBe(`/s/${token}/card.png`);
  expect(paths.cardImage({ token, v: 'x-1' })).toBe(`/s/${token}/card.png?v=x-1`);
  for (const path of [paths.card({ token }), paths.cardImage({ token })])
    expect(maskToken(path)).toBe(path.replace(token, '-'));
  expect(maskToken(`/S/${token}/more`)).toBe('/s/-/more');
  for (const path of ['/api/invitations/', '/api/scribe-invitations/'])
    expect(maskToken(`${path}${token}`)).toBe(`${path}-`);
  for (const { path } of [sendBackupPart, finishBackupUpload, finishFirstUpload])
    expect(maskToken(path.replace('{id}', token))).toBe(path.replace('{id}', '-'));
});

test('masks the token in mistyped and percent-encoded paths', () => {
  for (const path of ['//s/', '/s//', '/x/s/', '/%73/', '/%2Fs%2f'])
    expect(maskToken(`${path}${token}`)).not.toContain(token);
  expect(maskToken(`/s/%ff/s/${token}`)).not.toContain(token);
});

test('leaves other paths unchanged', () => {
  for (const path of [paths.showSchedule(), '/s', '/songs/x', '/songs/%73%ff'])
    expect(maskToken(path)).toBe(path);
});
