import { isIP } from 'node:net';
import type { FastifyServerOptions } from 'fastify';
import { z } from 'zod';
import { PASSWORD_MAX } from '#contract/accounts.ts';

/** What the environment sets; `.env.example` lists every variable and its default. */
export interface Environment {
  port: number;
  host: string;
  /** Without a path; undefined: whatever host a request names. */
  publicUrl: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  /** Undefined: the pack that comes with the product. */
  bandPack: string | undefined;
  admin: { email: string; password: string } | undefined;
  trustProxy: NonNullable<FastifyServerOptions['trustProxy']>;
  logLevel: string;
  /** Names of variables that are set, but mean nothing yet. */
  reserved: string[];
}

/** Reads the environment. The first value that is wrong throws a sentence that names its variable. */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  // A line without a value, as `.env` files have them, sets nothing.
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const { data, error } = schema.safeParse(set);
  if (!data) {
    const [issue] = error.issues;
    throw new Error(`${issue?.path.join('.')} must be ${issue?.message}.`);
  }
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = data;
  if (Boolean(email) !== Boolean(password))
    throw new Error('ADMIN_EMAIL and ADMIN_PASSWORD go together: set both or neither.');
  return {
    port: data.PORT,
    host: data.HOST,
    publicUrl: data.PUBLIC_URL,
    dataDir: data.DATA_DIR,
    databaseUrl: data.DATABASE_URL,
    bandPack: data.BAND_PACK,
    admin: email && password ? { email, password } : undefined,
    trustProxy: data.TRUST_PROXY,
    logLevel: data.LOG_LEVEL,
    reserved: ['REDIS_URL', 'SMTP_URL'].filter((name) => name in set),
  };
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const ORIGIN = 'an address like https://example.org, without a path';
const PROXIES = 'true, false, a count of proxies, or a list of their addresses';

const schema = z.object({
  PORT: z
    .string()
    .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'a port from 0 to 65535')
    .transform(Number)
    .default(3000),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_URL: z
    .string()
    .refine(isOrigin, ORIGIN)
    .transform((text) => new URL(text).origin)
    .optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol),
      'an address like postgres://user:password@host:5432/database',
    )
    .optional(),
  BAND_PACK: z.string().optional(),
  ADMIN_EMAIL: z.string().optional(),
  ADMIN_PASSWORD: z.string().max(PASSWORD_MAX, `at most ${PASSWORD_MAX} characters`).optional(),
  TRUST_PROXY: z
    .string()
    .refine((text) => /^(true|false|\d{1,2})$/i.test(text) || areAddresses(text), PROXIES)
    .transform(toProxies)
    .default(false),
  LOG_LEVEL: z.enum(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`).default('info'),
});

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username;
}

/** Addresses or networks of proxies, with the names that Fastify knows for some networks. */
function areAddresses(text: string): boolean {
  return text.split(',').every((part) => {
    const [address = '', bits = '0'] = part.trim().split('/');
    const isName = ['loopback', 'linklocal', 'uniquelocal'].includes(address);
    return isName || (isIP(address) > 0 && /^\d{1,3}$/.test(bits));
  });
}

function toProxies(text: string): Environment['trustProxy'] {
  const count = Number(text);
  if (Number.isInteger(count)) return (_address, hop) => hop < count;
  return /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
}
