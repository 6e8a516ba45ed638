/**
 * The log as a port. Fields are structured; secrets, PINs and whole account numbers never go in.
 */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** For tests that do not look at the log. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
