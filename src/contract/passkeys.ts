import { z } from 'zod';
import { currentUser, existingPassword } from './accounts.ts';
import { endpoint, idParams } from './endpoint.ts';
import { visibleText } from './text.ts';

export const PASSKEY_NAME_MAX = 100;
export const MAX_PASSKEYS = 20;

export const passkeyItem = z
  .object({
    id: z.uuid(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'PasskeyItem' });
export type PasskeyItem = z.output<typeof passkeyItem>;

const name = visibleText(PASSKEY_NAME_MAX);

/** The options of the WebAuthn API, passed through unchanged. */
const options = z.record(z.string(), z.unknown());
const credential = z.object({
  id: z.string().max(1_400),
  rawId: z.string().max(1_400),
  type: z.literal('public-key'),
  clientExtensionResults: options,
  authenticatorAttachment: z.string().optional(),
});
const attestation = credential.extend({
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export const assertion = credential
  .extend({
    response: z.object({
      clientDataJSON: z.string(),
      authenticatorData: z.string(),
      signature: z.string(),
      userHandle: z.string().optional(),
    }),
  })
  .meta({ id: 'Assertion' });

export const beginPasskey = endpoint('beginPasskey', {
  method: 'POST',
  path: '/api/user/passkeys/options',
  tag: 'passkeys',
  who: 'user',
  summary: 'Get options for navigator.credentials.create(); valid once, for five minutes',
  body: z.object({ currentPassword: existingPassword('Required') }),
  status: 200,
  returns: options,
});

export const addPasskey = endpoint('addPasskey', {
  method: 'POST',
  path: '/api/user/passkeys',
  tag: 'passkeys',
  who: 'user',
  summary: 'Add a passkey',
  body: z.object({ name, credential: attestation }),
  status: 201,
  returns: passkeyItem,
});

export const renamePasskey = endpoint('renamePasskey', {
  method: 'PATCH',
  path: '/api/user/passkeys/{id}',
  tag: 'passkeys',
  who: 'user',
  summary: 'Rename one of your passkeys',
  params: idParams,
  body: z.object({ name }),
  status: 200,
  returns: passkeyItem,
});

export const removePasskey = endpoint('removePasskey', {
  method: 'DELETE',
  path: '/api/user/passkeys/{id}',
  tag: 'passkeys',
  who: 'user',
  summary: 'Remove one of your passkeys',
  params: idParams,
  status: 204,
});

export const beginPasskeySignIn = endpoint('beginPasskeySignIn', {
  method: 'POST',
  path: '/api/auth/passkey/options',
  tag: 'passkeys',
  who: 'anyone',
  worksOnFullDisk: true,
  summary: 'Get options for navigator.credentials.get(); valid once, for five minutes',
  status: 200,
  returns: options,
});

export const passkeySignIn = endpoint('passkeySignIn', {
  method: 'POST',
  path: '/api/auth/passkey',
  tag: 'passkeys',
  who: 'anyone',
  worksOnFullDisk: true,
  summary: 'Sign in with a passkey',
  body: z.object({ credential: assertion }),
  status: 200,
  returns: currentUser,
});
