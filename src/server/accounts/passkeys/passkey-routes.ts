import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { and, asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { MINUTE } from '#contract/durations.ts';
import { checkFreshSignIn, confirmSignIn } from '#contract/fresh-sign-in.ts';
import * as contract from '#contract/passkeys.ts';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/open.ts';
import { passkeys, users } from '../../db/schema/accounts.ts';
import { ApiError } from '../../http/api-error.ts';
import { change, commit } from '../../http/change.ts';
import { toClientNetwork } from '../../http/limit.ts';
import { type Call, notFound, route } from '../../http/route.ts';
import { logSecurityEvent } from '../../http/security-log.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import { readCurrentUser } from '../account.ts';
import { redeemToken } from '../links/one-time-tokens.ts';
import type { CheckCurrentPassword } from '../sign-in/current-password.ts';
import { loadWebAuthn, type PasskeyCheck } from './passkey-check.ts';

const CHALLENGES_PER_ADDRESS = 200;

export function passkeyRoutes(
  app: FastifyInstance,
  context: Context,
  {
    sessions,
    checkPassword,
    passkeyCheck,
  }: { sessions: Sessions; checkPassword: CheckCurrentPassword; passkeyCheck: PasskeyCheck },
): void {
  const { db, clock, band, createLimit } = context;
  const { getRelyingParty, createChallenge, checkPasskey, recordUse, createCredentialsChange } =
    passkeyCheck;
  const challenges = createLimit({
    name: 'passkey-challenges',
    max: CHALLENGES_PER_ADDRESS,
    // Strangers behind the same address delay an owner by at most a minute.
    windowMs: MINUTE,
    message: 'Too many people are signing in from this network.',
  });

  route(app, contract.beginPasskey, async ({ body, viewer, request }) => {
    const { userId } = viewer;
    // A session alone must not create a passkey that outlives it.
    await checkPassword(request, viewer, body.currentPassword);
    const existingPasskeys = await findPasskeys(db, userId);
    if (existingPasskeys.length >= contract.MAX_PASSKEYS)
      throw new ApiError(
        409,
        `You can have at most ${contract.MAX_PASSKEYS} passkeys. Remove one first.`,
      );
    const { generateRegistrationOptions } = await loadWebAuthn();
    const options = await generateRegistrationOptions({
      rpName: band.current().productName,
      rpID: getRelyingParty(request).expectedRPID,
      userName: viewer.username,
      userID: new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex')),
      challenge: await createChallenge('add-passkey', userId),
      excludeCredentials: existingPasskeys.map(({ credentialId }) => ({ id: credentialId })),
      // The passkey replaces email and password, so it must identify and verify the user.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { ...options };
  });

  route(app, contract.addPasskey, async (call) => {
    const { body, viewer, request } = call;
    const { userId } = viewer;
    const { id, publicKey, counter } = await verifyRegistration(call);
    const passkeyItem = await commit(call, async ({ tx, changed }) => {
      const [passkey] = await tx
        .insert(passkeys)
        .values({
          userId,
          credentialId: id,
          publicKey: Buffer.from(publicKey).toString('base64url'),
          counter,
          transports: body.credential.response.transports ?? [],
          name: body.name,
          createdAt: new Date(clock()),
        })
        .onConflictDoNothing()
        .returning();
      if (!passkey) throw new ApiError(409, 'This passkey is already registered');
      changed(createCredentialsChange(userId));
      return toPasskeyItem(passkey);
    });
    logSecurityEvent(request, 'passkey-added');
    return passkeyItem;
  });

  change(app, contract.renamePasskey, async ({ params, body, viewer, tx, changed }) => {
    const isOwn = and(eq(passkeys.id, params.id), eq(passkeys.userId, viewer.userId));
    const [oldPasskey] = await tx.select({ name: passkeys.name }).from(passkeys).where(isOwn);
    const [passkey] = await tx.update(passkeys).set({ name: body.name }).where(isOwn).returning();
    if (!passkey) throw notFound('Passkey');
    if (oldPasskey?.name !== passkey.name) changed(createCredentialsChange(viewer.userId));
    return toPasskeyItem(passkey);
  });

  route(app, contract.removePasskey, async (call) => {
    const { userId } = call.viewer;
    const isOwn = and(eq(passkeys.id, call.params.id), eq(passkeys.userId, userId));
    await commit(call, async ({ tx, changed }) => {
      const [removedPasskey] = await tx
        .delete(passkeys)
        .where(isOwn)
        .returning({ id: passkeys.id });
      if (!removedPasskey) throw notFound('Passkey');
      changed(createCredentialsChange(userId));
    });
    logSecurityEvent(call.request, 'passkey-removed');
    return undefined;
  });

  route(app, contract.beginPasskeySignIn, async ({ request }) => {
    const address = toClientNetwork(request.ip);
    await challenges.check(address);
    await challenges.count(address);
    const { generateAuthenticationOptions } = await loadWebAuthn();
    const options = await generateAuthenticationOptions({
      rpID: getRelyingParty(request).expectedRPID,
      challenge: await createChallenge('passkey', null),
      userVerification: 'required',
    });
    return { ...options };
  });

  route(app, checkFreshSignIn, async () => undefined);

  route(app, confirmSignIn, async (call) => {
    const { body, viewer, request } = call;
    if ('password' in body) await checkPassword(request, viewer, body.password);
    else await passkeyCheck.checkViewerPasskey(call, body.credential);
    await sessions.confirm(viewer);
    logSecurityEvent(request, 'sign-in-confirmed');
    return undefined;
  });

  route(app, contract.passkeySignIn, async (call) => {
    const { body, viewer, request, reply } = call;
    const passkey = await checkPasskey(request, body.credential);
    const { userId } = passkey;
    const token = await commit(call, async (scope) => {
      const { tx } = scope;
      await recordUse(scope, passkey);
      await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('share');
      return sessions.open(tx, userId, request.headers['user-agent']);
    });
    if (viewer) await sessions.end(reply, viewer);
    logSecurityEvent(request, 'signed-in', { subjectId: userId });
    await sessions.sendCookie(reply, userId, token);
    return readCurrentUser(db, userId);
  });

  async function verifyRegistration({ body, viewer, request }: Call<typeof contract.addPasskey>) {
    const { verifyRegistrationResponse } = await loadWebAuthn();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: body.credential as RegistrationResponseJSON,
      ...getRelyingParty(request),
      expectedChallenge: async (challenge) =>
        (await redeemToken(db, 'add-passkey', challenge, clock()))?.userId === viewer.userId,
    }).catch(() => ({ registrationInfo: undefined }));
    if (!registrationInfo)
      throw new ApiError(400, 'This passkey could not be checked. Please try again.');
    return registrationInfo.credential;
  }
}

export function findPasskeys(db: Db, userId: string) {
  return db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
}

export function toPasskeyItem(row: typeof passkeys.$inferSelect): contract.PasskeyItem {
  const { id, name, createdAt, lastUsedAt } = row;
  return {
    ...{ id, name },
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
