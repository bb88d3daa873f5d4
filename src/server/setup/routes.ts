import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { BackupReason } from '#contract/backups.ts';
import { getBand } from '#contract/band.ts';
import { updateBand } from '#contract/band-settings.ts';
import { paths } from '#contract/pages.ts';
import * as contract from '#contract/setup.ts';
import { identityKey } from '#contract/text.ts';
import { createLinks } from '../accounts/links/links.ts';
import { readDemoBand } from '../catalog/band-pack/band-file.ts';
import { importPack } from '../catalog/band-pack/import-pack.ts';
import type { Context, ShowScoring } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { ApiError } from '../http/api-error.ts';
import { change, commit } from '../http/change.ts';
import { read } from '../http/read.ts';
import { route } from '../http/route.ts';
import { renderAccountEmail } from '../mail/account-emails.ts';
import { readMailDesign } from '../mail/mail-design.ts';
import { describeFailure } from '../mail/mailer.ts';
import { changeBand } from './change-band.ts';
import { countDemoContent, emptyDemo } from './empty-demo.ts';
import { importUsers, prepareAccounts } from './import-users.ts';

export function setupRoutes(
  app: FastifyInstance,
  context: Context,
  {
    scoring,
    saveBackup,
  }: { scoring: ShowScoring; saveBackup(reason: BackupReason): Promise<string> },
): void {
  const { db, clock, band, bandPack, mailer, publicUrl } = context;
  const links = createLinks(context);

  read(app, getBand, () => band.read());

  route(app, updateBand, async (call) => {
    await commit(call, (scope) => changeBand(scope, bandPack.band, call.body));
    // Waits until the band is read, so that the next page has the new band.
    return band.read();
  });

  route(app, contract.getSetupFacts, async () => {
    const { songs, shows, users, temporaryPassword } = await bandPack.load();
    return {
      packBand: bandPack.band.bandName,
      songs: songs.length,
      shows: shows.length,
      users: users.length,
      temporaryPassword,
      sendsMail: mailer.isConfigured,
    };
  });

  change(app, contract.initializeDatabase, async (scope) => ({
    results: await importPack(scope, await bandPack.load(), clock()),
  }));

  route(app, contract.importUsers, async (call) => {
    const { body } = call;
    const now = clock();
    // A shared password is weak, so each user gets a link if there is a mail server.
    const temporaryPassword = mailer.isConfigured ? undefined : body.temporaryPassword;
    if (!mailer.isConfigured && temporaryPassword === undefined)
      throw new ApiError(400, 'Temporary password is required');
    const accounts = await prepareAccounts(db, await bandPack.load(), { temporaryPassword, now });
    const { results, importedUsers } = await commit(call, (scope) =>
      importUsers(scope, accounts, now),
    );
    if (mailer.isConfigured) links.send('welcome', ...importedUsers);
    return { results };
  });

  const getDemoBand = async () => (await readDemoBand()) ?? bandPack.band.bandName;

  route(app, contract.getDemoContent, async () => {
    const bandName = await getDemoBand();
    return { ...(await countDemoContent(db, bandName)), bandName };
  });

  route(app, contract.emptyDemo, async (call) => {
    const bandName = await getDemoBand();
    if (identityKey(call.body.name.trim()) !== identityKey(bandName))
      throw new ApiError(400, contract.TYPE_THE_BAND);
    if (band.current().bandName === bandName)
      throw new ApiError(409, 'Name your band first. This site still belongs to the demo band.');
    const savedAs = await saveBackup('before-emptying');
    const deletedContent = await commit(call, (scope) =>
      emptyDemo(scope, scoring, { demoBand: bandName, savedAs }),
    );
    return { ...deletedContent, bandName, savedAs };
  });

  route(app, contract.sendTestEmail, async ({ viewer }) => {
    if (!mailer.isConfigured)
      return {
        isSent: false,
        message:
          'No mail server is set up: SMTP_URL is empty. Password reset links are written to the log.',
      };
    const [admin] = await db
      .select({ to: users.email })
      .from(users)
      .where(eq(users.id, viewer.userId));
    const to = admin?.to ?? '';
    const link = `${publicUrl ?? ''}${paths.admin({ tab: 'setup' })}`;
    const design = await readMailDesign(context);
    const failure = await mailer.deliver(renderAccountEmail('trial', design, { to, link })).then(
      () => undefined,
      (error: unknown) => describeFailure(error, to),
    );
    const success = `The mail server accepted an email to ${to}. Check that it arrives and is not in the spam folder.`;
    return { isSent: !failure, message: failure ?? success };
  });
}
