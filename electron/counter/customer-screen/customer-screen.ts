import {
  assertNever,
  type Basket,
  type Cashier,
  type CustomerScreenState,
  type CustomerScreenSubject,
  type CustomerScreenView,
  customerScreenViewSchema,
  type EnvironmentName,
  type Language,
  type Order,
  ok,
  type Payment,
  type Result,
  type TillState,
  type ValidatedCallInput,
  type WhatsAppCode,
} from '../../../shared/contract/index.ts';
import { isSameCurrency } from '../../../shared/money/index.ts';
import { CUSTOMER_SCREEN_TTL_MS } from '../../../shared/rules/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import {
  type SaleView,
  toSaleViewOfBasket,
  toSaleViewOfOrder,
  toSaleViewOfOrderAndBasket,
  toSaleViewOfPayment,
} from './sale-view.ts';

/** The state of the customer's window, from the shell. */
export type CustomerWindowState = Pick<CustomerScreenState, 'window' | 'displays'>;

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
  /** An unpaid order of this cashier; null if there is none. */
  readonly findOrder: (orderId: string, cashier: Cashier) => Order | null;
  /** A payment whose result has not been seen; null for any other. */
  readonly findPaymentWithUnseenOutcome: (paymentId: string) => Payment | null;
  readonly findBasket: (basketId: string, cashier: Cashier) => Basket | null;
  /** The basket that this cashier is collecting; null if there is none. */
  readonly findCollectingBasket: (cashier: Cashier) => Basket | null;
  /** The code that opens WhatsApp with the text of a receipt; null if the payment has none. */
  readonly findReceiptCode: (paymentId: string) => WhatsAppCode | null;
  readonly window: () => CustomerWindowState;
  /** Sends the view to the customer's window. */
  readonly emitView: (view: CustomerScreenView) => void;
  /** Sends the state to the till's page. */
  readonly onChange: (state: CustomerScreenState) => void;
}

export interface CustomerScreen {
  show(
    input: ValidatedCallInput<'customerScreen.show'>,
    cashier: Cashier,
  ): Result<Record<string, never>>;
  /** Shows the code of this receipt over the sale; null removes it. */
  showReceipt(paymentId: string | null): Result<Record<string, never>>;
  switchLanguage(
    input: ValidatedCallInput<'customerScreen.switchLanguage'>,
    cashier: Cashier,
  ): Result<CustomerScreenState>;
  state(
    input: ValidatedCallInput<'customerScreen.state'>,
    cashier: Cashier,
  ): Result<CustomerScreenState>;
  /** Updates the view after a change of a payment or basket. */
  handleSaleChange(): void;
  /** Emits the view, if it changed, and the state after a change of the window or the settings. */
  refresh(): void;
  /** Clears the screen when the customer is finished. */
  clear(): void;
  /** Clears the screen and emits nothing more, because another till may be opened afterwards. */
  stop(): void;
}

const NO_SUBJECT: CustomerScreenSubject = { what: 'nothing' };

export function createCustomerScreen(ports: CustomerScreenPorts): CustomerScreen {
  const { clock, log } = ports;
  let subject = NO_SUBJECT;
  let currentCashier: Cashier | null = null;
  let receiptPaymentId: string | null = null;
  let hasSale = false;
  /** The language that was chosen for this customer; null means the shop's. */
  let language: Language | null = null;
  let lastView = '';
  let cancelTimeout = () => {};
  let isStopped = false;

  const getState = (): CustomerScreenState => ({
    ...ports.window(),
    language: language ?? ports.shop().language,
  });

  const readSale = (cashier: Cashier): SaleView | null => {
    switch (subject.what) {
      case 'nothing':
      case 'begun': {
        const basket = ports.findCollectingBasket(cashier);
        return basket && toSaleViewOfBasket(basket, null);
      }
      case 'order': {
        const order = ports.findOrder(subject.orderId, cashier);
        if (order === null) return null;
        const basket = subject.cash === null ? ports.findCollectingBasket(cashier) : null;
        if (basket === null || order.kind === 'cash-out')
          return toSaleViewOfOrder(order, subject.cash);
        return toSaleViewOfOrderAndBasket(order, basket);
      }
      case 'payment': {
        const payment = ports.findPaymentWithUnseenOutcome(subject.paymentId);
        return payment === null || payment.kind === 'cancel' ? null : toSaleViewOfPayment(payment);
      }
      case 'basket': {
        const basket = ports.findBasket(subject.basketId, cashier);
        // A basket restored from a backup may have been paid since, so its change may not be owed.
        return basket === null || basket.state === 'ended' || basket.isRestored
          ? null
          : toSaleViewOfBasket(basket, subject.cash);
      }
      default:
        return assertNever(subject);
    }
  };

  /** Returns an idle view if the sale cannot be read or violates the view's schema. */
  const buildView = (): CustomerScreenView => {
    const { name, environment, currency, theme, timeZone, language: shopLanguage } = ports.shop();
    const toView = (sale: SaleView | null): CustomerScreenView => {
      const commonFields = {
        shopName: name,
        environment,
        language: language ?? shopLanguage,
        shopLanguage,
        shopCurrency: currency,
        theme,
      };
      const code = receiptPaymentId === null ? null : ports.findReceiptCode(receiptPaymentId);
      if (code !== null) return { kind: 'receipt-code', ...commonFields, code };
      return sale === null
        ? { kind: 'idle', ...commonFields }
        : { kind: 'sale', ...commonFields, ...sale, timeZone };
    };
    try {
      const sale = currentCashier === null ? null : readSale(currentCashier);
      const isActive = sale !== null || subject.what !== 'nothing' || receiptPaymentId !== null;
      // The next customer may need another language.
      if (hasSale && !isActive) language = null;
      hasSale = isActive;
      const validation = customerScreenViewSchema.safeParse(toView(sale));
      if (validation.success) return validation.data;
      const issues = validation.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`);
      log.error({ issues }, 'customer-screen: view rejected by schema');
    } catch (error) {
      log.error({ err: error }, 'customer-screen: reading sale failed');
    }
    receiptPaymentId = null;
    return toView(null);
  };

  const emitView = (): void => {
    if (isStopped) return;
    const previousLanguage = language;
    const view = buildView();
    const text = JSON.stringify(view);
    if (text !== lastView) {
      lastView = text;
      ports.emitView(view);
      scheduleClear(view);
    }
    if (previousLanguage !== language) ports.onChange(getState());
  };

  const clear = (): void => {
    subject = NO_SUBJECT;
    receiptPaymentId = null;
    currentCashier = null;
    hasSale = true;
    emitView();
  };

  /** Restarted at each new view, so that amounts are cleared before the next customer. */
  const scheduleClear = (view: CustomerScreenView): void => {
    cancelTimeout();
    cancelTimeout = () => {};
    if (view.kind === 'idle' || (view.kind === 'sale' && view.phase === 'waiting')) return;
    cancelTimeout = clock.after(CUSTOMER_SCREEN_TTL_MS, clear);
  };

  return {
    show: (input, cashier) => {
      subject = input;
      currentCashier = cashier;
      if (isNextCustomer(input, receiptPaymentId)) receiptPaymentId = null;
      emitView();
      return ok({});
    },
    showReceipt: (paymentId) => {
      receiptPaymentId = paymentId;
      emitView();
      return ok({});
    },
    switchLanguage: () => {
      const shop = ports.shop();
      const current = language ?? shop.language;
      language = current === 'en' ? getNonEnglishLanguage(shop) : 'en';
      emitView();
      ports.onChange(getState());
      return ok(getState());
    },
    state: () => ok(getState()),
    handleSaleChange: () => {
      if (subject.what === 'payment' || subject.what === 'basket') emitView();
    },
    refresh: () => {
      emitView();
      if (!isStopped) ports.onChange(getState());
    },
    clear,
    stop: () => {
      clear();
      isStopped = true;
    },
  };
}

/** Whether another sale than that of the shown receipt begins. */
function isNextCustomer(subject: CustomerScreenSubject, receiptPaymentId: string | null): boolean {
  switch (subject.what) {
    case 'begun':
    case 'order':
      return true;
    case 'payment':
      return subject.paymentId !== receiptPaymentId;
    case 'nothing':
    case 'basket':
      return false;
    default:
      return assertNever(subject);
  }
}

/** The shop's language; if that is English, the Spanish of the shop's currency. */
function getNonEnglishLanguage(shop: {
  readonly language: Language;
  readonly currency: string;
}): Language {
  if (shop.language !== 'en') return shop.language;
  return isSameCurrency(shop.currency, 'COP') ? 'es-CO' : 'es-MX';
}
