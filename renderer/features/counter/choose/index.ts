/** The list of billers of one flow: top-ups, gift cards, or cash-out. */
export { ChooseBillerPage } from './choose-biller-page.tsx';
