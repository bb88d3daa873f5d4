import { loadBandPack } from '#server/catalog/band-pack/band-pack.ts';
import { openUrl } from '#server/db/open.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { createEmailChannel } from '#server/notifications/email-channel.ts';
import { sendNotifications } from '#server/notifications/send-notifications.ts';

// Sends notifications in a separate process that a test can kill.

const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2);
const quiet = { error: () => undefined, warn: () => undefined } as never;
const { db, close } = await openUrl(databaseUrl, 4);
const { band: settings } = await loadBandPack('bands/lantern');
const band = { current: () => settings, read: async () => settings };
const mailer = createMailer(quiet, { url: smtpUrl, from: 'us@calledit.example' });
const publicUrl = 'https://calledit.example';
const mail = createEmailChannel({ db, mailer, band, publicUrl });
await sendNotifications({ db, clock: Date.now, log: quiet }, { mail });
await mailer.close();
await close();
