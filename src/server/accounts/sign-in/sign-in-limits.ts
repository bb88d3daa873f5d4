import { HOUR, MINUTE, SECOND } from '#contract/durations.ts';
import type { CreateLimit } from '../../http/limit.ts';

/** A stranger's failures delay an owner with the correct password by at most a minute. */
export const RETRY_WAITS = { firstMs: 5 * SECOND, longestMs: MINUTE };

interface Attempt {
  emailKey: string;
  address: string;
  /** Token hash of a device known to the account. */
  device: string | undefined;
}

/**
 * Throttles guessing without locking accounts. An address gets hundreds of failures, because a
 * venue may share it. A known device has its own count, so strangers can't delay its owner.
 */
export function createSignInLimits(createLimit: CreateLimit) {
  const sharedOptions = {
    max: 5,
    windowMs: HOUR,
    waits: RETRY_WAITS,
    message: 'Too many failed attempts.',
  };
  const accountAddressLimit = createLimit({ name: 'sign-in-account-here', ...sharedOptions });
  const deviceLimit = createLimit({ name: 'sign-in-device', ...sharedOptions });
  const accountLimit = createLimit({
    name: 'sign-in-account',
    max: 100,
    windowMs: HOUR,
    waits: RETRY_WAITS,
    message: 'Too many failed attempts on this account.',
  });
  const addressLimit = createLimit({
    name: 'sign-in-address',
    max: 300,
    windowMs: MINUTE,
    message: 'Too many failed attempts from this network.',
  });

  return ({ emailKey, address, device }: Attempt) => {
    const primary = device
      ? { limit: deviceLimit, key: device }
      : { limit: accountAddressLimit, key: `${address} ${emailKey}` };
    const limits = device
      ? [primary]
      : [primary, { limit: accountLimit, key: emailKey }, { limit: addressLimit, key: address }];
    return {
      async check() {
        await Promise.all(limits.map(({ limit, key }) => limit.check(key)));
      },
      async recordFailure() {
        await Promise.all(limits.map(({ limit, key }) => limit.count(key)));
      },
      async recordSuccess() {
        await primary.limit.clear(primary.key);
      },
    };
  };
}
