import { z } from 'zod';
import { currentUser, knownPassword } from './accounts.ts';
import { endpoint, idParams } from './endpoint.ts';
import { visibleText } from './text.ts';

/** Of the name by which a fan tells their passkeys apart. */
export const PASSKEY_NAME_MAX = 100;
export const MOST_PASSKEYS = 20;

export const passkeyItem = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type PasskeyItem = z.output<typeof passkeyItem>;

const name = visibleText(PASSKEY_NAME_MAX);

/** What WebAuthn's own functions take and give, which only they understand. */
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
/** What a passkey answers to a challenge. */
export const assertion = credential.extend({
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().optional(),
  }),
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkeys/options',
  who: 'user',
  summary: 'What navigator.credentials.create() is to be asked with; good once, for five minutes',
  body: z.object({ currentPassword: knownPassword('Required') }),
  status: 200,
  returns: options,
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/user/passkeys',
  who: 'user',
  summary: 'Add a passkey',
  body: z.object({ name, credential: attestation }),
  status: 201,
  returns: passkeyItem,
});

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/api/user/passkeys/{id}',
  who: 'user',
  summary: "Give one of one's own passkeys another name",
  params: idParams,
  body: z.object({ name }),
  status: 200,
  returns: passkeyItem,
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/user/passkeys/{id}',
  who: 'user',
  summary: "Remove one of one's own passkeys",
  params: idParams,
  status: 204,
});

export const beginPasskeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey/options',
  who: 'anyone',
  worksOnFullDisk: true,
  summary: 'What navigator.credentials.get() is to be asked with; good once, for five minutes',
  status: 200,
  returns: options,
});

export const passkeySignIn = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  who: 'anyone',
  worksOnFullDisk: true,
  summary: 'Sign in with a passkey',
  body: z.object({ credential: assertion }),
  status: 200,
  returns: currentUser,
});
