import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/account-data.ts';
import type { PasskeyCheck } from '../accounts/passkeys/passkey-check.ts';
import type { CheckCurrentPassword } from '../accounts/sign-in/current-password.ts';
import { announce } from '../changes/bus.ts';
import type { Context } from '../context.ts';
import { route } from '../http/route.ts';
import { securityLog } from '../http/security-log.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { countAccountImpact, deleteAccount } from './delete-account.ts';
import { readAccountData } from './read-account-data.ts';

export function accountDataRoutes(
  app: FastifyInstance,
  context: Context,
  {
    sessions,
    checkPassword,
    passkeyCheck,
  }: { sessions: Sessions; checkPassword: CheckCurrentPassword; passkeyCheck: PasskeyCheck },
): void {
  const { db, bus, clock } = context;

  route(app, contract.exportAccountData, ({ viewer }) =>
    readAccountData(db, viewer.userId, clock()),
  );

  route(app, contract.deleteAccount, async ({ body, viewer, request, reply }) => {
    const { userId } = viewer;
    if (body.credential) await passkeyCheck.checkOwn({ request, reply, viewer }, body.credential);
    else await checkPassword(request, viewer, body.currentPassword ?? '');
    if (!body.isConfirmed) return countAccountImpact(db, userId);
    const leave = () => db.transaction((tx) => deleteAccount(tx, userId, clock()));
    const { changes, gone } = await leave();
    securityLog(request, 'account-deleted');
    sessions.forget(reply);
    await announce({ bus, reply }, changes);
    return gone;
  });
}
