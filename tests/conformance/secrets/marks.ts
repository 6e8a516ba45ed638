import { generateKeyPairSync } from 'node:crypto';
import { PINS, SECRETS } from '../fuzz/till.ts';

export const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
});
/** What is planted, by where. */
const MARKS: Readonly<Record<string, string>> = {
  ...SECRETS,
  ...PINS,
  /** A line of it is enough to know it by. */
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
export const marks = Object.values(MARKS);
export const mark = (name: string): string => MARKS[name] ?? '';

/** What the service's answers said of gift cards, beside the code that training makes. */
export const CARDS = {
  head: 'MARK-card-head-83b1',
  /** Behind what is printed of a text that is too long. */
  tail: 'MARK-card-tail-19c4',
  /** In an answer that breaks off, and is kept as it came. */
  broken: 'MARK-card-broken-6e0d',
};
