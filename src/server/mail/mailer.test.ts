import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { dnsCache } from 'nodemailer/lib/shared';
import { afterEach, describe, expect, it } from 'vitest';
import { openMailServer } from '../../../tests/support/mail-server.ts';
import { openTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { renderEmail } from './email-template.ts';
import { canRetry, createMailer, describeFailure } from './mailer.ts';

const from = 'Called It <us@calledit.example>';
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function openMail(refuses?: string) {
  const mail = await openMailServer(refuses);
  ends.push(mail.close);
  return mail;
}

async function openMailingApp(url?: string): Promise<TestApp & { log: string[] }> {
  const log: string[] = [];
  const test = await openTestApp({
    mailer: undefined,
    publicUrl: 'https://calledit.example',
    smtp: url ? { url, from } : undefined,
    logger: { level: 'warn', stream: { write: (line: string) => void log.push(line) } },
  });
  ends.push(test.close);
  return Object.assign(test, { log });
}

const quiet = { error: () => undefined } as unknown as FastifyBaseLogger;
const email = renderEmail('welcome', {
  to: 'fan@example.com',
  site: 'Called It',
  link: 'https://calledit.example/verify-email#token',
});

const forgot = ({ visitor }: TestApp, email: string) =>
  visitor.post('/api/auth/forgot-password', { email });

describe('an email', () => {
  it('is sent by SMTP as text and HTML with a working link', async () => {
    const mail = await openMail();
    const test = await openMailingApp(mail.url);
    const welcome = mail.next();
    const fan = await test.signUp('Fan');
    expect((await welcome).message).toContain('https://calledit.example/verify-email#');
    const next = mail.next();
    expect((await forgot(test, fan.email)).statusCode).toBe(200);
    const received = await next;
    expect(received).toMatchObject({ from: 'us@calledit.example', to: [fan.email] });
    expect(received.message).toMatch(/^From: Called It <us@calledit.example>/m);
    expect(received.message).toMatch(/^Content-Type: multipart\/alternative/m);
    const links = received.message.match(/https:\/\/calledit.example\/reset-password#[\w-]{43}/g);
    // Once in the text, twice in the HTML: in the button and as plain text.
    expect(links).toHaveLength(3);
    expect(new Set(links).size).toBe(1);
    const token = links?.[0]?.split('#')[1];
    const body = { token, newPassword: 'a better one' };
    expect((await test.visitor.post('/api/auth/reset-password', body)).statusCode).toBe(200);
  });

  it('is logged without recipient and link when refused, and others are sent', async () => {
    const mail = await openMail('fan@example.com');
    const test = await openMailingApp(mail.url);
    await test.signUp('Fan');
    const next = mail.next();
    await test.signUp('Other');
    expect((await next).to).toEqual(['other@example.com']);
    await test.app.close();
    const log = test.log.join('');
    expect(log).toContain('a mail could not be sent');
    expect(log).not.toMatch(/fan@|verify-email#|unknown here/);
  });

  it('is sent unencrypted to no other machine unless the URL allows it', async () => {
    const mail = await openMail();
    // A hostname that resolves to this machine but counts as another one.
    const elsewhere = mail.url.replace('127.0.0.1', 'mail.example.org');
    dnsCache.set('mail.example.org', {
      value: { addresses: ['127.0.0.1'] },
      expires: Number.POSITIVE_INFINITY,
    });
    ends.push(async () => dnsCache.delete('mail.example.org'));
    const deliver = async (url: string) => {
      const mailer = createMailer(quiet, { url, from });
      ends.push(() => mailer.close());
      await mailer.deliver(email);
    };
    const refusal = await deliver(elsewhere).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'ETLS', command: 'STARTTLS' });
    expect(canRetry(refusal)).toBe(true);
    expect(describeFailure(refusal, email.to)).toContain('nothing is sent in the clear');
    for (const url of [`${elsewhere}?ignoreTLS=true`, mail.url]) {
      const next = mail.next();
      await deliver(url);
      expect((await next).to).toEqual([email.to]);
    }
  });

  it('does not delay the response', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const sockets: Socket[] = [];
    silent.on('connection', (socket) => sockets.push(socket));
    const { port } = silent.address() as AddressInfo;
    const test = await openMailingApp(`smtp://127.0.0.1:${port}`);
    const connected = once(silent, 'connection');
    const fan = await test.signUp('Fan');
    await connected;
    expect((await forgot(test, fan.email)).json()).toEqual({ byMail: true });
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it('goes to the log without SMTP, unless no fan requested it', async () => {
    const test = await openMailingApp();
    const fan = await test.signUp('Fan');
    expect((await forgot(test, fan.email)).json()).toEqual({ byMail: false });
    await test.app.close();
    expect(test.log).toHaveLength(1);
    expect(JSON.parse(test.log[0] ?? '')).toMatchObject({
      to: fan.email,
      link: expect.stringMatching(/^https:\/\/calledit.example\/reset-password#[\w-]{43}$/),
    });
  });

  it('escapes values in its HTML', () => {
    const facts = { to: 'a@b.c', site: '<b>Us & them</b>', link: 'https://a.b/?c="&d#e' };
    const { html, text: plain } = renderEmail('welcome', facts);
    expect(html).toContain('&#60;b&#62;Us &#38; them');
    expect(html).not.toMatch(/<b>|"&d/);
    expect(plain).toContain(facts.link);
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
    'the server refuses temporarily',
    { code: 'EENVELOPE', responseCode: 451, command: 'RCPT TO' },
    true,
  ],
  ['the recipient is unknown', { code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, false],
  ['the connection breaks later', { code: 'ESOCKET', syscall: 'read', command: 'CONN' }, false],
  ['the server stops answering', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }, false],
  ['the cause is unknown', {}, false],
])('%s: canRetry(%o) is %s', (_, error, isAgain) => {
  expect(canRetry(error)).toBe(isAgain);
});
