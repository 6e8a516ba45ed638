import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';

/**
 * Returns a private key in a form that ssh2 reads. It does not read PKCS#8 (`BEGIN PRIVATE KEY`), the
 * form that OpenSSL writes. Any other text, and a key that cannot be converted, is returned as it is.
 */
export function toReadablePrivateKey(text: string): string {
  if (!text.includes('-----BEGIN PRIVATE KEY-----')) return text;
  try {
    const key = createPrivateKey(text);
    switch (key.asymmetricKeyType) {
      case 'rsa':
        return key.export({ type: 'pkcs1', format: 'pem' }).toString();
      case 'ec':
        return key.export({ type: 'sec1', format: 'pem' }).toString();
      case 'ed25519':
        return formatOpenSshKey(key);
      default:
        return text;
    }
  } catch {
    return text;
  }
}

/** Only OpenSSH's own format holds an Ed25519 key beside PKCS#8. */
function formatOpenSshKey(key: KeyObject): string {
  const { d = '', x = '' } = key.export({ format: 'jwk' });
  const publicKey = Buffer.from(x, 'base64url');
  const secret = Buffer.concat([Buffer.from(d, 'base64url'), publicKey]);
  const check = randomBytes(4);
  const content = Buffer.concat([
    check,
    check,
    ...['ssh-ed25519', publicKey, secret, ''].map(encodeString),
  ]);
  const padding = Buffer.from([1, 2, 3, 4, 5, 6, 7]).subarray(0, (8 - (content.length % 8)) % 8);
  const blob = Buffer.concat(['ssh-ed25519', publicKey].map(encodeString));
  const base64 = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...['none', 'none', ''].map(encodeString),
    encodeUint32(1),
    encodeString(blob),
    encodeString(Buffer.concat([content, padding])),
  ]).toString('base64');
  const lines = base64.match(/.{1,70}/g) ?? [];
  return [
    '-----BEGIN OPENSSH PRIVATE KEY-----',
    ...lines,
    '-----END OPENSSH PRIVATE KEY-----',
    '',
  ].join('\n');
}

function encodeString(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([encodeUint32(bytes.length), bytes]);
}

function encodeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
