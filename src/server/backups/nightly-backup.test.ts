import { expect, test } from 'vitest';
import { openTestApp } from '../../../tests/support/test-app.ts';
import { createTestMailer } from '../../../tests/support/test-mailer.ts';
import { emailAdministrators } from './nightly-backup.ts';

const MESSAGE = 'The nightly backup failed: the disk is full.';

test('emails every administrator, but not fans, after a failed nightly backup', async () => {
  const app = await openTestApp();
  await app.signUp('Fan');
  const { db } = app.database;
  const band = { current: () => ({ productName: 'Called It' }) } as never;
  const site = { db, band, publicUrl: 'https://called-it.example' };
  const mailer = createTestMailer({ isConfigured: true });
  emailAdministrators({ ...site, mailer }, MESSAGE);
  await mailer.settle();
  expect(mailer.emails).toMatchObject([
    {
      to: app.admin.email,
      subject: 'No good backup of Called It last night',
      text: expect.stringContaining(MESSAGE),
      link: 'https://called-it.example/admin',
    },
  ]);
  const disabledMailer = createTestMailer({ isConfigured: false });
  emailAdministrators({ ...site, mailer: disabledMailer }, MESSAGE);
  await disabledMailer.settle();
  expect(disabledMailer.emails).toEqual([]);
  await app.close();
});
