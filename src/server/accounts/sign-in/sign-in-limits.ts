import { HOUR, MINUTE, SECOND } from '#contract/durations.ts';
import type { MakeLimit } from '../../http/limit.ts';

/** An owner with the correct password waits a minute at most for a stranger's failures. */
export const RETRY_WAITS = { firstMs: 5 * SECOND, longestMs: MINUTE };

interface Attempt {
  emailKey: string;
  /** The network address, see `networkOf`. */
  address: string;
  /** Token hash of a known device of the account. */
  device: string | undefined;
}

/**
 * Throttles password guessing without locking accounts: only failures count.
 * Per account and address, a few are free and each further one doubles the wait. Per account from
 * all addresses there are more, but not endless. Per address there are some hundreds a minute,
 * because a whole venue may share it. A device known to the account has its own count, so strangers
 * can't delay its owner.
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
