import { toWireNumber, toWireNumberOrNull, type WireObject } from '../wire/index.ts';

export type TrainingBillerKind = 'utility' | 'top-up' | 'gift-card' | 'partner';

/** A biller: the data in the biller list, and data that only the service has. */
export interface TrainingBiller {
  readonly id: number;
  readonly kind: TrainingBillerKind;
  readonly name: string;
  readonly country: string;
  /** As the service writes it (`RD`), or empty. */
  readonly currency: string;
  readonly billerType: string;
  readonly billType: 'account_number' | 'phone_number' | 'bar_code';
  readonly canCheckBalance: boolean;
  readonly supportsPartialPayments: boolean;
  readonly requiresNameOnAccount: boolean;
  readonly hasXdata: boolean;
  readonly mask: string | null;
  readonly accountNumberDigits: string | null;
  readonly hoursToFulfill: number | null;
  /** The amounts of a top-up or gift card: a list, a range `1..75`, or null for any amount. */
  readonly amounts: readonly string[] | string | null;
  /** Top-ups: units of the phone's own currency for one unit of `currency`. */
  readonly topUpRate: string;
  readonly topUpCurrency: string;
  /** Top-ups: the bonus from `bonusFrom` on, in percent; 0 for none. */
  readonly bonusPercent: number;
  readonly bonusFrom: string;
  /** The shop's earnings, in percent of the amount (top-ups, gift cards). */
  readonly commission: string;
  /** `payment_transaction_fee`, in the shop's currency. */
  readonly fee: string;
  readonly isReversible: boolean;
  /** Accepts any amount in v1.6, independent of the balance: the biller may be down. */
  readonly isDrp: boolean;
}

/** The mask of phone numbers with ten digits: the most common one in real lists. */
export const PHONE_MASK = '(999) 999-9999';

const BILLER_DEFAULTS: Omit<TrainingBiller, 'id' | 'kind' | 'name' | 'billerType'> = {
  country: 'MX',
  currency: 'MXN',
  billType: 'account_number',
  canCheckBalance: true,
  supportsPartialPayments: false,
  requiresNameOnAccount: false,
  hasXdata: false,
  mask: null,
  accountNumberDigits: '10',
  hoursToFulfill: 24,
  amounts: null,
  topUpRate: '1.0',
  topUpCurrency: 'MXN',
  bonusPercent: 0,
  bonusFrom: '100.00',
  commission: '0.0',
  fee: '0.00',
  isReversible: true,
  isDrp: false,
};

export function createTrainingBiller(
  fields: Pick<TrainingBiller, 'id' | 'kind' | 'name' | 'billerType'> & Partial<TrainingBiller>,
): TrainingBiller {
  return { ...BILLER_DEFAULTS, ...fields };
}

/** Converts a biller to a row of a biller list. */
export function toWireBiller(biller: TrainingBiller): WireObject {
  const shared = {
    id: biller.id,
    name: biller.name,
    country: biller.country,
    currency: biller.currency,
    biller_type: biller.billerType,
    bill_type: biller.billType,
  };
  const rest = {
    mask: biller.mask,
    requires_name_on_account: biller.requiresNameOnAccount,
    supports_partial_payments: biller.supportsPartialPayments,
    hours_to_fulfill: biller.hoursToFulfill,
    account_number_digits: biller.accountNumberDigits,
    has_xdata: biller.hasXdata,
  };
  switch (biller.kind) {
    case 'utility':
    case 'partner':
      return { ...shared, can_check_balance: biller.canCheckBalance, ...rest };
    case 'top-up':
      return {
        ...shared,
        ...rest,
        available_topup_amounts: biller.amounts,
        topup_fxrate: toWireNumber(biller.topUpRate),
        topup_commission: toWireNumberOrNull(biller.commission),
      };
    case 'gift-card':
      return {
        ...shared,
        can_check_balance: biller.canCheckBalance,
        ...rest,
        available_gift_card_amounts: biller.amounts,
        gift_card_commission: toWireNumberOrNull(biller.commission),
      };
  }
}
