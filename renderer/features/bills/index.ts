/**
 * The accounts that the shop keeps at the service (version 3; the place `bills`, F6): link, look
 * through page by page, refresh, extra data, unlink, and into the flow that pays one. What each call
 * promises stands in electron/bills. Balances are in the biller's currency; times are shown in the
 * shop's zone.
 */
export { Bills } from './bills.tsx';
