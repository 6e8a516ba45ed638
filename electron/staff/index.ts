/**
 * Who stands at the till: cashiers with a role and a PIN (scrypt), the session, and the shift that
 * payments belong to. PINs are hashed on arrival and never kept; wrong tries cost a growing wait.
 * Answers `wrong-pin`, `wait` and `not-found` problems; a ledger that cannot be written throws
 * `StorageError`.
 */
export { hashPin, matchesPin } from './pin.ts';
export { type Cashier, createStaff, type NewCashier, type Staff, waitAfter } from './staff.ts';
