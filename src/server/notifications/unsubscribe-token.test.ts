import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NOTIFICATION_KINDS } from '#contract/notifications.ts';
import {
  createUnsubscribeToken,
  generateSigningKey,
  verifyUnsubscribeToken,
} from './unsubscribe-token.ts';

const key = generateSigningKey();

test("names its user and kind, and can't be forged", () => {
  fc.assert(
    fc.property(
      fc.uuid(),
      fc.constantFrom(...NOTIFICATION_KINDS),
      fc.nat(32),
      (userId, kind, index) => {
        const token = createUnsubscribeToken({ userId, kind }, key);
        expect(verifyUnsubscribeToken(token, key)).toEqual({ userId, kind });
        expect(verifyUnsubscribeToken(token, generateSigningKey())).toBeUndefined();
        const bytes = Buffer.from(token, 'base64url');
        bytes[index] = (bytes[index] ?? 0) ^ 1;
        expect(verifyUnsubscribeToken(bytes.toString('base64url'), key)).toBeUndefined();
      },
    ),
  );
});

test.each(['', 'x', 'A'.repeat(44), '%00'])('%j is not a token', (token) => {
  expect(verifyUnsubscribeToken(token, key)).toBeUndefined();
});
