/** Balances and orders before a payment, the payment itself, and all calls on it. */
export * from './calls.ts';
export * from './orders.ts';
export * from './payment.ts';
