import type { Mailer } from '#server/mail/mailer.ts';
import type { Email } from '#server/mail/render-email.ts';

export interface TestMailer extends Mailer {
  emails: Email[];
  tokenFor(email: string): Promise<string>;
  settle(): Promise<void>;
}

export function createTestMailer({ isConfigured }: { isConfigured: boolean }): TestMailer {
  const emails: Email[] = [];
  const pendingEmails: Promise<unknown>[] = [];
  const settle = async () => {
    await Promise.all(pendingEmails.splice(0));
  };
  return {
    isConfigured,
    emails,
    deliver: async (email) => {
      emails.push(email);
    },
    settle,
    sendInBackground: (createEmails) => {
      pendingEmails.push(createEmails().then((created) => emails.push(...created)));
    },
    async tokenFor(email) {
      await settle();
      const message = emails.findLast(({ to }) => to === email);
      return message?.link.split('#')[1] ?? `no email to ${email}`;
    },
    close: settle,
  };
}
