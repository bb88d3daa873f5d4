import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

const derive = promisify(pbkdf2);

test('hashing doesn’t use the libuv threads for files and DNS', async () => {
  const storedHash = await hashPassword('a password');
  // Keeps the four libuv threads busy, so that anything that needs one has to queue.
  let remaining = 24;
  const derivations = Array.from({ length: remaining }, async () => {
    await derive('x', 'salt', 150_000, 32, 'sha256');
    remaining -= 1;
  });
  expect(await verifyPassword(storedHash, 'a password')).toBe(true);
  expect(remaining).toBeGreaterThan(8);
  await Promise.all(derivations);
});
