/**
 * The shop's currency, whose code amounts omit. A module variable, because a page has one till, as
 * it has one i18next: the application stores the value of main here.
 */
let shopCurrency: string | null = null;

/** Null until main has sent it: each amount is then formatted with its code. */
export function setShopCurrency(currency: string | null): void {
  shopCurrency = currency;
}

export function getShopCurrency(): string | null {
  return shopCurrency;
}
