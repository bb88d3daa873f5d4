import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditRecord } from '#contract/audit.ts';
import { SETLISTFM_KEY_FORMAT } from '#contract/import-key.ts';
import { openTestApp, type TestApp } from '../../../../../tests/support/test-app.ts';
import { findSetlistfmKey } from './setlistfm-key.ts';

const URL = '/api/admin/imports/key';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const setKey = (key: unknown, caller = app.admin) => caller.patch(URL, { key });
const findKey = () => findSetlistfmKey(app.database.db, undefined);

test('uses the key that an administrator enters, and never reveals it', async () => {
  expect((await app.admin.get(URL)).json()).toEqual({ storedIn: 'nowhere' });
  const responses = [
    await setKey('a-key-of-ours'),
    await setKey('another-key'),
    await app.admin.get(URL),
    await app.admin.get('/api/admin/audit'),
  ];
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(responses[2]?.json()).toEqual({ storedIn: 'site' });
  expect(await findKey()).toBe('another-key');
  const log: AuditRecord[] = responses[3]?.json() ?? [];
  expect(log.filter(({ action }) => action === 'setup.import-key')).toHaveLength(2);
  for (const { body } of responses) expect(body).not.toMatch(/key-of-ours|another-key/);
  expect((await setKey(null)).json()).toEqual({ storedIn: 'nowhere' });
  expect(await findKey()).toBeUndefined();
});

test('rejects fans and malformed keys', async () => {
  const fan = await app.signUp('Keyholder');
  expect((await fan.get(URL)).statusCode).toBe(403);
  expect((await setKey('a-key-of-ours', fan)).statusCode).toBe(403);
  for (const invalidKey of ['short', 'a key with spaces', '', undefined])
    expect((await setKey(invalidKey)).statusCode).toBe(400);
  expect((await setKey('short')).json().issues[0].message).toBe(
    `This must be ${SETLISTFM_KEY_FORMAT}`,
  );
  expect(await findKey()).toBeUndefined();
});

test('prefers the configured key, and rejects another one', async () => {
  const importConfig = { dataDir: 'unused', apiKey: 'of-the-settings' };
  const configuredApp = await openTestApp({ importConfig });
  expect((await configuredApp.admin.get(URL)).json()).toEqual({ storedIn: 'settings' });
  const response = await configuredApp.admin.patch(URL, { key: 'a-key-of-ours' });
  expect([response.statusCode, response.json().message]).toEqual([
    409,
    'The key is set by SETLISTFM_API_KEY. Change it there.',
  ]);
  await configuredApp.close();
});
