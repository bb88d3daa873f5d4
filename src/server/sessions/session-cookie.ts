import fastifyCookie from '@fastify/cookie';
import type { FastifyReply } from 'fastify';

interface TokenCookie {
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
  read(header: string | undefined): string | undefined;
}

/** On HTTPS, the `__Host-` prefix binds the cookie to the host. */
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
  const write = (reply: FastifyReply, value: string, expiry: { maxAge: number; expires?: Date }) =>
    reply.header('set-cookie', fastifyCookie.serialize(name, value, { ...options, ...expiry }));
  return {
    set(reply, token) {
      write(reply, token, { maxAge: maxAgeMs / 1000 });
    },
    clear(reply) {
      write(reply, '', { maxAge: 0, expires: new Date(0) });
    },
    read(header) {
      const token = header && fastifyCookie.parse(header)[name];
      return token && TOKEN_PATTERN.test(token) ? token : undefined;
    },
  } satisfies TokenCookie;
}

const TOKEN_PATTERN = /^[\w-]{43}$/;
