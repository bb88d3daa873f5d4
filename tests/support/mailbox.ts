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

export function createMailbox({ isConfigured }: { isConfigured: boolean }): Mailbox {
  const emails: Email[] = [];
  const underway: Promise<unknown>[] = [];
  const settle = async () => {
    await Promise.all(underway.splice(0));
  };
  return {
    isConfigured,
    emails,
    deliver: async (email) => {
      emails.push(email);
    },
    settle,
    sendInBackground: (write) => {
      underway.push(write().then((written) => emails.push(...written)));
    },
    async tokenFor(email) {
      await settle();
      const message = emails.findLast(({ to }) => to === email);
      return message?.link.split('#')[1] ?? `no email to ${email}`;
    },
    close: settle,
  };
}
