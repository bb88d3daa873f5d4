import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { MINUTE } from '#contract/durations.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Change } from '#contract/freshness.ts';
import type { passkeySignIn } from '#contract/passkeys.ts';
import type { ChangeScope } from '../../changes/run-change.ts';
import type { Context } from '../../context.ts';
import { passkeys } from '../../db/schema/accounts.ts';
import { ApiError } from '../../http/api-error.ts';
import { commit } from '../../http/change.ts';
import { logSecurityEvent } from '../../http/security-log.ts';
import { getSiteOrigin } from '../../http/site-origin.ts';
import type { Viewer } from '../../http/viewer.ts';
import { issueTokens, redeemToken } from '../links/one-time-tokens.ts';

const CHALLENGE_MS = 5 * MINUTE;

type Credential = BodyOf<typeof passkeySignIn>['credential'];
export type PasskeyCheck = ReturnType<typeof createPasskeyCheck>;

export function createPasskeyCheck({ db, clock, publicUrl }: Context) {
  /** Trusts `Origin`, which is checked before any route runs. */
  function getRelyingParty(request: FastifyRequest) {
    const origin = publicUrl ?? request.headers.origin ?? getSiteOrigin(request, publicUrl);
    const { origin: expectedOrigin, hostname: expectedRPID } = new URL(origin);
    return { expectedOrigin, expectedRPID };
  }

  /** Stores the challenge in the database, so that any node can verify it. */
  async function createChallenge(purpose: 'add-passkey' | 'passkey', userId: string | null) {
    const options = { now: clock(), lifetimeMs: CHALLENGE_MS };
    const [token = ''] = await issueTokens(db, purpose, [userId], options);
    return new Uint8Array(Buffer.from(token, 'base64url'));
  }

  /** Throws 401 unless the passkey signed one of our challenges. */
  async function checkPasskey(request: FastifyRequest, credential: Credential) {
    const response = credential as AuthenticationResponseJSON;
    const [passkey] = await db
      .select()
      .from(passkeys)
      .where(eq(passkeys.credentialId, response.id));
    const { verifyAuthenticationResponse } = await loadWebAuthn();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      ...getRelyingParty(request),
      expectedChallenge: async (challenge) =>
        (await redeemToken(db, 'passkey', challenge, clock())) !== undefined,
      credential: {
        id: response.id,
        publicKey: new Uint8Array(Buffer.from(passkey?.publicKey ?? '', 'base64url')),
        counter: passkey?.counter ?? 0,
      },
    }).catch(() => ({ verified: false, authenticationInfo: undefined }));
    if (!passkey || !verified || !authenticationInfo) {
      logSecurityEvent(request, 'sign-in-failed', { subjectId: passkey?.userId });
      throw createUnknownPasskeyError();
    }
    return { ...passkey, newCounter: authenticationInfo.newCounter };
  }

  async function recordUse(
    { tx, changed }: ChangeScope,
    passkey: Awaited<ReturnType<typeof checkPasskey>>,
  ) {
    const { id, userId, counter, newCounter } = passkey;
    const [updatedPasskey] = await tx
      .update(passkeys)
      .set({ counter: newCounter, lastUsedAt: new Date(clock()) })
      // Matches no row if the passkey was removed or its clone was used in the meantime.
      .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
      .returning({ id: passkeys.id });
    if (!updatedPasskey) throw createUnknownPasskeyError();
    changed(createCredentialsChange(userId));
  }

  function createCredentialsChange(userId: string): Change {
    return { topic: 'credentials', subjectId: userId, version: clock() };
  }

  /** The passkey alternative to `checkPassword`. Throws 401 for another user's passkey. */
  async function checkViewerPasskey(
    call: { request: FastifyRequest; reply: FastifyReply; viewer: Viewer },
    credential: Credential,
  ): Promise<void> {
    const passkey = await checkPasskey(call.request, credential);
    if (passkey.userId !== call.viewer.userId) throw createUnknownPasskeyError();
    await commit(call, (scope) => recordUse(scope, passkey));
  }

  return {
    getRelyingParty,
    createChallenge,
    checkPasskey,
    recordUse,
    createCredentialsChange,
    checkViewerPasskey,
  };
}

/** Loads the library lazily, because it makes the server's start 10% slower. */
export function loadWebAuthn() {
  return import('@simplewebauthn/server');
}

function createUnknownPasskeyError(): ApiError {
  return new ApiError(401, 'This passkey is not recognized');
}
