import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { BackupReason } from '#contract/backups.ts';
import { getBand } from '#contract/band.ts';
import { updateBand } from '#contract/band-settings.ts';
import { paths } from '#contract/pages.ts';
import * as contract from '#contract/setup.ts';
import { identityKey } from '#contract/text.ts';
import { createLinks } from '../accounts/links/links.ts';
import { importPack } from '../catalogue/band-pack/import-pack.ts';
import type { Context, ShowScoring } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { ApiError } from '../http/api-error.ts';
import { change, commit } from '../http/change.ts';
import { read } from '../http/read.ts';
import { route } from '../http/route.ts';
import { renderEmail } from '../mail/email-template.ts';
import { describeFailure } from '../mail/mailer.ts';
import { changeBand } from './change-band.ts';
import { countDemo, emptyDemo, readDemoBand } from './empty-demo.ts';
import { importUsers, prepareAccounts } from './import-users.ts';

export function setupRoutes(
  app: FastifyInstance,
  context: Context,
  { scoring, save }: { scoring: ShowScoring; save(reason: BackupReason): Promise<string> },
): void {
  const { db, clock, band, bandPack, mailer, publicUrl } = context;
  const links = createLinks(context);

  read(app, getBand, () => band.read());

  route(app, updateBand, async (call) => {
    await commit(call, (scope) => changeBand(scope, bandPack.band, call.body));
    // A page that is requested after this response has the new band.
    return band.read();
  });

  route(app, contract.getSetupFacts, async () => ({
    packBand: bandPack.band.bandName,
    songs: bandPack.songs.length,
    shows: bandPack.shows.length,
    users: bandPack.users.length,
    temporaryPassword: bandPack.temporaryPassword,
    sendsMail: mailer.sendsMail,
  }));

  change(app, contract.initializeDatabase, async (scope) => ({
    results: await importPack(scope, bandPack, clock()),
  }));

  route(app, contract.importUsers, async (call) => {
    const { body } = call;
    const now = clock();
    // A shared password is weak: with a mail server each user gets a link instead.
    const temporaryPassword = mailer.sendsMail ? undefined : body.temporaryPassword;
    if (!mailer.sendsMail && temporaryPassword === undefined)
      throw new ApiError(400, 'Temporary password is required');
    const accounts = await prepareAccounts(db, bandPack, { temporaryPassword, now });
    const { results, imported } = await commit(call, (scope) => importUsers(scope, accounts, now));
    if (mailer.sendsMail) links.mail('welcome', ...imported);
    return { results };
  });

  const demoBand = async () => (await readDemoBand()) ?? bandPack.band.bandName;

  route(app, contract.getDemoContent, async () => {
    const bandName = await demoBand();
    return { ...(await countDemo(db, bandName)), bandName };
  });

  route(app, contract.emptyDemo, async (call) => {
    const bandName = await demoBand();
    if (identityKey(call.body.name.trim()) !== identityKey(bandName))
      throw new ApiError(400, contract.TYPE_THE_BAND);
    if (band.known().bandName === bandName)
      throw new ApiError(409, 'Name your band first. This site still belongs to the demo band.');
    const savedAs = await save('before-emptying');
    const gone = await commit(call, (scope) =>
      emptyDemo(scope, scoring, { demoBand: bandName, savedAs }),
    );
    return { ...gone, bandName, savedAs };
  });

  route(app, contract.sendTestEmail, async ({ viewer }) => {
    if (!mailer.sendsMail)
      return {
        isSent: false,
        message:
          'No mail is set up: SMTP_URL names no mail server. Password reset links go to the log.',
      };
    const [me] = await db
      .select({ to: users.email })
      .from(users)
      .where(eq(users.id, viewer.userId));
    const to = me?.to ?? '';
    const link = `${publicUrl ?? ''}${paths.admin({ tab: 'setup' })}`;
    const site = band.known().productName;
    const failure = await mailer.deliver(renderEmail('trial', { to, site, link })).then(
      () => undefined,
      (error: unknown) => describeFailure(error, to),
    );
    const says = `The mail server accepted an email to ${to}. Check that it arrives and is not in the spam folder.`;
    return { isSent: !failure, message: failure ?? says };
  });
}
