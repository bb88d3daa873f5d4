import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/account-data.ts';
import type { PasskeyCheck } from '../accounts/passkeys/passkey-check.ts';
import type { CheckCurrentPassword } from '../accounts/sign-in/current-password.ts';
import type { Context } from '../context.ts';
import { commit } from '../http/change.ts';
import { route } from '../http/route.ts';
import { logSecurityEvent } from '../http/security-log.ts';
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
  const { db, clock } = context;

  route(app, contract.exportAccountData, ({ viewer }) =>
    readAccountData(db, viewer.userId, clock()),
  );

  route(app, contract.getAccountDeletion, ({ viewer }) => countAccountImpact(db, viewer.userId));

  route(app, contract.deleteAccount, async (call) => {
    const { body, viewer, request, reply } = call;
    const { userId } = viewer;
    if (body.credential) await passkeyCheck.checkViewerPasskey(call, body.credential);
    else await checkPassword(request, viewer, body.currentPassword ?? '');
    const impact = await commit(call, (scope) => deleteAccount(scope, userId, clock()));
    logSecurityEvent(request, 'account-deleted');
    sessions.clearCookie(reply);
    return impact;
  });
}
