import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

const derive = promisify(pbkdf2);

it('hashing doesn’t use the libuv threads for files and DNS', async () => {
  const stored = await hashPassword('a password');
  // Keeps the four libuv threads busy, so that anything that needs one has to queue.
  let left = 24;
  const others = Array.from({ length: left }, async () => {
    await derive('x', 'salt', 150_000, 32, 'sha256');
    left -= 1;
  });
  expect(await verifyPassword(stored, 'a password')).toBe(true);
  expect(left).toBeGreaterThan(8);
  await Promise.all(others);
});
