import { hash, randomBytes } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import type { FastifyReply } from 'fastify';

/** A cookie that holds an opaque token, which is random and means nothing by itself. */
interface TokenCookie {
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
  /** The token in a `Cookie` header; undefined where there is none of our form. */
  read(header: string | undefined): string | undefined;
}

/** Secure, and bound to this very host by its name, where the site is on https. */
export function createTokenCookie({
  name: plainName,
  publicUrl,
  maxAgeMs,
}: {
  name: string;
  publicUrl: string | undefined;
  maxAgeMs: number;
}) {
  const secure = publicUrl?.startsWith('https:') ?? false;
  const name = secure ? `__Host-${plainName}` : plainName;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const write = (reply: FastifyReply, value: string, life: { maxAge: number; expires?: Date }) =>
    reply.header('set-cookie', fastifyCookie.serialize(name, value, { ...options, ...life }));
  return {
    set(reply, token) {
      write(reply, token, { maxAge: maxAgeMs / 1000 });
    },
    clear(reply) {
      write(reply, '', { maxAge: 0, expires: new Date(0) });
    },
    read(header) {
      const token = header && fastifyCookie.parse(header)[name];
      return token && TOKEN.test(token) ? token : undefined;
    },
  } satisfies TokenCookie;
}

const TOKEN = /^[\w-]{43}$/;

export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token: whoever reads the database cannot sign in with it. */
export function hashOfToken(token: string): string {
  return hash('sha256', token);
}
