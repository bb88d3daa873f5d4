import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isThisMachine } from '../insecure-connections.ts';
import type { Email } from './render-email.ts';

export interface Mailer {
  /** If false, links are written to the log for the operator to pass on. */
  readonly isConfigured: boolean;
  /** Doesn't wait, so that the response time doesn't reveal who has an account. Logs failures. */
  sendInBackground(write: () => Promise<readonly Email[]>): void;
  /** Rejects if the mail server did not accept the email; see `canRetry`. */
  deliver(email: Email): Promise<void>;
  close(): Promise<void>;
}

export interface Smtp {
  url: string;
  /** 'Called It <no-reply@example.org>', or a bare address, which gets the site's name. */
  from: string;
}

/** A process has five seconds to shut down. */
const CLOSE_TIMEOUT_MS = 3_000;

export function createMailer(log: FastifyBaseLogger, smtp: Smtp | undefined): Mailer {
  const { deliver, close } = smtp ? createSmtpTransport(smtp) : createLogTransport(log);
  const pendingSends = new Set<Promise<void>>();

  async function send(write: () => Promise<readonly Email[]>): Promise<void> {
    const emails = await write();
    const outcomes = await Promise.allSettled(emails.map(deliver));
    for (const outcome of outcomes) if (outcome.status === 'rejected') logFailure(outcome.reason);
  }

  function logFailure(error: unknown): void {
    // A mail server's message may contain the recipient, and a query error its parameters.
    const { code, responseCode, command } = error as Record<string, unknown>;
    log.error({ code, responseCode, command }, 'failed to send an email');
  }

  return {
    isConfigured: smtp !== undefined,
    async deliver(email) {
      await deliver(email);
    },
    sendInBackground(write) {
      const pendingSend: Promise<void> = send(write)
        .catch(logFailure)
        .finally(() => pendingSends.delete(pendingSend));
      pendingSends.add(pendingSend);
    },
    async close() {
      await Promise.race([
        Promise.all(pendingSends),
        sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
      ]);
      close();
    },
  };
}

/** Returns false if the email may have been delivered, so that a retry can't send it twice. */
export function canRetry(error: unknown): boolean {
  const { code, responseCode, syscall, timeoutType } = error as Record<string, unknown>;
  // A wrong password or missing TLS is a configuration mistake, so the email may be sent later.
  if (code === 'EAUTH' || code === 'ETLS') return true;
  if (typeof responseCode === 'number') return responseCode < 500;
  const wasReached = code !== 'EDNS' && syscall !== 'connect';
  return !wasReached || timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT';
}

export function describeFailure(error: unknown, to: string): string {
  const { code, response } = error as { code?: string; response?: string };
  const serverResponse = response ? ` Its response: ${response.slice(0, 200)}` : '';
  if (code === 'EAUTH')
    return `The mail server rejected the user name or password in SMTP_URL.${serverResponse}`;
  if (code === 'ETLS')
    return `The mail server offers no trusted encryption, and emails are never sent unencrypted. See SMTP_URL in .env.example.${serverResponse}`;
  if (code === 'EENVELOPE')
    return `The mail server rejected an email from the MAIL_FROM address to ${to}.${serverResponse}`;
  if (response) return `The mail server rejected the email.${serverResponse}`;
  return 'The mail server in SMTP_URL does not respond.';
}

interface Transport {
  deliver(email: Email): Promise<unknown>;
  close(): void;
}

function createLogTransport(log: FastifyBaseLogger): Transport {
  return {
    deliver: async ({ to, subject, link }) =>
      log.warn({ to, subject, link }, 'email is not set up (SMTP_URL): pass this link on'),
    close: () => undefined,
  };
}

/** Mail servers accept few parallel connections per client. */
const MAX_CONNECTIONS = 3;
const TIMEOUT_MS = 15_000;

function requiresEncryption(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return searchParams.get('ignoreTLS') !== 'true' && !isThisMachine(hostname);
}

function createSmtpTransport({ url, from }: Smtp): Transport {
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      ...(requiresEncryption(url) && { requireTLS: true }),
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  };
  let transport: ReturnType<typeof open> | undefined;
  return {
    async deliver({ to, subject, text, html, site, images, headers = {} }) {
      transport ??= open();
      // An object, so that an address that looks like a list or contains a name stays one address.
      const recipient = { name: '', address: to };
      return (await transport).sendMail({
        from: from.includes('<') ? from : { name: site, address: from },
        to: recipient,
        subject,
        text,
        html,
        headers,
        attachments: images.map((image) => ({ ...image, contentDisposition: 'inline' as const })),
      });
    },
    close: () => void transport?.then((pool) => pool.close()),
  };
}
