import { z } from 'zod';
import { PASSWORD_MAX } from '#contract/accounts.ts';
import { SETLISTFM_KEY, SETLISTFM_KEY_FORM } from '#contract/import-key.ts';
import {
  areAddresses,
  isOrigin,
  portNumber,
  readSecret,
  type Setting,
  TOKEN,
  toProxies,
  wholeNumber,
} from './setting-types.ts';

/** Of a database that is not embedded, where nothing else is set. */
export const POOL_SIZE = 20;
export const STATEMENT_SECONDS = 120;

type Settings = typeof SETTINGS;

/** What the environment sets, and what follows from several of its variables. */
export type Environment = { [Key in keyof Settings]: z.output<Settings[Key]['type']> } & {
  admin: { email: string; password: string } | undefined;
  smtp: { url: string; from: string } | undefined;
};

/** Reads the environment. The first value that is wrong throws a sentence that names its variable. */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const values = Object.fromEntries(
    Object.entries(SETTINGS).map(([key, setting]) => [key, readSetting(setting, variables)]),
  ) as Omit<Environment, 'admin' | 'smtp'>;
  const { adminEmail: email, adminPassword: password } = values;
  if (Boolean(email) !== Boolean(password))
    throw new Error('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.');
  if (values.metricsPort && values.metricsPort === values.port)
    throw new Error('METRICS_PORT must be another port than PORT.');
  if (values.redisUrl && !values.databaseUrl)
    throw new Error(
      'REDIS_URL is for several servers on one database: set DATABASE_URL as well, or neither.',
    );
  if (values.demoResetHours && values.databaseUrl)
    throw new Error('DEMO_RESET_HOURS is for the embedded database: unset it, or DATABASE_URL.');
  const { smtpUrl, publicUrl } = values;
  // A mail's link must lead here, whatever host somebody's request names.
  if (smtpUrl && !publicUrl)
    throw new Error('SMTP_URL needs PUBLIC_URL: the links in mails begin with it.');
  const from = values.mailFrom ?? `no-reply@${publicUrl && new URL(publicUrl).hostname}`;
  return {
    ...values,
    smtp: smtpUrl && publicUrl ? { url: smtpUrl, from } : undefined,
    admin: email && password ? { email, password } : undefined,
  };
}

function readSetting(
  { name, type, isSecret = false }: Setting,
  variables: Record<string, string | undefined>,
): unknown {
  // A line without a value, as `.env` files have them, sets nothing.
  const given = (variable: string) =>
    variables[variable]?.trim() ? variables[variable] : undefined;
  const file = isSecret ? given(`${name}_FILE`) : undefined;
  if (file && given(name)) throw new Error(`Set ${name} or ${name}_FILE, not both.`);
  const { data, error } = type.safeParse(file ? readSecret(name, file) : given(name));
  if (error) throw new Error(`${name} must be ${error.issues[0]?.message}.`);
  return data;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const ORIGIN = 'an address like https://example.org, without a path';
const PROXIES = 'false, a count of proxies, or a list of their addresses';
const NOT_EVERYBODY =
  'a count of proxies, or a list of their addresses: with true anybody could pretend to come from anywhere. For one proxy on this machine set TRUST_PROXY=127.0.0.1';
const text = z.string();
/** A new setting is an entry here; `npx vitest run src/server/environment.test.ts -u` writes the example. */
export const SETTINGS = {
  port: {
    name: 'PORT',
    doc: 'Port to serve on.',
    type: portNumber.default(3000),
  },
  host: {
    name: 'HOST',
    doc: 'Address to listen on: 0.0.0.0 is every network interface, 127.0.0.1 keeps the app to this machine.',
    type: text.default('0.0.0.0'),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    doc: 'The address people type, without a path. Set it behind a proxy that changes the Host header, or that ends https: without it session cookies are not marked Secure there.',
    unset: 'A page may then only call the host it was itself loaded from.',
    example: 'https://example.org',
    type: text
      .refine(isOrigin, ORIGIN)
      .transform((address) => new URL(address).origin)
      .optional(),
  },
  dataDir: {
    name: 'DATA_DIR',
    doc: 'Folder of backups, and of the embedded database where DATABASE_URL is not set. One server at a time may use a folder; it is made so that its owner alone can enter it.',
    type: text.default('.data'),
  },
  afterBackup: {
    name: 'AFTER_BACKUP',
    doc: 'A command that gets each backup, to copy it elsewhere: it runs in a shell, with the path of the file in BACKUP_FILE. What became of it is on the Setup tab, in npm run doctor and in the figures.',
    unset: 'Backups stay in DATA_DIR/backups, on the same disk.',
    example: 'rclone copy "$BACKUP_FILE" remote:called-it',
    type: text.optional(),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    isSecret: true,
    doc: 'PostgreSQL 15 or newer. When it is set, the first start does not fill in the band pack: an administrator does that on the Setup tab.',
    unset:
      'That means a PostgreSQL 18 of our own in DATA_DIR, for one server process (Linux with glibc, macOS, Windows on x64).',
    example: 'postgres://user:password@127.0.0.1:5432/called_it',
    type: text
      .refine(
        (url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol),
        'an address like postgres://user:password@host:5432/database',
      )
      .optional(),
  },
  databasePool: {
    name: 'DATABASE_POOL',
    doc: 'Connections to DATABASE_URL that one server process opens at most. All processes together must stay below max_connections of PostgreSQL; more than four for each of its processor cores gain little.',
    type: wholeNumber(1, 500).default(POOL_SIZE),
  },
  databaseStatementTimeout: {
    name: 'DATABASE_STATEMENT_TIMEOUT',
    doc: 'Seconds after which PostgreSQL ends a statement of ours; 0 is never. The longest gives the points of a show that closes: 8 seconds for 100,000 predictions on a slow machine.',
    type: wholeNumber(0, 86_400).default(STATEMENT_SECONDS),
  },
  redisUrl: {
    name: 'REDIS_URL',
    isSecret: true,
    doc: 'Redis or Valkey, by which several servers on one DATABASE_URL hear of each other; see docs/scaling.md.',
    unset:
      "Run one server process per database then: a second one would not hear of the first one's changes.",
    example: 'redis://127.0.0.1:6379',
    type: text
      .refine(
        (url) => URL.canParse(url) && /^rediss?:$/.test(new URL(url).protocol),
        'an address like redis://user:password@host:6379',
      )
      .optional(),
  },
  bandPack: {
    name: 'BAND_PACK',
    doc: 'Folder of the band pack: name, links, songs, shows, setlists, users. A pack that is wrong stops the start with file, line and reason.',
    unset: 'That means bands/lantern, our fictional band.',
    example: 'bands/lantern',
    type: text.optional(),
  },
  adminEmail: {
    name: 'ADMIN_EMAIL',
    doc: 'Makes this account an administrator at every start. Set it and ADMIN_PASSWORD, or neither.',
    unset:
      'Until there is an administrator, each start then writes a one-time link for the first one to first-administrator.txt in DATA_DIR, and prints it on a terminal.',
    example: 'admin@example.org',
    type: text.optional(),
  },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    isSecret: true,
    doc: 'The password of that account: one that is there already gets it where it has another; it is then signed out everywhere, and its passkeys are gone.',
    example: '',
    type: text.max(PASSWORD_MAX, `at most ${PASSWORD_MAX} characters`).optional(),
  },
  smtpUrl: {
    name: 'SMTP_URL',
    isSecret: true,
    doc: 'The server that takes our mail: links for forgotten passwords, for whose an address is, and for imported users. Needs PUBLIC_URL. One on another machine gets nothing but by TLS (STARTTLS, or smtps://), with a certificate that can be trusted; ?ignoreTLS=true behind the address allows plain text, for a network that is yours alone.',
    unset:
      'No mail is sent: a link to a new password goes to the log, for you to hand on, and imported users share a temporary password.',
    example: 'smtp://user:password@127.0.0.1:587',
    type: text
      .refine(
        (url) => URL.canParse(url) && /^smtps?:$/.test(new URL(url).protocol),
        'an address like smtp://user:password@host:587 or smtps://…',
      )
      .optional(),
  },
  mailFrom: {
    name: 'MAIL_FROM',
    doc: 'The sender of our mail: an address, or a name with one.',
    unset: 'That means no-reply at the host of PUBLIC_URL.',
    example: 'Called It <no-reply@example.org>',
    type: text
      .regex(
        /^(?:[^<>@\r\n]+ )?<?[^\s<>@]+@[^\s<>@]+>?$/,
        'an address, or a name with one: Called It <no-reply@example.org>',
      )
      .optional(),
  },
  setlistfmApiKey: {
    name: 'SETLISTFM_API_KEY',
    isSecret: true,
    doc: 'The key by which setlist.fm is asked for setlists; https://www.setlist.fm/settings/api gives one. See docs/import.md.',
    unset: 'An administrator can enter one on the Setup tab.',
    example: '',
    type: text.regex(SETLISTFM_KEY, SETLISTFM_KEY_FORM).optional(),
  },
  demoResetHours: {
    name: 'DEMO_RESET_HOURS',
    doc: 'Makes this site a public demo: everybody may sign in as one of its fans and predict, nothing else can be changed, and after so many hours all is as it was. For the embedded database; see docs/operating.md.',
    unset: 'It is no demo.',
    example: '6',
    type: wholeNumber(1, 168).optional(),
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    doc: "Which proxies' X-Forwarded-* headers to believe: a count of proxies, or a list of addresses. Behind a proxy without it, everybody shares the proxy's address, and with it the limits of one.",
    example: '127.0.0.1',
    type: text
      .refine((value) => !/^true$/i.test(value), { error: NOT_EVERYBODY, abort: true })
      .refine((value) => /^(false|\d{1,2})$/i.test(value) || areAddresses(value), PROXIES)
      .transform(toProxies)
      .default(false),
  },
  metricsPort: {
    name: 'METRICS_PORT',
    doc: 'Serves figures for Prometheus at /metrics on this port, and nothing else: see docs/operating.md. Let only your monitoring reach it, or set METRICS_TOKEN too.',
    example: '9464',
    type: portNumber.optional(),
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    isSecret: true,
    doc: 'Whoever sends it ("Authorization: Bearer …") gets the figures, at METRICS_PORT, or on PORT where that is unset. At least 16 letters and digits.',
    unset: 'Without both of them the server measures nothing.',
    example: '',
    type: text.regex(TOKEN, 'at least 16 letters, digits or . _ ~ + / = -').optional(),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    doc: `How much the log says: ${LOG_LEVELS.join(', ')}.`,
    type: z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`).default('info'),
  },
} satisfies Record<string, Setting>;
