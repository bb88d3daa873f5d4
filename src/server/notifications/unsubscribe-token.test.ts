import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOTIFICATION_KINDS } from '#contract/notifications.ts';
import { makeSigningKey, readUnsubscribing, signUnsubscribing } from './unsubscribe-token.ts';

const key = makeSigningKey();

test("names its user and kind, and can't be forged", () => {
  fc.assert(
    fc.property(
      fc.uuid(),
      fc.constantFrom(...NOTIFICATION_KINDS),
      fc.nat(32),
      (userId, kind, at) => {
        const token = signUnsubscribing({ userId, kind }, key);
        expect(readUnsubscribing(token, key)).toEqual({ userId, kind });
        expect(readUnsubscribing(token, makeSigningKey())).toBeUndefined();
        const bytes = Buffer.from(token, 'base64url');
        bytes[at] = (bytes[at] ?? 0) ^ 1;
        expect(readUnsubscribing(bytes.toString('base64url'), key)).toBeUndefined();
      },
    ),
  );
});

test.each(['', 'x', 'A'.repeat(44), '%00'])('%j is not a token', (token) => {
  expect(readUnsubscribing(token, key)).toBeUndefined();
});
