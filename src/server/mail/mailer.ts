import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { isThisMachine } from '../insecure-connections.ts';
import type { Email } from './email-template.ts';

/** Sends letters after the answer: nobody waits for a mail server, nor learns from it who has an account. */
export interface Mailer {
  /** Whether letters are mailed; where not, their links go to the log, for the operator to hand on. */
  readonly sendsMail: boolean;
  /** Sends what `write` makes. A failure of either is logged, and stops nothing. */
  post(write: () => Promise<readonly Email[]>): void;
  /** Sends a letter, and rejects where the mail server has not taken it: see `mayTryAgain`. */
  deliver(letter: Email): Promise<void>;
  /** Waits a moment for what is on its way. */
  close(): Promise<void>;
}

/** Where and as whom mail is sent. */
export interface Smtp {
  url: string;
  /** 'Called It <no-reply@example.org>', or the address alone. */
  from: string;
}

/** An ending process has five seconds for everything. */
const PATIENCE_MS = 3_000;

/** By SMTP, or without it into the log. */
export function createMailer(log: FastifyBaseLogger, smtp: Smtp | undefined): Mailer {
  const { deliver, close } = smtp ? bySmtp(smtp) : intoLog(log);
  const underway = new Set<Promise<void>>();

  async function send(write: () => Promise<readonly Email[]>): Promise<void> {
    const letters = await write();
    const outcomes = await Promise.allSettled(letters.map(deliver));
    for (const outcome of outcomes) if (outcome.status === 'rejected') logFailure(outcome.reason);
  }

  function logFailure(error: unknown): void {
    // A mail server's words may name whom they are about, and a query's its parameters.
    const { code, responseCode, command } = error as Record<string, unknown>;
    log.error({ code, responseCode, command }, 'a mail could not be sent');
  }

  return {
    sendsMail: smtp !== undefined,
    async deliver(letter) {
      await deliver(letter);
    },
    post(write) {
      const sending: Promise<void> = send(write)
        .catch(logFailure)
        .finally(() => underway.delete(sending));
      underway.add(sending);
    },
    async close() {
      await Promise.race([Promise.all(underway), sleep(PATIENCE_MS, undefined, { ref: false })]);
      close();
    },
  };
}

/**
 * Whether a letter that could not be sent surely is nowhere, and may be taken another time: the server was
 * not reached, or answered that it did not take it now. A line that breaks later leaves open what became
 * of the letter: then it is not sent again, as nobody wants it twice.
 */
export function canRetry(error: unknown): boolean {
  const { code, responseCode, syscall, timeoutType } = error as Record<string, unknown>;
  // A password that is wrong is the operator's doing, and not the letter's; nor is what TLS lacks.
  if (code === 'EAUTH' || code === 'ETLS') return true;
  if (typeof responseCode === 'number') return responseCode < 500;
  const wasReached = code !== 'EDNS' && syscall !== 'connect';
  return !wasReached || timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT';
}

/** What whoever runs the site can do about it. */
export function describeFailure(error: unknown, to: string): string {
  const { code, response } = error as { code?: string; response?: string };
  const itSays = response ? ` It says: ${response.slice(0, 200)}` : '';
  if (code === 'EAUTH')
    return `The mail server does not take the name and the password that SMTP_URL has.${itSays}`;
  if (code === 'ETLS')
    return `The mail server takes no encrypted mail that can be trusted, and nothing is sent in the clear: see SMTP_URL in .env.example.${itSays}`;
  if (code === 'EENVELOPE')
    return `The mail server takes no mail from the sender that MAIL_FROM names to ${to}.${itSays}`;
  if (response) return `The mail server refused the mail.${itSays}`;
  return 'The mail server that SMTP_URL names does not answer.';
}

interface Transport {
  deliver(letter: Email): Promise<unknown>;
  close(): void;
}

function intoLog(log: FastifyBaseLogger): Transport {
  return {
    deliver: async ({ to, subject, link }) =>
      log.warn({ to, subject, link }, 'no mail is set up (SMTP_URL): hand this link on'),
    close: () => undefined,
  };
}

/** As many connections to a mail server as it takes kindly; more letters wait in line. */
const MOST_CONNECTIONS = 3;
const SILENCE_MS = 15_000;

/**
 * Whether nothing is sent before the line is encrypted: otherwise whoever stands between takes the
 * server's offer (STARTTLS) away, and reads links to new passwords. The URL itself may say otherwise.
 */
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
      maxConnections: MOST_CONNECTIONS,
      connectionTimeout: SILENCE_MS,
      greetingTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
    });
  };
  // Loaded with the first letter: a start without it is the sooner.
  let transport: ReturnType<typeof open> | undefined;
  return {
    async deliver({ to, subject, text, html, headers = {} }) {
      transport ??= open();
      // By its parts: what looks like several addresses, or a name with one, is one address here.
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
