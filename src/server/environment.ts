import { z } from 'zod';
import { PASSWORD_MAX } from '#contract/accounts.ts';
import { SETLISTFM_KEY_FORMAT, SETLISTFM_KEY_PATTERN } from '#contract/import-key.ts';
import { FIRST_SCREEN_MS } from './pages/page-renderer.ts';
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

/** Throws an error that names the first invalid variable. */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const values = Object.fromEntries(
    Object.entries(SETTINGS).map(([key, setting]) => [key, readSetting(setting, variables)]),
  ) as Omit<Environment, 'admin' | 'smtp'>;
  const { adminEmail: email, adminPassword: password } = values;
  if (Boolean(email) !== Boolean(password))
    throw new Error('Set both ADMIN_EMAIL and ADMIN_PASSWORD, or neither.');
  if (values.metricsPort && values.metricsPort === values.port)
    throw new Error('METRICS_PORT must be different from PORT.');
  if (values.redisUrl && !values.databaseUrl)
    throw new Error('REDIS_URL requires DATABASE_URL. Set both, or neither.');
  if (values.demoResetHours && values.databaseUrl)
    throw new Error(
      'DEMO_RESET_HOURS requires the embedded database. Unset it, or unset DATABASE_URL.',
    );
  const { smtpUrl, publicUrl } = values;
  // Emailed links can't be built from the Host header, because it can be forged.
  if (smtpUrl && !publicUrl)
    throw new Error('SMTP_URL requires PUBLIC_URL, because links in emails start with it.');
  const sender = values.mailFrom ?? `no-reply@${publicUrl && new URL(publicUrl).hostname}`;
  return {
    ...values,
    smtp: smtpUrl && publicUrl ? { url: smtpUrl, from: sender } : undefined,
    admin: email && password ? { email, password } : undefined,
  };
}

function readSetting(
  { name, type, isSecret = false }: Setting,
  variables: Record<string, string | undefined>,
): unknown {
  const read = (variable: string) =>
    variables[variable]?.trim() ? variables[variable] : undefined;
  const file = isSecret ? read(`${name}_FILE`) : undefined;
  if (file && read(name)) throw new Error(`Set ${name} or ${name}_FILE, not both.`);
  const { data, error } = type.safeParse(file ? readSecret(name, file) : read(name));
  if (error) throw new Error(`${name} must be ${error.issues[0]?.message}.`);
  return data;
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const ORIGIN = 'a URL like https://example.org, without a path';
const PROXIES = 'false, the number of proxies, or a list of their IP addresses';
const NOT_TRUE =
  'the number of proxies, or a list of their IP addresses: true would let any client forge its IP address. For a single proxy on this machine, set TRUST_PROXY=127.0.0.1';
const string = z.string();
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
    type: string.default('0.0.0.0'),
  },
  publicUrl: {
    name: 'PUBLIC_URL',
    doc: 'Public URL of the site, without a path. Set it behind a proxy that terminates HTTPS or changes the Host header. If it starts with https, session cookies are Secure.',
    unset: 'Requests must come from the host that served the page.',
    example: 'https://example.org',
    type: string
      .refine(isOrigin, ORIGIN)
      .transform((url) => new URL(url).origin)
      .optional(),
  },
  dataDir: {
    name: 'DATA_DIR',
    doc: 'Folder for backups and, without DATABASE_URL, for the embedded database. Only its owner can access it. With an embedded database, only one server can use it at a time.',
    type: string.default('.data'),
  },
  afterBackup: {
    name: 'AFTER_BACKUP',
    doc: 'Shell command that copies a backup to another machine. Runs after each backup, with the path of the file in BACKUP_FILE. The Setup tab, npm run doctor and the metrics show the result of its last run.',
    unset: 'Backups stay in DATA_DIR/backups, on the same disk.',
    example: 'rclone copy "$BACKUP_FILE" remote:called-it',
    type: string.optional(),
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    isSecret: true,
    doc: 'URL of a PostgreSQL database, version 15 or newer. If it is set, the first start does not import the band pack; an administrator imports it on the Setup tab.',
    unset:
      'The server runs an embedded PostgreSQL 18 in DATA_DIR, for a single server process (Linux with glibc, macOS, or Windows on x64).',
    example: 'postgres://user:password@127.0.0.1:5432/called_it',
    type: string
      .refine(
        (url) => URL.canParse(url) && /^postgres(ql)?:$/.test(new URL(url).protocol),
        'a URL like postgres://user:password@host:5432/database',
      )
      .optional(),
  },
  databasePool: {
    name: 'DATABASE_POOL',
    doc: 'Maximum number of connections from one server process to DATABASE_URL. The total of all processes must stay below max_connections in PostgreSQL. More than four per CPU core of the database server rarely help.',
    type: wholeNumber(1, 500).default(POOL_SIZE),
  },
  databaseStatementTimeout: {
    name: 'DATABASE_STATEMENT_TIMEOUT',
    doc: 'Seconds until PostgreSQL cancels a statement; 0 means never. Scoring a show takes the longest: 8 seconds for 100,000 predictions on a slow machine.',
    type: wholeNumber(0, 86_400).default(STATEMENT_SECONDS),
  },
  redisUrl: {
    name: 'REDIS_URL',
    isSecret: true,
    doc: 'URL of Redis or Valkey. Required to run several servers on one database; see docs/operator/scale.md.',
    unset:
      'Run only one server process per database: a second one would miss changes from the first.',
    example: 'redis://127.0.0.1:6379',
    type: string
      .refine(
        (url) => URL.canParse(url) && /^rediss?:$/.test(new URL(url).protocol),
        'a URL like redis://user:password@host:6379',
      )
      .optional(),
  },
  bandPack: {
    name: 'BAND_PACK',
    doc: 'Folder of the band pack: name, links, songs, shows, setlists, users. If the pack has an error, the server prints the file, line and reason, and exits. See docs/band-packs.md.',
    unset: 'The server uses bands/lantern, a fictional band.',
    example: 'bands/lantern',
    type: string.optional(),
  },
  adminEmail: {
    name: 'ADMIN_EMAIL',
    doc: 'Email address of an account that every start makes an administrator. Set both this and ADMIN_PASSWORD, or neither.',
    unset:
      'Until an administrator exists, each start writes a one-time link for the first administrator to first-administrator.txt in DATA_DIR, and prints it if the output is a terminal.',
    example: 'admin@example.org',
    type: string.optional(),
  },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    isSecret: true,
    doc: 'Password of that account. If the account has a different password, it is changed to this one, its sessions end and its passkeys are removed.',
    example: '',
    type: string.max(PASSWORD_MAX, `at most ${PASSWORD_MAX} characters`).optional(),
  },
  smtpUrl: {
    name: 'SMTP_URL',
    isSecret: true,
    doc: 'Mail server for sign-in and password links, email verification and notifications. Requires PUBLIC_URL. A mail server on another machine must offer TLS (STARTTLS or smtps://) with a trusted certificate. On a private network, append ?ignoreTLS=true to allow plain text.',
    unset:
      'No email is sent. Password reset links are written to the log for you to pass on, and imported users share a temporary password.',
    example: 'smtp://user:password@127.0.0.1:587',
    type: string
      .refine(
        (url) => URL.canParse(url) && /^smtps?:$/.test(new URL(url).protocol),
        'a URL like smtp://user:password@host:587 or smtps://…',
      )
      .optional(),
  },
  mailFrom: {
    name: 'MAIL_FROM',
    doc: 'Sender of emails: an email address, optionally with a name, which defaults to that of the site.',
    unset: 'The sender is no-reply at the host of PUBLIC_URL.',
    example: 'Called It <no-reply@example.org>',
    type: string
      .regex(
        /^(?:[^<>@\r\n]+ )?<?[^\s<>@]+@[^\s<>@]+>?$/,
        'an email address, optionally with a name: Called It <no-reply@example.org>',
      )
      .optional(),
  },
  setlistfmApiKey: {
    name: 'SETLISTFM_API_KEY',
    isSecret: true,
    doc: 'API key for setlist.fm, from https://www.setlist.fm/settings/api. See docs/import.md.',
    unset: 'An administrator can enter one on the Setup tab.',
    example: '',
    type: string.regex(SETLISTFM_KEY_PATTERN, SETLISTFM_KEY_FORMAT).optional(),
  },
  demoResetHours: {
    name: 'DEMO_RESET_HOURS',
    doc: 'Runs the site as a public demo that resets after this many hours. Visitors sign in as one of its fans and can only predict. Requires the embedded database; see docs/demo.md.',
    unset: 'The site is not a demo.',
    example: '6',
    type: wholeNumber(1, 168).optional(),
  },
  trustProxy: {
    name: 'TRUST_PROXY',
    doc: 'Proxies whose X-Forwarded-* headers the server trusts: their number, or a list of IP addresses. Without it, all visitors behind a proxy share its IP address and its rate limits.',
    example: '127.0.0.1',
    type: string
      .refine((value) => !/^true$/i.test(value), { error: NOT_TRUE, abort: true })
      .refine((value) => /^(false|\d{1,2})$/i.test(value) || isProxyList(value), PROXIES)
      .transform(toProxies)
      .default(false),
  },
  metricsPort: {
    name: 'METRICS_PORT',
    doc: 'Port that serves only Prometheus metrics, at /metrics; see docs/operator/monitoring.md. Restrict access to your monitoring system, or set METRICS_TOKEN as well.',
    example: '9464',
    type: portNumber.optional(),
  },
  metricsToken: {
    name: 'METRICS_TOKEN',
    isSecret: true,
    doc: 'Token that clients must send to get the metrics ("Authorization: Bearer …"), on METRICS_PORT or, if that is unset, on PORT. At least 16 letters and digits.',
    unset: 'If METRICS_PORT is unset too, the server does not collect metrics.',
    example: '',
    type: string.regex(TOKEN, 'at least 16 letters, digits or . _ ~ + / = -').optional(),
  },
  firstScreenBudgetMs: {
    name: 'FIRST_SCREEN_BUDGET_MS',
    doc: 'How long the response of a page waits for its first screen, in milliseconds. If the server is too busy, it sends the page without it, and the browser renders it.',
    type: wholeNumber(1, 60_000).default(FIRST_SCREEN_MS),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    doc: `Log level: ${LOG_LEVELS.join(', ')}.`,
    type: z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`).default('info'),
  },
} satisfies Record<string, Setting>;
