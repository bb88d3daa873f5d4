import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isThisMachine } from '../insecure-connections.ts';
import type { Email } from './email-template.ts';

export interface Mailer {
  /** Without SMTP, links go to the log for the operator to pass on. */
  readonly sendsMail: boolean;
  /** Returns at once: a response's timing must not reveal who has an account. Logs failures. */
  post(write: () => Promise<readonly Email[]>): void;
  /** Rejects if the mail server did not accept the email; see `canRetry`. */
  deliver(email: Email): Promise<void>;
  close(): Promise<void>;
}

export interface Smtp {
  url: string;
  /** 'Called It <no-reply@example.org>', or the address alone. */
  from: string;
}

/** A process has five seconds to shut down. */
const CLOSE_TIMEOUT_MS = 3_000;

export function createMailer(log: FastifyBaseLogger, smtp: Smtp | undefined): Mailer {
  const { deliver, close } = smtp ? bySmtp(smtp) : intoLog(log);
  const underway = new Set<Promise<void>>();

  async function send(write: () => Promise<readonly Email[]>): Promise<void> {
    const emails = await write();
    const outcomes = await Promise.allSettled(emails.map(deliver));
    for (const outcome of outcomes) if (outcome.status === 'rejected') logFailure(outcome.reason);
  }

  function logFailure(error: unknown): void {
    // A mail server's message may contain the recipient, and a query error its parameters.
    const { code, responseCode, command } = error as Record<string, unknown>;
    log.error({ code, responseCode, command }, 'a mail could not be sent');
  }

  return {
    sendsMail: smtp !== undefined,
    async deliver(email) {
      await deliver(email);
    },
    post(write) {
      const sending: Promise<void> = send(write)
        .catch(logFailure)
        .finally(() => underway.delete(sending));
      underway.add(sending);
    },
    async close() {
      await Promise.race([
        Promise.all(underway),
        sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false }),
      ]);
      close();
    },
  };
}

/**
 * Whether the email certainly was not delivered. If the connection broke after the server was
 * reached, the outcome is unknown, and a retry could deliver it twice.
 */
export function canRetry(error: unknown): boolean {
  const { code, responseCode, syscall, timeoutType } = error as Record<string, unknown>;
  // A wrong password or missing TLS is the operator's problem, not the email's.
  if (code === 'EAUTH' || code === 'ETLS') return true;
  if (typeof responseCode === 'number') return responseCode < 500;
  const wasReached = code !== 'EDNS' && syscall !== 'connect';
  return !wasReached || timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT';
}

export function describeFailure(error: unknown, to: string): string {
  const { code, response } = error as { code?: string; response?: string };
  const serverSays = response ? ` It says: ${response.slice(0, 200)}` : '';
  if (code === 'EAUTH')
    return `The mail server rejected the user name or password in SMTP_URL.${serverSays}`;
  if (code === 'ETLS')
    return `The mail server offers no trusted encryption, and nothing is sent in the clear. See SMTP_URL in .env.example.${serverSays}`;
  if (code === 'EENVELOPE')
    return `The mail server refused mail from the MAIL_FROM address to ${to}.${serverSays}`;
  if (response) return `The mail server refused the email.${serverSays}`;
  return 'The mail server in SMTP_URL does not answer.';
}

interface Transport {
  deliver(email: Email): Promise<unknown>;
  close(): void;
}

function intoLog(log: FastifyBaseLogger): Transport {
  return {
    deliver: async ({ to, subject, link }) =>
      log.warn({ to, subject, link }, 'no mail is set up (SMTP_URL): hand this link on'),
    close: () => undefined,
  };
}

/** Mail servers accept few parallel connections per client. */
const MAX_CONNECTIONS = 3;
const TIMEOUT_MS = 15_000;

/** Otherwise an attacker on the network could strip STARTTLS and read password reset links. */
function mustEncrypt(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  return searchParams.get('ignoreTLS') !== 'true' && !isThisMachine(hostname);
}

function bySmtp({ url, from }: Smtp): Transport {
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      ...(mustEncrypt(url) && { requireTLS: true }),
      pool: true,
      maxConnections: MAX_CONNECTIONS,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    });
  };
  // Imported with the first email, to keep the start fast.
  let transport: ReturnType<typeof open> | undefined;
  return {
    async deliver({ to, subject, text, html, headers = {} }) {
      transport ??= open();
      // As an object, an address that looks like a list or contains a name is still one address.
      const recipient = { name: '', address: to };
      return (await transport).sendMail({
        from,
        to: recipient,
        subject,
        text,
        html,
        headers,
      });
    },
    close: () => void transport?.then((pool) => pool.close()),
  };
}
