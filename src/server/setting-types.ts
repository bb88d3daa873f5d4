import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { FastifyServerOptions } from 'fastify';
import { z } from 'zod';

/** `.env.example` is generated from these. */
export interface Setting {
  name: string;
  doc: string;
  /** Documents what happens if the variable is not set. */
  unset?: string;
  example?: string;
  /** The variable NAME_FILE can name a file that contains the value. */
  isSecret?: boolean;
  type: z.ZodType;
}

export const portNumber = z
  .string()
  .refine(
    (digits) => /^\d{1,5}$/.test(digits) && Number(digits) <= 65_535,
    'a port from 0 to 65535',
  )
  .transform(Number);
export const TOKEN = /^[\w.~+/=-]{16,}$/;

export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .refine(
      (digits) => /^\d{1,6}$/.test(digits) && Number(digits) >= min && Number(digits) <= max,
      `a whole number from ${min} to ${max}`,
    )
    .transform(Number);
}

export function readSecret(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw new Error(`Failed to read ${file}, the file that ${name}_FILE names: ${code}.`);
  }
}

export function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && !search && !hash && !username;
}

/** Accepts IP addresses, networks, and Fastify's names for networks. */
export function isProxyList(text: string): boolean {
  return text.split(',').every((part) => {
    const [address = '', bits = '0'] = part.trim().split('/');
    const isName = ['loopback', 'linklocal', 'uniquelocal'].includes(address);
    return isName || (isIP(address) > 0 && /^\d{1,3}$/.test(bits));
  });
}

export function toProxies(text: string): NonNullable<FastifyServerOptions['trustProxy']> {
  const count = Number(text);
  if (Number.isInteger(count)) return (_address, hop) => hop < count;
  return /^false$/i.test(text) ? false : text;
}
