/**
 * The shop's currency, which amounts are written without. There is one till in a page, as there is
 * one i18next: the application keeps here what main said of it.
 */
let shopCurrency: string | null = null;

/** Null until main has said it: each amount is then written with its code. */
export function setShopCurrency(currency: string | null): void {
  shopCurrency = currency;
}

export function getShopCurrency(): string | null {
  return shopCurrency;
}
