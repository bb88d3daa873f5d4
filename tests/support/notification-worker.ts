import { loadBandPack } from '#server/catalogue/band-pack/band-pack.ts';
import { openUrl } from '#server/db/open.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { emailChannel } from '#server/notifications/email-channel.ts';
import { sendNotifications } from '#server/notifications/send-notifications.ts';

// The server's sending of notifications as a separate process, which a test kills midway.

const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2);
const quiet = { error: () => undefined, warn: () => undefined } as never;
const { db, close } = await openUrl(databaseUrl, 4);
const { band: facts } = await loadBandPack('bands/lantern');
const band = { known: () => facts, read: async () => facts };
const mailer = createMailer(quiet, { url: smtpUrl, from: 'us@calledit.example' });
const publicUrl = 'https://calledit.example';
const mail = emailChannel({ db, mailer, band, publicUrl });
await sendNotifications({ db, clock: Date.now, log: quiet }, { mail });
await mailer.close();
await close();
