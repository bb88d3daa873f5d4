import { HOUR } from '#contract/durations.ts';
import type { MakeLimit } from '../../http/limit.ts';
import type { CountedWindow } from '../../http/shared-counts.ts';

const LINKS_PER_ACCOUNT = 5;
const LINKS_PER_ADDRESS = 50;

/**
 * Limits requests for emailed links per account and per network address. Call the returned function
 * for each request; it throws 429.
 * @param options.lifeMs how long a link works: an owner who is refused still has a working link in
 * their email
 * @param options.addressWaits default: an address waits until its hour ends
 */
export function createLinkLimit(
  createLimit: MakeLimit,
  {
    name,
    lifeMs,
    sentence,
    addressWaits: waits,
  }: { name: string; lifeMs: number; sentence: string; addressWaits?: CountedWindow['waits'] },
): (account: string, address: string) => Promise<void> {
  const byAccount = createLimit({
    name: `${name}-account`,
    most: LINKS_PER_ACCOUNT,
    windowMs: lifeMs,
    sentence,
  });
  const byAddress = createLimit({
    name: `${name}-address`,
    most: LINKS_PER_ADDRESS,
    windowMs: HOUR,
    ...(waits && { waits }),
    sentence,
  });
  return async (account, address) => {
    await Promise.all([byAccount.check(account), byAddress.check(address)]);
    await Promise.all([byAccount.count(account), byAddress.count(address)]);
  };
}
