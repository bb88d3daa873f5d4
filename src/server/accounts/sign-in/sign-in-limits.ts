import type { MakeLimit } from '../../http/limit.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A stranger's failures never make an owner with the right password wait longer. */
export const WAITS = { firstMs: 5 * SECOND, longestMs: MINUTE };

/** Who tries to sign in, to what, and from where. */
interface Attempt {
  emailKey: string;
  /** Of the network, see `networkOf`. */
  address: string;
  /** What names the device, where it is one of the account's own. */
  device: string | undefined;
}

/**
 * Slows guesses down, and nobody else: each limit counts failures. Of an account from one address few
 * are free, and then each makes the next wait longer. Somebody with many addresses has more, but not
 * without end; and an address has some hundred a minute, as a whole venue may share it. A
 * device that the account knows has a count of its own, so that nobody locks an owner out.
 */
export function createSignInLimits(createLimit: MakeLimit) {
  const fromOnePlace = {
    most: 5,
    windowMs: HOUR,
    waits: WAITS,
    sentence: 'Too many failed attempts.',
  };
  const ofAccountHere = createLimit({ name: 'sign-in-account-here', ...fromOnePlace });
  const ofDevice = createLimit({ name: 'sign-in-device', ...fromOnePlace });
  const ofAccount = createLimit({
    name: 'sign-in-account',
    most: 100,
    windowMs: HOUR,
    waits: WAITS,
    sentence: 'Too many failed attempts on this account.',
  });
  const ofAddress = createLimit({
    name: 'sign-in-address',
    most: 300,
    windowMs: MINUTE,
    sentence: 'Too many failed attempts from this network.',
  });

  return ({ emailKey, address, device }: Attempt) => {
    const here = device
      ? { limit: ofDevice, key: device }
      : { limit: ofAccountHere, key: `${address} ${emailKey}` };
    const all = device
      ? [here]
      : [here, { limit: ofAccount, key: emailKey }, { limit: ofAddress, key: address }];
    return {
      /** Throws 429 where this attempt has to wait. */
      async check() {
        await Promise.all(all.map(({ limit, key }) => limit.check(key)));
      },
      async fail() {
        await Promise.all(all.map(({ limit, key }) => limit.count(key)));
      },
      async succeed() {
        await here.limit.clear(here.key);
      },
    };
  };
}
