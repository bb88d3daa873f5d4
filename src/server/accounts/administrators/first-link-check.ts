import { eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { MINUTE } from '#contract/durations.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { users } from '../../db/schema/accounts.ts';
import { ApiError } from '../../http/api-error.ts';
import { toClientNetwork } from '../../http/limit.ts';
import { readFirstAdminExpiry } from './first-admin-link.ts';

const MAX_FAILURES_PER_MINUTE = 20;

/** Resolves with the link's expiry. Throws 409 if there is an administrator, else 404 or 429. */
export function createFirstLinkCheck({
  db,
  clock,
  createLimit,
}: Pick<Context, 'db' | 'clock' | 'createLimit'>) {
  const failures = createLimit({
    name: 'first-administrator-link',
    max: MAX_FAILURES_PER_MINUTE,
    windowMs: MINUTE,
    message: 'Too many links were tried from this network.',
  });
  return async (request: FastifyRequest, token: string): Promise<Date> => {
    const expiresAt = await readFirstAdminExpiry(db, token, clock());
    if (expiresAt) return expiresAt;
    // Only wrong tokens count, so that others in the network can't block the owner's link.
    await failures.consume(toClientNetwork(request.ip));
    throw await createLinkError(db);
  };
}

/** Has no limit, because `createFirstLinkCheck` already checked the link. */
export async function assertFirstLink(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<void> {
  if (!(await readFirstAdminExpiry(db, token, clock()))) throw await createLinkError(db);
}

async function createLinkError(db: Db): Promise<ApiError> {
  return (await db.$count(users, eq(users.isAdmin, true))) > 0
    ? createHasAdministratorError()
    : createLinkExpiredError();
}

export function createLinkExpiredError(): ApiError {
  return new ApiError(
    404,
    'This link has expired or was already used. If there is no administrator yet, restart the server to get a new link.',
  );
}

function createHasAdministratorError(): ApiError {
  return new ApiError(
    409,
    'This site has an administrator. Sign in as an administrator to restore a backup in the Admin Panel, on the Setup tab.',
  );
}
