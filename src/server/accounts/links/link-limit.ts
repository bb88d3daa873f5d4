import { HOUR } from '#contract/durations.ts';
import type { CreateLimit } from '../../http/limit.ts';
import type { CountedWindow } from '../../http/shared-counts.ts';

const LINKS_PER_ACCOUNT = 5;
const LINKS_PER_ADDRESS = 50;

/** Throws 429. The window equals a link's lifetime, so a rejected owner still has a valid link. */
export function createLinkLimit(
  createLimit: CreateLimit,
  {
    name,
    lifetimeMs,
    message,
    addressWaits: waits,
  }: { name: string; lifetimeMs: number; message: string; addressWaits?: CountedWindow['waits'] },
): (account: string, address: string) => Promise<void> {
  const accountLimit = createLimit({
    name: `${name}-account`,
    max: LINKS_PER_ACCOUNT,
    windowMs: lifetimeMs,
    message,
  });
  const addressLimit = createLimit({
    name: `${name}-address`,
    max: LINKS_PER_ADDRESS,
    windowMs: HOUR,
    ...(waits && { waits }),
    message,
  });
  return async (account, address) => {
    await Promise.all([accountLimit.check(account), addressLimit.check(address)]);
    await Promise.all([accountLimit.count(account), addressLimit.count(address)]);
  };
}
