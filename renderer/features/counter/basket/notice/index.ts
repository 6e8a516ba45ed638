/**
 * Links to unfinished baskets, for the home screen and the list of unresolved payments. It is
 * separate from the basket, so that the home screen loads only this part.
 */
export { BasketNotice } from './basket-notice.tsx';
export { type BasketOfPayment, useBasketOfPayment } from './use-basket-of-payment.ts';
export { type UnfinishedBasketRows, useUnfinishedBasketRows } from './use-basket-rows.ts';
