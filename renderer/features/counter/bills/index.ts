/**
 * The accounts that the shop keeps at the service (version 3; the route `bills`, F6): linking them,
 * paging through them, refreshing, extra data, unlinking, and going on to pay one. electron/counter/bills
 * documents what each call promises. Balances are in the biller's currency; times are shown in the
 * shop's zone.
 */
export { Bills } from './bills.tsx';
