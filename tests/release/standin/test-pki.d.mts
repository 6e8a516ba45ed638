export const STAND_IN_PUBLISHER: string;
export function createTestPki(options: { folder: string; subject?: string; days?: number }): {
  authority: string;
  env: {
    TILL_SIGN_CERTS: string;
    TILL_SIGN_KEY: string;
    TILL_TSA_CERTS: string;
    TILL_TSA_KEY: string;
  };
};
