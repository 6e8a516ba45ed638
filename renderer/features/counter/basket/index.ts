/**
 * A customer's basket: several bills, top-ups and gift cards, one tender, one change. The route
 * `basket` collects the items, takes the cash once, pays on F12, and shows the outcome of each item
 * until the change is acknowledged. `AddToBasket` puts a prepared order into the basket. `notice/`
 * links to unfinished baskets. Main enforces all rules (`electron/counter/payments/basket`).
 * Amounts are in the shop's currency.
 */
export { AddToBasket } from './add-to-basket.tsx';
export { BasketPage } from './basket-page.tsx';
