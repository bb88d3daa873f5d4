import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { dnsCache } from 'nodemailer/lib/shared';
import { afterEach, describe, expect, it } from 'vitest';
import { openMailServer } from '../../../tests/support/mail-server.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { renderAccountEmail } from './account-emails.ts';
import { readMailColors } from './mail-design.ts';
import { canRetry, createMailer, describeFailure } from './mailer.ts';

const sender = 'Called It <us@calledit.example>';
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanups.splice(0).toReversed()) await cleanUp();
});

async function openMail(rejectedAddress?: string) {
  const mailServer = await openMailServer(rejectedAddress);
  cleanups.push(mailServer.close);
  return mailServer;
}

async function openMailingApp(url?: string): Promise<TestApp & { log: string[] }> {
  const log: string[] = [];
  const app = await openTestApp({
    mailer: undefined,
    publicUrl: 'https://calledit.example',
    smtp: url ? { url, from: sender } : undefined,
    logger: { level: 'warn', stream: { write: (line: string) => void log.push(line) } },
  });
  cleanups.push(app.close);
  return Object.assign(app, { log });
}

const silentLog = { error: () => undefined } as unknown as FastifyBaseLogger;
const design = { url: '', colors: readMailColors({ colors: null }), mark: undefined };
const email = renderAccountEmail(
  'welcome',
  { ...design, site: 'Called It' },
  { to: 'fan@example.com', link: 'https://calledit.example/verify-email#token' },
);

const requestReset = ({ visitor }: TestApp, email: string) =>
  visitor.post('/api/auth/forgot-password', { email });

describe('an email', () => {
  it('is sent by SMTP as text and HTML with a working link', async () => {
    const mailServer = await openMail();
    const app = await openMailingApp(mailServer.url);
    const welcomeEmail = mailServer.nextEmail();
    const fan = await app.signUp('Fan');
    expect((await welcomeEmail).message).toContain('https://calledit.example/verify-email#');
    const nextEmail = mailServer.nextEmail();
    expect((await requestReset(app, fan.email)).statusCode).toBe(200);
    const received = await nextEmail;
    expect(received).toMatchObject({ from: 'us@calledit.example', to: [fan.email] });
    expect(received.message).toMatch(/^From: Called It <us@calledit.example>/m);
    expect(received.message).toMatch(/^Content-Type: multipart\/alternative/m);
    const links = received.message.match(/https:\/\/calledit.example\/reset-password#[\w-]{43}/g);
    expect(links).toHaveLength(3);
    expect(new Set(links).size).toBe(1);
    const token = links?.[0]?.split('#')[1];
    const body = { token, newPassword: 'a better one' };
    expect((await app.visitor.post('/api/auth/reset-password', body)).statusCode).toBe(200);
  });

  it('is logged without its recipient and link when rejected, while other emails are sent', async () => {
    const mailServer = await openMail('fan@example.com');
    const app = await openMailingApp(mailServer.url);
    await app.signUp('Fan');
    const nextEmail = mailServer.nextEmail();
    await app.signUp('Other');
    expect((await nextEmail).to).toEqual(['other@example.com']);
    await app.fastify.close();
    const log = app.log.join('');
    expect(log).toContain('failed to send an email');
    expect(log).not.toMatch(/fan@|verify-email#|unknown here/);
  });

  it('is never sent unencrypted to another machine unless the URL allows it', async () => {
    const mailServer = await openMail();
    // A hostname that resolves to this machine but counts as another one.
    const remoteUrl = mailServer.url.replace('127.0.0.1', 'mail.example.org');
    dnsCache.set('mail.example.org', {
      value: { addresses: ['127.0.0.1'] },
      expires: Number.POSITIVE_INFINITY,
    });
    cleanups.push(async () => dnsCache.delete('mail.example.org'));
    const deliver = async (url: string) => {
      const mailer = createMailer(silentLog, { url, from: sender });
      cleanups.push(() => mailer.close());
      await mailer.deliver(email);
    };
    const error = await deliver(remoteUrl).catch((error: unknown) => error);
    expect(error).toMatchObject({ code: 'ETLS', command: 'STARTTLS' });
    expect(canRetry(error)).toBe(true);
    expect(describeFailure(error, email.to)).toContain('never sent unencrypted');
    for (const url of [`${remoteUrl}?ignoreTLS=true`, mailServer.url]) {
      const nextEmail = mailServer.nextEmail();
      await deliver(url);
      expect((await nextEmail).to).toEqual([email.to]);
    }
  });

  it('does not delay the response', async () => {
    const silentServer = createServer().listen(0, '127.0.0.1');
    await once(silentServer, 'listening');
    const sockets: Socket[] = [];
    silentServer.on('connection', (socket) => sockets.push(socket));
    const { port } = silentServer.address() as AddressInfo;
    const app = await openMailingApp(`smtp://127.0.0.1:${port}`);
    const connected = once(silentServer, 'connection');
    const fan = await app.signUp('Fan');
    await connected;
    expect((await requestReset(app, fan.email)).json()).toEqual({ byMail: true });
    for (const socket of sockets) socket.destroy();
    silentServer.close();
  });

  it('is written to the log if SMTP is not configured and a fan requested it', async () => {
    const app = await openMailingApp();
    const fan = await app.signUp('Fan');
    expect((await requestReset(app, fan.email)).json()).toEqual({ byMail: false });
    await app.fastify.close();
    const emails = app.log.map((line) => JSON.parse(line)).filter(({ to }) => to);
    expect(emails).toMatchObject([
      {
        to: fan.email,
        link: expect.stringMatching(/^https:\/\/calledit.example\/reset-password#[\w-]{43}$/),
      },
    ]);
  });

  it('escapes values in its HTML', () => {
    const values = { to: 'a@b.c', link: 'https://a.b/?c="&d#e' };
    const designWithMarkup = { ...design, site: '<b>Us & them</b>' };
    const { html, text } = renderAccountEmail('welcome', designWithMarkup, values);
    expect(html).toContain('&#60;b&#62;Us &#38; them');
    expect(html).not.toMatch(/<b>|"&d/);
    expect(text).toContain(values.link);
  });
});

it.each([
  // [what happened, the error of the SMTP client, whether the email may be sent again]
  ['no server listens', { code: 'ESOCKET', syscall: 'connect', command: 'CONN' }, true],
  [
    'no greeting arrives',
    { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT', command: 'CONN' },
    true,
  ],
  ['the host is unknown', { code: 'EDNS', command: 'CONN' }, true],
  ['the password is wrong', { code: 'EAUTH', responseCode: 535 }, true],
  [
    'the server rejects it temporarily',
    { code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' },
    true,
  ],
  ['the recipient is unknown', { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, false],
  ['the connection breaks later', { code: 'ESOCKET', syscall: 'read', command: 'CONN' }, false],
  ['the server stops responding', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }, false],
  ['the cause is unknown', {}, false],
])('%s: canRetry(%o) is %s', (_, error, isRetryable) => {
  expect(canRetry(error)).toBe(isRetryable);
});
