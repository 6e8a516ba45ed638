/**
 * What stands out, for a supervisor or an owner: a list of the figures above the usual, each of which
 * opens its entries in the audit log; a chart of one figure by cashier and week; and a table of all.
 */
export { OutliersPage } from './outliers-page.tsx';
