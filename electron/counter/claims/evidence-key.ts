import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** DER before the 32 bytes of a private and of a public Ed25519 key (RFC 8410). */
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_TEXT_PATTERN = /ed25519:([A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])/g;

/** The public half of a till's key, with which anybody can check its sheets. */
export interface EvidencePublicKey {
  readonly key: KeyObject;
  /** Eight characters that name the key on a sheet. */
  readonly id: string;
  /** `ed25519:` and 43 characters: what an owner prints or saves. */
  readonly text: string;
}

/** The till's key pair, from 32 secret bytes. */
export interface EvidenceKeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: EvidencePublicKey;
}

export function createEvidenceKeyPair(seed: Uint8Array): EvidenceKeyPair {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PRIVATE_KEY_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { privateKey, publicKey: toPublicKey(der.subarray(PUBLIC_KEY_PREFIX.length)) };
}

/** All keys in a text, wherever they stand in it. */
export function parseEvidencePublicKeys(text: string): EvidencePublicKey[] {
  return [...text.matchAll(KEY_TEXT_PATTERN)].map(([, encoded = '']) =>
    toPublicKey(Buffer.from(encoded, 'base64url')),
  );
}

function toPublicKey(bytes: Uint8Array): EvidencePublicKey {
  return {
    key: createPublicKey({
      key: Buffer.concat([PUBLIC_KEY_PREFIX, bytes]),
      format: 'der',
      type: 'spki',
    }),
    id: createHash('sha256').update(bytes).digest('hex').slice(0, 8),
    text: `ed25519:${Buffer.from(bytes).toString('base64url')}`,
  };
}
