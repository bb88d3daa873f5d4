import type { Email } from '#server/mail/email-template.ts';
import type { Mailer } from '#server/mail/mailer.ts';

/** A mailer that collects emails instead of sending or logging them. */
export interface Mailbox extends Mailer {
  emails: Email[];
  /** The token in the link of the latest email to an address. */
  tokenFor(email: string): Promise<string>;
  /** Waits for all emails in progress. */
  settle(): Promise<void>;
}

export function createMailbox({ sendsMail }: { sendsMail: boolean }): Mailbox {
  const emails: Email[] = [];
  const underway: Promise<unknown>[] = [];
  const settle = async () => {
    await Promise.all(underway.splice(0));
  };
  return {
    sendsMail,
    emails,
    deliver: async (email) => {
      emails.push(email);
    },
    settle,
    post: (write) => {
      underway.push(write().then((written) => emails.push(...written)));
    },
    async tokenFor(email) {
      await settle();
      const sent = emails.findLast(({ to }) => to === email);
      return sent?.link.split('#')[1] ?? `no email to ${email}`;
    },
    close: settle,
  };
}
