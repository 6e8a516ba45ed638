/** The list of billers of one flow: top-ups, gift cards, or cash-out. */
export { Choose } from './choose-biller-page.tsx';
