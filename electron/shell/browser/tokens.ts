import { randomBytes, timingSafeEqual } from 'node:crypto';

/** Tokens that each work once. Only the newest few stay valid. */
export interface OneTimeTokens {
  issue(): string;
  spend(name: string | null): boolean;
}

export function createOneTimeTokens(most: number): OneTimeTokens {
  let open: string[] = [];
  return {
    issue: () => {
      const name = createSecret();
      open = [...open, name].slice(-most);
      return name;
    },
    spend: (name) => {
      const found = open.find((one) => isSameSecret(one, name));
      open = open.filter((one) => one !== found);
      return found !== undefined;
    },
  };
}

export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares in a time that does not depend on how much of it is right. */
export function isSameSecret(secret: string, given: string | null | undefined): boolean {
  if (given === null || given === undefined) return false;
  const left = Buffer.from(secret);
  const right = Buffer.from(given);
  return left.length === right.length && timingSafeEqual(left, right);
}
