import type { Language } from '../../../shared/contract/index.ts';
import { createCustomerScreen } from '../../counter/customer-screen/index.ts';
import type { Baskets, Payments } from '../../counter/payments/index.ts';
import type { Log } from '../../platform/index.ts';
import type { Printing } from '../../printing/index.ts';
import type { CustomerWindowPort } from './ports.ts';
import type { SharedParts } from './shared-parts.ts';

/** A till without windows, for example one started for a command, has no customer window either. */
const NO_WINDOW: CustomerWindowPort = {
  setDisplayNumber: () => {},
  show: () => {},
  state: () => ({ window: 'off', displays: [] }),
  onChange: () => () => {},
};

/** Creates the customer screen, which shows the sale in progress at this till. */
export function createTillCustomerScreen(
  { clock, tillSettings, shopAccount, pageEvents }: SharedParts,
  parts: {
    readonly log: Log;
    readonly payments: Payments;
    readonly basket: Baskets;
    readonly printing: Pick<Printing, 'createWhatsAppCode'>;
    readonly window: CustomerWindowPort | undefined;
  },
) {
  const { payments, basket, printing, window = NO_WINDOW } = parts;
  const shopLanguage = (): Language => tillSettings().language;
  const customerScreen = createCustomerScreen({
    clock,
    log: parts.log,
    shop: () => ({
      name: tillSettings().shop.name,
      environment: tillSettings().environment,
      language: shopLanguage(),
      currency: shopAccount.getShopCurrency(),
      timeZone: tillSettings().timeZone,
      theme: tillSettings().theme,
    }),
    findOrder: payments.findPreparedOrder,
    findPaymentWithUnseenOutcome: payments.findUnseen,
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
    findReceiptCode: (paymentId) => {
      const code = printing.createWhatsAppCode(paymentId);
      return code.ok ? code.value : null;
    },
    window: window.state,
    emitView: window.show,
    onChange: (state) => pageEvents.emit('customerScreen.changed', state),
  });
  const stopListening = window.onChange(() => customerScreen.refresh());
  return {
    ...customerScreen,
    stop: () => {
      stopListening();
      customerScreen.stop();
    },
    /** Opens or closes its window according to the settings. */
    setWindow: () => {
      const windowSettings = tillSettings().customerScreen;
      window.setDisplayNumber(windowSettings === undefined ? false : windowSettings.display);
      customerScreen.refresh();
    },
  };
}
