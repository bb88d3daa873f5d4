import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { BackupReason } from '#contract/backups.ts';
import { getBand } from '#contract/band.ts';
import { updateBand } from '#contract/band-settings.ts';
import type { Change, Topic } from '#contract/freshness.ts';
import { paths } from '#contract/pages.ts';
import * as contract from '#contract/setup.ts';
import { identityKey } from '#contract/text.ts';
import { createLinks } from '../accounts/links/links.ts';
import { RECORDED } from '../audit/record-change.ts';
import { announce, EVERYTHING } from '../changes/bus.ts';
import type { Context, ShowScoring } from '../context.ts';
import { users } from '../db/schema/accounts.ts';
import { ApiError } from '../http/api-error.ts';
import { route } from '../http/route.ts';
import { renderEmail } from '../mail/email-template.ts';
import { describeFailure } from '../mail/mailer.ts';
import { changeBand } from './change-band.ts';
import { countDemo, emptyDemo, readDemoBand } from './empty-demo.ts';
import { importUsers } from './import-users.ts';
import { initializeDatabase } from './initialize.ts';

export function setupRoutes(
  app: FastifyInstance,
  context: Context,
  { scoring, save }: { scoring: ShowScoring; save(reason: BackupReason): Promise<string> },
): void {
  const { db, bus, clock, ready, band, bandPack, mailer, publicUrl } = context;
  const links = createLinks(context);

  route(app, getBand, ({ request, reply }) =>
    ready.send({ request, reply }, getBand, {
      key: 'band',
      load: async () => ({ rows: await band.read() }),
    }),
  );

  route(app, updateBand, async ({ body, viewer, reply }) => {
    const version = await changeBand(db, bandPack.band, body, viewer.userId);
    if (version !== undefined)
      await announce({ bus, reply }, [{ topic: 'band', subjectId: null, version }, RECORDED]);
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

  route(app, contract.initializeDatabase, async ({ viewer, reply }) => {
    const now = clock();
    const results = await initializeDatabase(db, bandPack, { now, actorId: viewer.userId });
    // No client has a new show's setlist: it loads with the show.
    const imported: Topic[] = [
      ...(results.songs.imported > 0 ? (['song'] as const) : []),
      ...(results.shows.imported + results.filledShows > 0 ? (['show'] as const) : []),
      ...(results.filledShows > 0 ? (['setlist', 'standings', 'totals'] as const) : []),
    ];
    await announce({ bus, reply }, [...ofAny(imported, now), RECORDED]);
    return { results };
  });

  route(app, contract.importUsers, async ({ body, viewer, reply }) => {
    const now = clock();
    // A shared password is a weak one. With a mail server each user gets a link instead.
    const temporaryPassword = mailer.sendsMail ? undefined : body.temporaryPassword;
    if (!mailer.sendsMail && temporaryPassword === undefined)
      throw new ApiError(400, 'Temporary password is required');
    const options = { temporaryPassword, now, actorId: viewer.userId };
    const { results, imported } = await importUsers(db, bandPack, options);
    if (mailer.sendsMail) links.mail('welcome', ...imported);
    const changes = ofAny(results.imported > 0 ? ['account'] : [], now);
    await announce({ bus, reply }, [...changes, RECORDED]);
    return { results };
  });

  route(app, contract.emptyDemo, async ({ body, viewer, reply }) => {
    const bandName = (await readDemoBand()) ?? bandPack.band.bandName;
    if (body.name === null) return { ...(await countDemo(db, bandName)), bandName, savedAs: null };
    if (identityKey(body.name.trim()) !== identityKey(bandName))
      throw new ApiError(400, contract.TYPE_THE_BAND);
    if (band.known().bandName === bandName)
      throw new ApiError(409, 'Name your band first. This site still belongs to the demo band.');
    const savedAs = await save('before-emptying');
    const by = { actorId: viewer.userId, savedAs };
    const gone = await db.transaction((tx) => emptyDemo(tx, scoring, bandName, by));
    await announce({ bus, reply }, EVERYTHING);
    return { ...gone, bandName, savedAs };
  });

  route(app, contract.sendTestEmail, async ({ viewer }) => {
    if (!mailer.sendsMail)
      return {
        isSent: false,
        says: 'No mail is set up: SMTP_URL names no mail server. Password reset links go to the log.',
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
    return { isSent: !failure, says: failure ?? says };
  });
}

/** Changes without a subject, because there are too many to name. */
function ofAny(topics: readonly Topic[], now: number): Change[] {
  return topics.map((topic) => ({ topic, subjectId: null, version: now }));
}
