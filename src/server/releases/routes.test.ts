import { expect, test } from 'vitest';
import { openTestApp } from '../../../tests/support/test-app.ts';
import { ok } from '../../../tests/support/tour.ts';
import { readVersion } from '../project-files.ts';

test('returns the version and its changes to administrators only', async () => {
  const { admin, signUp, close } = await openTestApp();
  const release = ok(await admin.get('/api/admin/release')).json();
  expect(release.version).toBe(readVersion());
  expect(release.changelog[0]).toMatchObject({
    version: readVersion(),
    sections: expect.arrayContaining([expect.objectContaining({ title: 'For fans' })]),
  });
  const fan = await signUp('Fan');
  expect((await fan.get('/api/admin/release')).statusCode).toBe(403);
  await close();
});
