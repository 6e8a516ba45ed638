/**
 * Shift and cash: opening with a counted float, money in and out of the drawer, counting it blind,
 * X and Z reports, closing and handing over. electron/counter/cash documents what each call promises.
 * Amounts are decimal strings, one sum for each currency; times are shown in the shop's zone.
 */
export { PaperSide, useIsPrintKeyTaken } from './paper-side.tsx';
export { Shift } from './shift.tsx';
