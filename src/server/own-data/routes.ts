import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/own-data.ts';
import type { CheckCurrentPassword } from '../accounts/current-password.ts';
import type { PasskeyCheck } from '../accounts/passkey-check.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { announce } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import { route } from '../http/route.ts';
import { securityLog } from '../http/security-log.ts';
import { countGoing, deleteAccount } from './delete-account.ts';
import { readOwnData } from './read-own-data.ts';

/** What is stored of a fan is theirs: to take along, and to delete. */
export function ownDataRoutes(
  app: FastifyInstance,
  context: Context,
  {
    sessions,
    checkPassword,
    passkeyCheck,
  }: { sessions: Sessions; checkPassword: CheckCurrentPassword; passkeyCheck: PasskeyCheck },
): void {
  const { db, bus, clock } = context;

  route(app, contract.exportOwnData, ({ viewer }) => readOwnData(db, viewer.userId, clock()));

  route(app, contract.deleteAccount, async ({ body, viewer, request, reply }) => {
    const { userId } = viewer;
    if (body.credential) await passkeyCheck.checkOwn({ request, reply, viewer }, body.credential);
    else await checkPassword(request, viewer, body.currentPassword ?? '');
    if (!body.isConfirmed) return countGoing(db, userId);
    const leave = () => db.transaction((tx) => deleteAccount(tx, userId, clock()));
    const { changes, gone } = await leave();
    securityLog(request, 'account-deleted');
    sessions.forget(reply);
    await announce({ bus, reply }, changes);
    return gone;
  });
}
