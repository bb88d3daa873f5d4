import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/pages.ts';
import type { Context } from '../context.ts';
import { urlOf } from '../db/open.ts';
import { users } from '../db/schema/accounts.ts';
import { renderEmailHtml } from '../mail/email-template.ts';
import type { BackupsFolder } from './backups-folder.ts';
import { electNode } from './elect-node.ts';
import { startNightlyBackups } from './nightly-schedule.ts';

export function runNightlyBackup(
  app: FastifyInstance,
  context: Pick<Context, 'db' | 'metrics' | 'mailer' | 'band' | 'publicUrl'>,
  folder: BackupsFolder,
): void {
  const url = urlOf(context.db);
  const nodes = electNode(url);
  const nightly = startNightlyBackups({
    folder,
    url,
    log: app.log,
    warnAdministrators: (sentence) => mailAdministrators(context, sentence),
    isChosen: nodes.isChosen,
  });
  context.metrics?.watchBackups(folder.report.read);
  app.addHook('onClose', async () => {
    await nightly.close();
    await nodes.close();
  });
}

/** Without a mail server, the Setup tab, the log and `doctor` still report it. */
export function mailAdministrators(
  { db, mailer, band, publicUrl = '' }: Pick<Context, 'db' | 'mailer' | 'band' | 'publicUrl'>,
  sentence: string,
): void {
  if (!mailer.sendsMail) return;
  mailer.post(async () => {
    const administrators = await db
      .select({ email: users.email })
      .from(users)
      .where(eq(users.isAdmin, true));
    const texts = {
      subject: `No good backup of ${band.known().productName} last night`,
      before: sentence,
      button: 'Open the Setup tab',
      after: 'Good backups of earlier nights are kept.',
    };
    const link = `${publicUrl}${paths.admin()}`;
    return administrators.map(({ email }) => renderEmailHtml(texts, { to: email, link }));
  });
}
