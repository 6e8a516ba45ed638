/**
 * A customer's basket: several bills, top-ups and gift cards, one tender, one change. The route
 * `basket` collects it, takes the cash once, pays by F12, and shows what became of each item until
 * the change is told; `AddToBasket` puts a prepared order into it; `notice/` leads back to one that
 * is not finished. Every rule is main's (`electron/counter/payments/basket`); amounts are in the shop's
 * currency.
 */
export { AddToBasket } from './add-to-basket.tsx';
export { BasketPage } from './basket-page.tsx';
