import {
  assertNever,
  type Basket,
  type CallReceived,
  type CustomerScreenState,
  type CustomerScreenSubject,
  type CustomerView,
  customerViewSchema,
  type EnvironmentName,
  type Language,
  type Order,
  ok,
  type Payment,
  type Result,
  type Role,
  type TillState,
} from '../../../shared/contract/index.ts';
import { isSameCurrency } from '../../../shared/money/index.ts';
import { CUSTOMER_SCREEN_TTL_MS } from '../../../shared/rules/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import {
  type SaleView,
  toBasketSale,
  toOrderAndBasketSale,
  toOrderSale,
  toPaymentSale,
} from './sale-view.ts';

/** What the shell knows of the window. */
export type CustomerWindowState = Pick<CustomerScreenState, 'window' | 'displays'>;

interface RequestingCashier {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export interface CustomerScreenPorts {
  readonly clock: Clock;
  readonly log: Log;
  /** Read at each use, so that a changed setting takes effect at once. */
  readonly shop: () => {
    readonly name: string;
    readonly environment: EnvironmentName;
    readonly language: Language;
    readonly currency: string;
    readonly timeZone: string;
    readonly theme: TillState['theme'];
  };
  /** An order of this cashier that was not paid yet; null if there is none. */
  readonly findOrder: (orderId: string, cashier: RequestingCashier) => Order | null;
  /** Whose result nobody has seen; null for any other. */
  readonly findUnseenPayment: (paymentId: string) => Payment | null;
  readonly findBasket: (basketId: string, cashier: RequestingCashier) => Basket | null;
  /** The basket that this cashier collects; null if there is none. */
  readonly findCollectingBasket: (cashier: RequestingCashier) => Basket | null;
  readonly window: () => CustomerWindowState;
  /** To the customer's window. */
  readonly emitView: (view: CustomerView) => void;
  /** To the till's page. */
  readonly onChange: (state: CustomerScreenState) => void;
}

export interface CustomerScreen {
  show(
    input: CallReceived<'customerScreen.show'>,
    cashier: RequestingCashier,
  ): Result<Record<string, never>>;
  switchLanguage(
    input: CallReceived<'customerScreen.switchLanguage'>,
    cashier: RequestingCashier,
  ): Result<CustomerScreenState>;
  state(
    input: CallReceived<'customerScreen.state'>,
    cashier: RequestingCashier,
  ): Result<CustomerScreenState>;
  /** A payment or a basket has changed. */
  handleSaleChange(): void;
  /** The window or the settings have changed: what is shown is told again. */
  refresh(): void;
  /** The customer has gone. */
  clear(): void;
  /** Says nothing more: another till may be open by then. */
  stop(): void;
}

const NOTHING_IN_HAND: CustomerScreenSubject = { what: 'nothing' };

export function createCustomerScreen(ports: CustomerScreenPorts): CustomerScreen {
  const { clock, log } = ports;
  let inHand = NOTHING_IN_HAND;
  let cashier: RequestingCashier | null = null;
  let isServed = false;
  /** The customer's; null: the shop's. */
  let language: Language | null = null;
  let told = '';
  let cancelEnd = () => {};
  let isStopped = false;

  const state = (): CustomerScreenState => ({
    ...ports.window(),
    language: language ?? ports.shop().language,
  });

  const saleFor = (by: RequestingCashier): SaleView | null => {
    switch (inHand.what) {
      case 'nothing':
      case 'begun': {
        const basket = ports.findCollectingBasket(by);
        return basket && toBasketSale(basket, null);
      }
      case 'order': {
        const order = ports.findOrder(inHand.orderId, by);
        if (order === null) return null;
        const basket = inHand.cash === null ? ports.findCollectingBasket(by) : null;
        if (basket === null || order.kind === 'cash-out') return toOrderSale(order, inHand.cash);
        return toOrderAndBasketSale(order, basket);
      }
      case 'payment': {
        const payment = ports.findUnseenPayment(inHand.paymentId);
        return payment === null || payment.kind === 'cancel' ? null : toPaymentSale(payment);
      }
      case 'basket': {
        const basket = ports.findBasket(inHand.basketId, by);
        // What comes from a backup may have been paid since: nobody can say to whom it is owed.
        return basket === null || basket.state === 'ended' || basket.isRestored
          ? null
          : toBasketSale(basket, inHand.cash);
      }
      default:
        return assertNever(inHand);
    }
  };

  /** What cannot be read, or does not fit the view's schema, is not shown: better nothing than that. */
  const viewNow = (): CustomerView => {
    const { name, environment, currency, theme, timeZone, language: shopLanguage } = ports.shop();
    const view = (sale: SaleView | null): CustomerView => {
      const always = {
        shopName: name,
        environment,
        language: language ?? shopLanguage,
        shopLanguage,
        shopCurrency: currency,
        theme,
      };
      return sale === null
        ? { kind: 'idle', ...always }
        : { kind: 'sale', ...always, ...sale, timeZone };
    };
    try {
      const sale = cashier === null ? null : saleFor(cashier);
      const isNow = sale !== null || inHand.what !== 'nothing';
      // The next customer may not speak what this one did.
      if (isServed && !isNow) language = null;
      isServed = isNow;
      const checked = customerViewSchema.safeParse(view(sale));
      if (checked.success) return checked.data;
      const found = checked.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
      log.error({ found }, 'customer-screen: view rejected by schema');
    } catch (error) {
      log.error({ err: error }, 'customer-screen: reading sale failed');
    }
    return view(null);
  };

  const tell = (): void => {
    if (isStopped) return;
    const spoken = language;
    const view = viewNow();
    const text = JSON.stringify(view);
    if (text !== told) {
      told = text;
      ports.emitView(view);
      endLater(view);
    }
    if (spoken !== language) ports.onChange(state());
  };

  const clear = (): void => {
    inHand = NOTHING_IN_HAND;
    cashier = null;
    isServed = true;
    tell();
  };

  /** Counted from what was shown last: nobody's money stands there for the next one to read. */
  const endLater = (view: CustomerView): void => {
    cancelEnd();
    cancelEnd = () => {};
    if (view.kind === 'idle' || view.phase === 'waiting') return;
    cancelEnd = clock.after(CUSTOMER_SCREEN_TTL_MS, clear);
  };

  return {
    show: (input, by) => {
      inHand = input;
      cashier = by;
      tell();
      return ok({});
    },
    switchLanguage: () => {
      const shop = ports.shop();
      const now = language ?? shop.language;
      language = now === 'en' ? getNonEnglishLanguage(shop) : 'en';
      tell();
      ports.onChange(state());
      return ok(state());
    },
    state: () => ok(state()),
    handleSaleChange: () => {
      if (inHand.what === 'payment' || inHand.what === 'basket') tell();
    },
    refresh: () => {
      tell();
      if (!isStopped) ports.onChange(state());
    },
    clear,
    stop: () => {
      clear();
      isStopped = true;
    },
  };
}

/** The shop's language; where that is English, the Spanish that is read beside its money. */
function getNonEnglishLanguage(shop: {
  readonly language: Language;
  readonly currency: string;
}): Language {
  if (shop.language !== 'en') return shop.language;
  return isSameCurrency(shop.currency, 'COP') ? 'es-CO' : 'es-MX';
}
