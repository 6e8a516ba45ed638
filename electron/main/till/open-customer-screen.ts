import type { Language } from '../../../shared/contract/index.ts';
import { type CustomerScreen, createCustomerScreen } from '../../counter/customer-screen/index.ts';
import type { Baskets, Payments } from '../../counter/payments/index.ts';
import type { SharedParts } from './open-payment-parts.ts';
import type { CustomerWindowPort } from './ports.ts';

/** A till without windows, for example one started for a command, has no customer window either. */
const NO_WINDOW: CustomerWindowPort = {
  setDisplay: () => {},
  show: () => {},
  state: () => ({ window: 'off', displays: [] }),
  onChange: () => () => {},
};

/** Opens the customer screen, which shows the sale in progress at this till. */
export function openCustomerScreen(
  shared: Pick<
    SharedParts,
    'clock' | 'log' | 'tillSettings' | 'language' | 'shopCurrency' | 'pageEvents'
  >,
  counter: { readonly payments: Payments; readonly basket: Baskets },
  window: CustomerWindowPort = NO_WINDOW,
): {
  readonly customerScreen: CustomerScreen;
  /** Opens or closes its window according to the settings. */
  setWindow(): void;
} {
  const { tillSettings, pageEvents } = shared;
  const { payments, basket } = counter;
  const shopLanguage = (): Language => tillSettings().language;
  const customerScreen = createCustomerScreen({
    clock: shared.clock,
    log: shared.log,
    shop: () => ({
      name: tillSettings().shop.name,
      environment: tillSettings().environment,
      language: shopLanguage(),
      currency: shared.shopCurrency(),
      timeZone: tillSettings().timeZone,
      theme: tillSettings().theme ?? 'system',
    }),
    findOrder: payments.findPreparedOrder,
    findUnseenPayment: payments.findUnseen,
    findBasket: (basketId, cashier) => {
      const basketResult = basket.get({ basketId }, cashier);
      return basketResult.ok ? basketResult.value : null;
    },
    findCollectingBasket: (cashier) => {
      const currentBasket = basket.current({}, cashier);
      return currentBasket.ok && currentBasket.value?.state === 'collecting'
        ? currentBasket.value
        : null;
    },
    window: window.state,
    emitView: window.show,
    onChange: (state) => pageEvents.emit('customerScreen.changed', state),
  });
  const stopListening = window.onChange(() => customerScreen.refresh());
  return {
    customerScreen: {
      ...customerScreen,
      stop: () => {
        stopListening();
        customerScreen.stop();
      },
    },
    setWindow: () => {
      const windowSettings = tillSettings().customerScreen;
      window.setDisplay(windowSettings === undefined ? false : (windowSettings.display ?? null));
      customerScreen.refresh();
    },
  };
}
