import { randomBytes, timingSafeEqual } from 'node:crypto';

/** One-time tokens. Only the newest few stay valid. */
export interface OneTimeTokens {
  issue(): string;
  consume(token: string | null): boolean;
}

export function createOneTimeTokens(maxTokens: number): OneTimeTokens {
  let validTokens: string[] = [];
  return {
    issue: () => {
      const name = createSecret();
      validTokens = [...validTokens, name].slice(-maxTokens);
      return name;
    },
    consume: (name) => {
      const matched = validTokens.find((token) => isSameSecret(token, name));
      validTokens = validTokens.filter((token) => token !== matched);
      return matched !== undefined;
    },
  };
}

export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in a time that does not depend on how many characters match. */
export function isSameSecret(secret: string, candidate: string | null | undefined): boolean {
  if (candidate === null || candidate === undefined) return false;
  const secretBytes = Buffer.from(secret);
  const candidateBytes = Buffer.from(candidate);
  return (
    secretBytes.length === candidateBytes.length && timingSafeEqual(secretBytes, candidateBytes)
  );
}
