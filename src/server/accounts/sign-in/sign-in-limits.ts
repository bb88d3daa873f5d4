import { HOUR, MINUTE, SECOND } from '#contract/durations.ts';
import type { MakeLimit } from '../../http/limit.ts';

/** A stranger's failures delay an owner with the correct password by a minute at most. */
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
export function createSignInLimits(createLimit: MakeLimit) {
  const perSource = {
    most: 5,
    windowMs: HOUR,
    waits: RETRY_WAITS,
    sentence: 'Too many failed attempts.',
  };
  const byAccountAndAddress = createLimit({ name: 'sign-in-account-here', ...perSource });
  const byDevice = createLimit({ name: 'sign-in-device', ...perSource });
  const byAccount = createLimit({
    name: 'sign-in-account',
    most: 100,
    windowMs: HOUR,
    waits: RETRY_WAITS,
    sentence: 'Too many failed attempts on this account.',
  });
  const byAddress = createLimit({
    name: 'sign-in-address',
    most: 300,
    windowMs: MINUTE,
    sentence: 'Too many failed attempts from this network.',
  });

  return ({ emailKey, address, device }: Attempt) => {
    const primary = device
      ? { limit: byDevice, key: device }
      : { limit: byAccountAndAddress, key: `${address} ${emailKey}` };
    const all = device
      ? [primary]
      : [primary, { limit: byAccount, key: emailKey }, { limit: byAddress, key: address }];
    return {
      async check() {
        await Promise.all(all.map(({ limit, key }) => limit.check(key)));
      },
      async fail() {
        await Promise.all(all.map(({ limit, key }) => limit.count(key)));
      },
      async succeed() {
        await primary.limit.clear(primary.key);
      },
    };
  };
}
