import type { Email } from '#server/mail/email-template.ts';
import type { Mailer } from '#server/mail/mailer.ts';

/** A mailer whose letters lie here, in place of a mail server or the log. */
export interface Mailbox extends Mailer {
  letters: Email[];
  /** The token in the link of the latest letter to that address. */
  tokenFor(email: string): Promise<string>;
  /** Waits for all that is being written. */
  settle(): Promise<void>;
}

export function createMailbox({ sendsMail }: { sendsMail: boolean }): Mailbox {
  const letters: Email[] = [];
  const underway: Promise<unknown>[] = [];
  const settle = async () => {
    await Promise.all(underway.splice(0));
  };
  return {
    sendsMail,
    letters,
    deliver: async (letter) => {
      letters.push(letter);
    },
    settle,
    post: (write) => {
      underway.push(write().then((written) => letters.push(...written)));
    },
    async tokenFor(email) {
      await settle();
      const letter = letters.findLast(({ to }) => to === email);
      return letter?.link.split('#')[1] ?? `no letter to ${email}`;
    },
    close: settle,
  };
}
