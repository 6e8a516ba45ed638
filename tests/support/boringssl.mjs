import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Load with `--import`: `node:crypto` then has only the ciphers and curves of Electron's BoringSSL, as
 * listed in electron#24024 and electron#32535.
 */
const CIPHERS = (
  'aes-128-cbc aes-128-cfb aes-128-ctr aes-128-ecb aes-128-gcm aes-128-ofb aes-192-cbc aes-192-ctr ' +
  'aes-192-ecb aes-192-gcm aes-192-ofb aes-256-cbc aes-256-cfb aes-256-ctr aes-256-ecb aes-256-gcm ' +
  'aes-256-ofb des-cbc des-ecb des-ede des-ede-cbc des-ede3-cbc rc2-cbc rc4'
).split(' ');
const CURVES = [
  'prime256v1',
  'P-256',
  'secp224r1',
  'P-224',
  'secp384r1',
  'P-384',
  'secp521r1',
  'P-521',
];
const MISSING_KEY_TYPES = ['ed448', 'x448', 'dsa'];

const original = { ...crypto };
/** @param {unknown} cipher */
function assertCipher(cipher) {
  if (!CIPHERS.includes(String(cipher).toLowerCase())) throw new Error(`Unknown cipher: ${cipher}`);
}
/** @param {unknown} type @param {unknown} options */
function assertKeyType(type, options) {
  const { namedCurve = 'P-256' } = { ...Object(options) };
  if (MISSING_KEY_TYPES.includes(String(type)) || !CURVES.includes(namedCurve))
    throw new Error(`Unsupported key: ${type} ${namedCurve}`);
}

Object.assign(crypto, {
  getCiphers: () => [...CIPHERS],
  getCurves: () => ['prime256v1', 'secp224r1', 'secp384r1', 'secp521r1'],
  /** @type {typeof crypto.createCipheriv} */
  createCipheriv: (/** @type {any[]} */ ...args) => {
    assertCipher(args[0]);
    return Reflect.apply(original.createCipheriv, crypto, args);
  },
  createDecipheriv: (/** @type {any[]} */ ...args) => {
    assertCipher(args[0]);
    return Reflect.apply(original.createDecipheriv, crypto, args);
  },
  createECDH: (/** @type {string} */ curve) => {
    assertKeyType('ec', { namedCurve: curve });
    return original.createECDH(curve);
  },
  generateKeyPairSync: (/** @type {any[]} */ ...args) => {
    assertKeyType(args[0], args[1]);
    return Reflect.apply(original.generateKeyPairSync, crypto, args);
  },
});
syncBuiltinESMExports();
