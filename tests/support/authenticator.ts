import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** WebAuthn flags: user present, user verified, and attested key data included. */
const PRESENT = 0x01;
const PRESENT_AND_VERIFIED = 0x05;
const WITH_KEY = 0x40;

/** Creates a software passkey: ES256, without attestation, with a signature counter. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  const credentialId = id.toString('base64url');
  let counter = 0;

  const buildClientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const buildAuthenticatorData = (flags: number, key = Buffer.alloc(0)) => {
    counter += 1;
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(Buffer.from(new URL(origin).hostname)), head, key]);
  };
  const createCredential = (response: Record<string, unknown>) => ({
    id: credentialId,
    rawId: credentialId,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  });

  return {
    /** A count lower than the last one simulates a cloned passkey. */
    countFrom(count: number) {
      counter = count;
    },
    create({ challenge }: { challenge: string }) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      // COSE: kty 2 (EC2), alg -7 (ES256), crv 1 (P-256), x, y.
      const cose = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const key = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]);
      const data = buildAuthenticatorData(PRESENT_AND_VERIFIED | WITH_KEY, key);
      // CBOR: { fmt: 'none', attStmt: {}, authData: bytes }.
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return createCredential({
        clientDataJSON: buildClientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    get({ challenge }: { challenge: string }, { isVerified = true } = {}) {
      const client = buildClientData('webauthn.get', challenge);
      const data = buildAuthenticatorData(isVerified ? PRESENT_AND_VERIFIED : PRESENT);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return createCredential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
