import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type DataKey, deriveKey } from './data-key.ts';

/**
 * Seals the gift-card codes in the ledger with AES-256-GCM. `place` identifies where the value
 * belongs (a payment and a column): a sealed value does not open in another place. Throws if the
 * data key is not open, or if the value was changed.
 */
export interface CodeSealer {
  sealText(text: string, place: string): string;
  openText(sealed: string, place: string): string;
  /** Whether this text was sealed for that place. */
  isSealed(text: string, place: string): boolean;
  sealBytes(bytes: Uint8Array, place: string): Uint8Array;
  openBytes(sealed: Uint8Array, place: string): Uint8Array;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Without this option Node also accepts a shorter tag, which is easier to guess. */
const CIPHER_OPTIONS = { authTagLength: TAG_BYTES };
const SEALED_PREFIX = 'sealed-1:';

/** `getDataKey` is called for each use: the data key is opened after the ledger. */
export function createCodeSealer(getDataKey: () => DataKey | null): CodeSealer {
  let derivedFromKey: DataKey | null = null;
  let derivedKey: Buffer | null = null;
  const getCodeKey = (): Buffer => {
    const dataKey = getDataKey();
    if (dataKey === null)
      throw new Error('the data key is not open: no gift card code can be read');
    if (derivedKey === null || derivedFromKey !== dataKey) {
      derivedFromKey = dataKey;
      derivedKey = deriveKey(dataKey, 'gift-card-codes');
    }
    return derivedKey;
  };

  const sealBytes = (bytes: Uint8Array, place: string): Buffer => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', getCodeKey(), nonce, CIPHER_OPTIONS);
    cipher.setAAD(Buffer.from(place));
    return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  };
  const openBytes = (sealed: Uint8Array, place: string): Buffer => {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', getCodeKey(), nonce, CIPHER_OPTIONS);
    decipher.setAAD(Buffer.from(place));
    decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
    const body = sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  };

  const openText = (sealed: string, place: string): string => {
    if (!sealed.startsWith(SEALED_PREFIX)) throw new Error('a gift card code that is not sealed');
    return openBytes(Buffer.from(sealed.slice(SEALED_PREFIX.length), 'base64'), place).toString(
      'utf8',
    );
  };

  return {
    sealBytes,
    openBytes,
    openText,
    isSealed: (text, place) => {
      if (!text.startsWith(SEALED_PREFIX)) return false;
      try {
        openText(text, place);
        return true;
      } catch {
        return false;
      }
    },
    sealText: (text, place) =>
      SEALED_PREFIX + sealBytes(Buffer.from(text, 'utf8'), place).toString('base64'),
  };
}
