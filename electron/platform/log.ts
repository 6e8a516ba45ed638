/**
 * The log as a port. Fields are structured, and never contain secrets, PINs or complete account
 * numbers.
 */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** For tests that do not check the log. */
export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
