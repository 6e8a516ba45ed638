export const AUTHORITY: string;
export function prepareWindows(asked: {
  root: string;
  node: string;
  env: NodeJS.ProcessEnv;
  isStandIn: boolean;
}): { readonly config: object };
export function whyNotSigned(
  env: { TILL_PUBLISHER: string; TILL_SIGN_CERTS: string; TILL_SIGN_KEY: string },
  now?: number,
): string | null;
