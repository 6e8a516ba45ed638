/**
 * The accounts that the shop saves at the service (version 3; the route `bills`, F6): linking,
 * paging, refreshing, extra data, unlinking, and starting a payment. electron/counter/bills
 * documents what each call guarantees. Balances are in the biller's currency; times are shown in
 * the shop's time zone.
 */
export { BillsPage } from './bills.tsx';
