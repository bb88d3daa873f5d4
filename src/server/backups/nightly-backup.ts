import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/pages.ts';
import type { Context } from '../context.ts';
import { connectionUrl } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { formatAdministratorReason } from '../mail/account-emails.ts';
import { readMailDesign } from '../mail/mail-design.ts';
import { renderEmail } from '../mail/render-email.ts';
import type { BackupsFolder } from './backups-folder.ts';
import { createLeaderElection } from './leader-election.ts';
import { startNightlyBackups } from './nightly-schedule.ts';

export function scheduleNightlyBackups(
  app: FastifyInstance,
  context: Pick<Context, 'db' | 'metrics' | 'mailer' | 'band' | 'publicUrl'>,
  folder: BackupsFolder,
): void {
  const url = connectionUrl(context.db);
  const election = createLeaderElection(url);
  const nightly = startNightlyBackups({
    folder,
    url,
    log: app.log,
    warnAdministrators: (message) => emailAdministrators(context, message),
    isLeader: election.isLeader,
  });
  context.metrics?.watchBackups(folder.report.read);
  app.addHook('onClose', async () => {
    await nightly.close();
    await election.close();
  });
}

/** Does nothing without a mail server: the Setup tab, the log and `doctor` report the problem. */
export function emailAdministrators(
  { db, mailer, band, publicUrl = '' }: Pick<Context, 'db' | 'mailer' | 'band' | 'publicUrl'>,
  message: string,
): void {
  if (!mailer.isConfigured) return;
  mailer.sendInBackground(async () => {
    const administrators = await db
      .select({ email: users.email })
      .from(users)
      .where(eq(users.isAdmin, true));
    const design = await readMailDesign({ band, publicUrl });
    const content = {
      subject: `No good backup of ${design.site} last night`,
      introduction: message,
      button: 'Open the Setup tab',
      note: 'Good backups from earlier nights are still available.',
      reason: formatAdministratorReason(design.site),
    };
    const link = `${publicUrl}${paths.admin()}`;
    return administrators.map(({ email }) => renderEmail(content, design, { to: email, link }));
  });
}
