import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

const derive = promisify(pbkdf2);

it('hashes have no part in the threads that read files and look up names', async () => {
  const stored = await hashPassword('a password');
  // Node's own four are given work for a while; whoever needs one has to queue behind it.
  let left = 24;
  const others = Array.from({ length: left }, async () => {
    await derive('x', 'salt', 150_000, 32, 'sha256');
    left -= 1;
  });
  expect(await verifyPassword(stored, 'a password')).toBe(true);
  expect(left).toBeGreaterThan(8);
  await Promise.all(others);
});
