import { hash, randomBytes } from 'node:crypto';

/** Returns random bytes in base64url. A link that people pass on has 16, to stay short. */
export function createToken(bytes = 32): string {
  return randomBytes(bytes).toString('base64url');
}

/** The database stores the hash, so that read access isn't enough to use a token. */
export function hashToken(token: string): string {
  return hash('sha256', token);
}
