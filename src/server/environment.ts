import { z } from 'zod';
import { PASSWORD_MAX } from '#contract/accounts.ts';
import { SETLISTFM_KEY_FORMAT, SETLISTFM_KEY_PATTERN } from '#contract/import-key.ts';
import {
  isOrigin,
  isProxyList,
  portNumber,
  readSecret,
  type Setting,
  TOKEN,
  toProxies,
  wholeNumber,
} from './setting-types.ts';

export const POOL_SIZE = 20;
export const STATEMENT_SECONDS = 120;

type Settings = typeof SETTINGS;

export type Environment = { [Key in keyof Settings]: z.output<Settings[Key]['type']> } & {
  admin: { email: string; password: string } | undefined;
  smtp: { url: string; from: string } | undefined;
};

/** Throws a message that names the first invalid variable. */
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
  // Emailed links must not trust the Host header.
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
  // `FOO=` in a `.env` file counts as unset.
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
/** `npx vitest run src/server/environment.test.ts -u` updates `.env.example`. */
export const SETTINGS = {
  port: {
    name: 'PORT',
    doc: 'Port to serve on.',
    type: portNumber.default(3000),
  },
  host: {
    name: 'HOST',
    doc: 'Address to listen on. 0.0.0.0 listens on every network interface, 127.0.0.1 on this machine only.',
    type: text.default('0.0.0.0'),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    doc: 'Public address of the site, without a path. Set it behind a proxy that terminates https or changes the Host header. Session cookies are marked Secure if it begins with https.',
    unset: 'Pages may then only call the host that they were loaded from.',
    example: 'https://example.org',
    type: text
      .refine(isOrigin, ORIGIN)
      .transform((address) => new URL(address).origin)
      .optional(),
  },
  dataDir: {
    name: 'DATA_DIR',
    doc: 'Folder for backups and, without DATABASE_URL, for the embedded database. Created so that only its owner can read it. Only one server at a time can use it for an embedded database.',
    type: text.default('.data'),
  },
  afterBackup: {
    name: 'AFTER_BACKUP',
    doc: 'Shell command that copies a backup elsewhere. Runs after each backup, with the path of the file in BACKUP_FILE. The Setup tab, npm run doctor and the metrics show its last outcome.',
    unset: 'Backups stay in DATA_DIR/backups, on the same disk.',
    example: 'rclone copy "$BACKUP_FILE" remote:called-it',
    type: text.optional(),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    isSecret: true,
    doc: 'PostgreSQL 15 or newer. If set, the first start does not import the band pack: an administrator does it on the Setup tab.',
    unset:
      'The server then runs an embedded PostgreSQL 18 in DATA_DIR, for one server process (Linux with glibc, macOS, or Windows on x64).',
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
    doc: 'Maximum number of connections of one server process to DATABASE_URL. The total of all processes must stay below max_connections in PostgreSQL. More than four per CPU core of the database bring little.',
    type: wholeNumber(1, 500).default(POOL_SIZE),
  },
  databaseStatementTimeout: {
    name: 'DATABASE_STATEMENT_TIMEOUT',
    doc: 'Seconds until PostgreSQL cancels a statement; 0 means never. The longest statement scores a show: 8 seconds for 100,000 predictions on a slow machine.',
    type: wholeNumber(0, 86_400).default(STATEMENT_SECONDS),
  },
  redisUrl: {
    name: 'REDIS_URL',
    isSecret: true,
    doc: 'Redis or Valkey, needed to run several servers on one DATABASE_URL; see docs/scaling.md.',
    unset:
      'Then run only one server process per database: a second process would miss the changes of the first.',
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
    doc: 'Folder of the band pack: name, links, songs, shows, setlists, users. If the pack has an error, the server does not start and prints file, line and reason. See docs/band-packs.md.',
    unset: 'The server then uses bands/lantern, a fictional band.',
    example: 'bands/lantern',
    type: text.optional(),
  },
  adminEmail: {
    name: 'ADMIN_EMAIL',
    doc: 'Email of an account that becomes an administrator at every start. Set both this and ADMIN_PASSWORD, or neither.',
    unset:
      'Until an administrator exists, each start writes a one-time link for the first one to first-administrator.txt in DATA_DIR, and prints it on a terminal.',
    example: 'admin@example.org',
    type: text.optional(),
  },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    isSecret: true,
    doc: 'Password of that account. If the account exists with another password, it gets this one, is signed out everywhere and loses its passkeys.',
    example: '',
    type: text.max(PASSWORD_MAX, `at most ${PASSWORD_MAX} characters`).optional(),
  },
  smtpUrl: {
    name: 'SMTP_URL',
    isSecret: true,
    doc: 'Mail server for sign-in and password links, email verification and notifications. Needs PUBLIC_URL. A server on another machine must offer TLS (STARTTLS or smtps://) with a trusted certificate. On a private network, append ?ignoreTLS=true to allow plain text.',
    unset:
      'No mail is sent: password reset links go to the log for you to pass on, and imported users share a temporary password.',
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
    doc: 'Sender of the mail: an address, or a name and an address.',
    unset: 'The sender is then no-reply at the host of PUBLIC_URL.',
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
    doc: 'API key for setlist.fm, from https://www.setlist.fm/settings/api. See docs/import.md.',
    unset: 'An administrator can enter one on the Setup tab.',
    example: '',
    type: text.regex(SETLISTFM_KEY_PATTERN, SETLISTFM_KEY_FORMAT).optional(),
  },
  demoResetHours: {
    name: 'DEMO_RESET_HOURS',
    doc: 'Runs the site as a public demo: visitors sign in as one of its fans and can only predict, and the site resets after this many hours. Needs the embedded database; see docs/operating.md.',
    unset: 'The site is not a demo.',
    example: '6',
    type: wholeNumber(1, 168).optional(),
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    doc: "Proxies whose X-Forwarded-* headers the server trusts: a count, or a list of addresses. Without it, all visitors behind a proxy share the proxy's address and its rate limits.",
    example: '127.0.0.1',
    type: text
      .refine((value) => !/^true$/i.test(value), { error: NOT_EVERYBODY, abort: true })
      .refine((value) => /^(false|\d{1,2})$/i.test(value) || isProxyList(value), PROXIES)
      .transform(toProxies)
      .default(false),
  },
  metricsPort: {
    name: 'METRICS_PORT',
    doc: 'Port for Prometheus metrics at /metrics, and nothing else; see docs/monitoring.md. Let only your monitoring reach it, or set METRICS_TOKEN too.',
    example: '9464',
    type: portNumber.optional(),
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    isSecret: true,
    doc: 'Token that a client must send to read the metrics ("Authorization: Bearer …"), on METRICS_PORT or, if that is unset, on PORT. At least 16 letters and digits.',
    unset: 'Without both, the server collects no metrics.',
    example: '',
    type: text.regex(TOKEN, 'at least 16 letters, digits or . _ ~ + / = -').optional(),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    doc: `Log level: ${LOG_LEVELS.join(', ')}.`,
    type: z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`).default('info'),
  },
} satisfies Record<string, Setting>;
