import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditRecord } from '#contract/audit.ts';
import { SETLISTFM_KEY_FORMAT } from '#contract/import-key.ts';
import { openTestApp, type TestApp } from '../../../../../tests/support/test-app.ts';
import { findSetlistfmKey } from './setlistfm-key.ts';

const URL = '/api/admin/imports/key';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const keep = (key: unknown, by = server.admin) => by.patch(URL, { key });
const kept = () => findSetlistfmKey(server.database.db, undefined);

test('uses the key that an administrator enters, and never reveals it', async () => {
  expect((await server.admin.get(URL)).json()).toEqual({ storedIn: 'nowhere' });
  const answers = [
    await keep('a-key-of-ours'),
    await keep('another-key'),
    await server.admin.get(URL),
    await server.admin.get('/api/admin/audit'),
  ];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(answers[2]?.json()).toEqual({ storedIn: 'site' });
  expect(await kept()).toBe('another-key');
  const log: AuditRecord[] = answers[3]?.json() ?? [];
  expect(log.filter(({ action }) => action === 'setup.import-key')).toHaveLength(2);
  for (const { body } of answers) expect(body).not.toMatch(/key-of-ours|another-key/);
  expect((await keep(null)).json()).toEqual({ storedIn: 'nowhere' });
  expect(await kept()).toBeUndefined();
});

test('rejects fans and malformed keys', async () => {
  const fan = await server.signUp('Keyholder');
  expect((await fan.get(URL)).statusCode).toBe(403);
  expect((await keep('a-key-of-ours', fan)).statusCode).toBe(403);
  for (const wrong of ['short', 'a key with spaces', '', undefined])
    expect((await keep(wrong)).statusCode).toBe(400);
  expect((await keep('short')).json().issues[0].message).toBe(
    `This must be ${SETLISTFM_KEY_FORMAT}`,
  );
  expect(await kept()).toBeUndefined();
});

test('prefers the key of the settings, and rejects another one', async () => {
  const importing = { dataDir: 'unused', apiKey: 'of-the-settings' };
  const other = await openTestApp({ importing });
  expect((await other.admin.get(URL)).json()).toEqual({ storedIn: 'settings' });
  const refused = await other.admin.patch(URL, { key: 'a-key-of-ours' });
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'The server has a key by SETLISTFM_API_KEY: change it there.',
  ]);
  await other.close();
});
