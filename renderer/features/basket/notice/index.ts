/**
 * What leads back to baskets that are not finished: on the home screen, and among what is not
 * resolved. Apart from the basket itself, so that the home screen loads no more than this.
 */
export { BasketNotice } from './basket-notice.tsx';
export { type BasketRows, useBasketRows } from './basket-rows.ts';
export { type BasketLink, useBasketLink } from './to-basket.ts';
