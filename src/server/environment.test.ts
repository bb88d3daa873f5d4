import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readEnvironment, SETTINGS } from './environment.ts';
import type { Setting } from './setting-types.ts';

test('uses defaults when nothing is set', () => {
  const defaults = { port: 3000, host: '0.0.0.0', dataDir: '.data', trustProxy: false };
  const { admin, smtp, ...environment } = readEnvironment({ PATH: '/bin' });
  expect(environment).toMatchObject({ ...defaults, logLevel: 'info' });
  expect([admin, smtp]).toEqual([undefined, undefined]);
});

test('documents every variable with its default in .env.example', async () => {
  const paragraphs = Object.values<Setting>(SETTINGS).map(({ name, type, ...setting }) => {
    const fallback = type.parse(undefined) ?? 'unset';
    const { doc, unset = '', example = String(fallback) } = setting;
    return `${formatComment(`${doc} Default: ${fallback}. ${unset}`)}\n#${name}=${example}\n`;
  });
  const secrets = Object.values<Setting>(SETTINGS).filter(({ isSecret }) => isSecret);
  const secretFiles = `To read a secret from a file, set NAME_FILE to its path: ADMIN_PASSWORD_FILE for ADMIN_PASSWORD. This also works for ${secrets
    .map(({ name }) => name)
    .filter((name) => name !== 'ADMIN_PASSWORD')
    .join(', ')}.`;
  await expect(
    `${HEAD}\n${formatComment(secretFiles)}\n\n${paragraphs.join('\n')}`,
  ).toMatchFileSnapshot('../../.env.example');
});

const HEAD = '# Copy to .env and uncomment what you want to change. Every setting is optional.';

function formatComment(text: string): string {
  return text
    .trim()
    .replaceAll(/(.{1,96})(?: |$)/g, '# $1\n')
    .trimEnd();
}

test('reads a secret from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'called-it-secret-'));
  const file = join(folder, 'database');
  await writeFile(file, 'postgres://a:b@c/d\n');
  expect(readEnvironment({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://a:b@c/d');
  expect(() => readEnvironment({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://a' })).toThrow(
    'Set DATABASE_URL or DATABASE_URL_FILE, not both.',
  );
  expect(() => readEnvironment({ SMTP_URL_FILE: join(folder, 'none') })).toThrow(
    `Failed to read ${join(folder, 'none')}, the file that SMTP_URL_FILE names: ENOENT.`,
  );
  expect(readEnvironment({ HOST_FILE: file }).host).toBe('0.0.0.0');
  await rm(folder, { recursive: true });
});

test('ignores empty values', () => {
  expect(readEnvironment({ PORT: '', ADMIN_PASSWORD: ' ', SMTP_URL: '' })).toEqual(
    readEnvironment({}),
  );
});

test.each([
  [{ PORT: '8080' }, { port: 8080 }],
  [{ PUBLIC_URL: 'https://Example.org/' }, { publicUrl: 'https://example.org' }],
  [{ DATABASE_URL: 'postgres://a:b@c:5432/d' }, { databaseUrl: 'postgres://a:b@c:5432/d' }],
  [
    { ADMIN_EMAIL: 'a@example.org', ADMIN_PASSWORD: 'secret' },
    { admin: { email: 'a@example.org', password: 'secret' } },
  ],
  [{ TRUST_PROXY: 'FALSE' }, { trustProxy: false }],
  [{ TRUST_PROXY: '127.0.0.1, fd00::/8' }, { trustProxy: '127.0.0.1, fd00::/8' }],
  [{}, { firstScreenBudgetMs: 100 }],
  [{ FIRST_SCREEN_BUDGET_MS: '10000' }, { firstScreenBudgetMs: 10_000 }],
  [{ METRICS_PORT: '9464' }, { metricsPort: 9464, metricsToken: undefined }],
  [{ METRICS_TOKEN: 'sixteen-or-more=' }, { metricsToken: 'sixteen-or-more=' }],
  [{ DATABASE_URL: 'postgres://a/b', REDIS_URL: 'rediss://x' }, { redisUrl: 'rediss://x' }],
  [
    { SMTP_URL: 'smtp://x', PUBLIC_URL: 'https://example.org:8443' },
    { smtp: { url: 'smtp://x', from: 'no-reply@example.org' } },
  ],
  [
    { SMTP_URL: 'smtps://x', PUBLIC_URL: 'https://a.b', MAIL_FROM: 'Called It <us@a.b>' },
    { smtp: { url: 'smtps://x', from: 'Called It <us@a.b>' } },
  ],
])('accepts %j', (variables, expected) => {
  expect(readEnvironment(variables)).toMatchObject(expected);
});

test('trusts the given number of proxies, nearest first', () => {
  const { trustProxy } = readEnvironment({ TRUST_PROXY: '2' });
  if (typeof trustProxy !== 'function')
    throw new Error('Expected a function for a number of proxies.');
  expect([0, 1, 2].map((hop) => trustProxy('192.0.2.1', hop))).toEqual([true, true, false]);
});

test.each([
  [{ PORT: '80a' }, 'PORT must be a port from 0 to 65535.'],
  [{ PORT: '65536' }, 'PORT must be a port from 0 to 65535.'],
  [{ PUBLIC_URL: 'example.org' }, 'PUBLIC_URL must be a URL like'],
  [{ PUBLIC_URL: 'https://example.org/game' }, 'PUBLIC_URL must be a URL like'],
  [{ PUBLIC_URL: 'ftp://example.org' }, 'PUBLIC_URL must be a URL like'],
  [{ DATABASE_URL: 'mysql://a' }, 'DATABASE_URL must be a URL like postgres://'],
  [{ DATABASE_URL: 'postgres://a', REDIS_URL: 'x:6379' }, 'REDIS_URL must be a URL like'],
  [{ REDIS_URL: 'redis://x' }, 'REDIS_URL requires DATABASE_URL'],
  [{ ADMIN_EMAIL: 'a@example.org' }, 'Set both ADMIN_EMAIL and ADMIN_PASSWORD'],
  [{ ADMIN_PASSWORD: 'secret' }, 'Set both ADMIN_EMAIL and ADMIN_PASSWORD'],
  [{ TRUST_PROXY: 'everyone' }, 'TRUST_PROXY must be false, the number'],
  [{ TRUST_PROXY: '127.0.0.1, 12.3' }, 'TRUST_PROXY must be false, the number'],
  [{ TRUST_PROXY: 'True' }, 'For a single proxy on this machine, set TRUST_PROXY=127.0.0.1.'],
  [{ METRICS_PORT: '3000' }, 'METRICS_PORT must be different from PORT.'],
  [{ METRICS_TOKEN: 'too short' }, 'METRICS_TOKEN must be at least 16 letters'],
  [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL must be a URL like smtp://'],
  [{ SMTP_URL: 'smtp://x' }, 'SMTP_URL requires PUBLIC_URL'],
  [{ MAIL_FROM: 'Called It' }, 'MAIL_FROM must be an email address, optionally with a name'],
  [{ FIRST_SCREEN_BUDGET_MS: '0' }, 'FIRST_SCREEN_BUDGET_MS must be'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of trace, debug'],
])('rejects %j with an error message', (variables, message) => {
  expect(() => readEnvironment(variables)).toThrow(message);
});

test('never repeats a secret in an error', () => {
  const secret = 'x'.repeat(300);
  expect(() => readEnvironment({ ADMIN_EMAIL: 'a@b.c', ADMIN_PASSWORD: secret })).toThrow(
    'ADMIN_PASSWORD must be at most 256 characters.',
  );
});
