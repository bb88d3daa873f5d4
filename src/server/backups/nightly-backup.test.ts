import { expect, test } from 'vitest';
import { createMailbox } from '../../../tests/support/mailbox.ts';
import { openTestApp } from '../../../tests/support/test-app.ts';
import { mailAdministrators } from './nightly-backup.ts';

const SENTENCE = 'The nightly backup could not be made: the disk is full.';

test('emails every administrator, and no fan, after a night without a good backup', async () => {
  const stage = await openTestApp();
  await stage.signUp('Fan');
  const { db } = stage.database;
  const band = { known: () => ({ productName: 'Called It' }) } as never;
  const site = { db, band, publicUrl: 'https://called-it.example' };
  const mailer = createMailbox({ sendsMail: true });
  mailAdministrators({ ...site, mailer }, SENTENCE);
  await mailer.settle();
  expect(mailer.emails).toMatchObject([
    {
      to: stage.admin.email,
      subject: 'No good backup of Called It last night',
      text: expect.stringContaining(SENTENCE),
      link: 'https://called-it.example/admin',
    },
  ]);
  const noMailer = createMailbox({ sendsMail: false });
  mailAdministrators({ ...site, mailer: noMailer }, SENTENCE);
  await noMailer.settle();
  expect(noMailer.emails).toEqual([]);
  await stage.close();
});
