export const AUTHORITY_FILE: string;
export function prepareWindows(options: {
  root: string;
  node: string;
  env: NodeJS.ProcessEnv;
  isStandIn: boolean;
}): { readonly config: object };
export function signingUnavailableReason(
  env: { TILL_PUBLISHER: string; TILL_SIGN_CERTS: string; TILL_SIGN_KEY: string },
  now?: number,
): string | null;
