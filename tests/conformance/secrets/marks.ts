import { generateKeyPairSync } from 'node:crypto';
import { PINS, SECRETS } from '../fuzz/test-till.ts';

export const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
/** The planted secrets, by place. */
const MARKS: Readonly<Record<string, string>> = {
  ...SECRETS,
  ...PINS,
  /** One line of the key is enough to find it. */
  sftpKey: privateKey.split('\n')[4] ?? '',
  proxyPassword: 'MARK-proxy-password-9c41',
  newApiKey: 'MARK-new-api-key-2f86',
  newSecretKey: 'MARK-new-secret-key-60b9',
  newSftpPassword: 'MARK-new-sftp-password-d7e0',
  chainPassword: 'MARK-chain-password-41f7',
  officePassword: 'MARK-office-password-a3d2',
  newPin: '52836147',
  wrongPin: '38174925',
};
export const MARK_TEXTS = Object.values(MARKS);
export const getMark = (name: string): string => MARKS[name] ?? '';

/** What the service's answers contain about gift cards, besides the code that training creates. */
export const CARDS = {
  head: 'MARK-card-head-83b1',
  /** After the part of a too long text that is printed. */
  tail: 'MARK-card-tail-19c4',
  /** In a truncated answer, which is stored as received. */
  broken: 'MARK-card-broken-6e0d',
};
