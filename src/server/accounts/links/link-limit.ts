import { HOUR } from '#contract/durations.ts';
import type { MakeLimit } from '../../http/limit.ts';
import type { CountedWindow } from '../../http/shared-counts.ts';

const LINKS_PER_ACCOUNT = 5;
const LINKS_PER_ADDRESS = 50;

/** Throws 429. The account's window is a link's life: a refused owner still has one that works. */
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
