/**
 * What leads back to baskets that are not finished: on the home screen, and among what is not
 * resolved. Apart from the basket itself, so that the home screen loads no more than this.
 */
export { BasketNotice } from './basket-notice.tsx';
export { type BasketLink, useBasketLink } from './use-basket-link.ts';
export { type BasketRows, useBasketRows } from './use-basket-rows.ts';
