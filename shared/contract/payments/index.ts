/** What is asked before a payment, the payment itself, and every call on it. */
export * from './calls.ts';
export * from './orders.ts';
export * from './payment.ts';
