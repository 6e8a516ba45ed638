import type { ProblemTexts } from './problems.ts';

/** What is to be paid: the biller, the account, the amount, and where a payment stands. */

type Key = Extract<
  keyof ProblemTexts,
  | 'held'
  | 'payment-state'
  | `account-number.${string}`
  | `amount.${string}`
  | `biller-unusable.${string}`
  | `not-found.${string}`
>;
type Texts = Pick<ProblemTexts, Key>;

const NOTHING = 'No se cobró nada.';

export const mexicoPayment: Texts = {
  'not-found.biller': [
    'Esta empresa no está en la lista.',
    NOTHING,
    'Búsquela de nuevo por su nombre.',
  ],
  'not-found.payment': [
    'Este pago no está en los registros de la caja.',
    'La caja no movió dinero.',
    'Búsquelo en los recibos (F8) o en los pagos por resolver (F9).',
  ],
  'not-found.order': [
    'El pago que preparó ya no está vigente.',
    NOTHING,
    'Prepárelo otra vez desde el importe.',
  ],
  'not-found.cashier': [
    'Esta persona ya no está en la lista.',
    'No se cambió nada.',
    'Elija otro nombre o llame al dueño.',
  ],
  'not-found.print-job': [
    'Este recibo ya no está en la impresora.',
    'El pago no cambia: imprimir no cobra.',
    'Búsquelo en los recibos (F8) e imprima una copia.',
  ],
  'not-found.bill': ['Esta cuenta guardada ya no existe.', NOTHING, 'Búsquela de nuevo.'],
  'account-number.empty': ['Falta el número de cuenta.', NOTHING, 'Escríbalo.'],
  'account-number.characters': [
    'El número de cuenta tiene signos que la empresa no usa{{expected}}.',
    NOTHING,
    'Cópielo otra vez del recibo del cliente.',
  ],
  'account-number.too-short': [
    'Al número de cuenta le faltan dígitos{{expected}}.',
    NOTHING,
    'Compárelo con el recibo del cliente.',
  ],
  'account-number.too-long': [
    'Al número de cuenta le sobran dígitos{{expected}}.',
    NOTHING,
    'Compárelo con el recibo del cliente.',
  ],
  'account-number.mask': [
    'El número de cuenta no tiene la forma de esta empresa{{expected}}.',
    NOTHING,
    'Compárelo con el recibo del cliente.',
  ],
  'account-number.name-required': [
    'Esta empresa pide el nombre del titular.',
    NOTHING,
    'Escriba el nombre como está en el recibo.',
  ],
  'amount.below-minimum': [
    'El importe es menor que el mínimo{{limit}}.',
    NOTHING,
    'Escriba un importe mayor.',
  ],
  'amount.too-many-decimals': [
    'El importe tiene más de dos decimales.',
    NOTHING,
    'Escríbalo con dos decimales.',
  ],
  'amount.not-positive': [
    'El importe debe ser mayor que cero.',
    NOTHING,
    'Escriba cuánto va a pagar el cliente.',
  ],
  'amount.above-limit': [
    'El importe pasa del límite del servicio{{limit}}.',
    NOTHING,
    'Escriba un importe menor o pida al cliente que pague en la empresa.',
  ],
  'amount.not-the-balance': [
    'Esta empresa solo acepta el saldo completo{{limit}}.',
    NOTHING,
    'Cobre el saldo completo o no pague.',
  ],
  'amount.below-the-balance': [
    'Esta empresa no acepta menos que el saldo{{limit}}.',
    NOTHING,
    'Cobre por lo menos el saldo o no pague.',
  ],
  'amount.not-offered': [
    'La empresa no vende este importe.',
    NOTHING,
    'Elija uno de los importes que se muestran.',
  ],
  'amount.balance-first': [
    'Con esta empresa hay que consultar el saldo antes de pagar.',
    NOTHING,
    'Consulte el saldo y continúe.',
  ],
  'amount.cash-too-little': [
    'El efectivo no alcanza{{limit}}.',
    NOTHING,
    'Pida al cliente lo que falta.',
  ],
  'amount.wrong-currency': [
    'El importe está en otra moneda.',
    NOTHING,
    'Escríbalo en la moneda que se muestra.',
  ],
  'amount.no-rate': [
    'No hay tipo de cambio para la moneda de esta empresa.',
    NOTHING,
    'Actualice los tipos de cambio e intente de nuevo.',
  ],
  'biller-unusable.gone': [
    'Esta empresa salió de la lista del servicio.',
    NOTHING,
    'Diga al cliente que por ahora no se puede pagar aquí.',
  ],
  'biller-unusable.no-currency': [
    'El servicio no dice en qué moneda cobra esta empresa.',
    NOTHING,
    'No se puede pagar aquí. Avise a la línea de ayuda.',
  ],
  'biller-unusable.wrong-kind': [
    'Esta empresa se paga de otra manera.',
    NOTHING,
    'Búsquela en la venta que le corresponde.',
  ],
  held: [
    'Hay un pago de esta misma cuenta que aún no se sabe si entró.',
    'No cobre otra vez mientras no se sepa.',
    'Abra los pagos por resolver (F9) y espere el resultado.',
  ],
  'payment-state': [
    'En este momento no se puede hacer esto con el pago.',
    'El pago no cambió.',
    'Mire su estado en los pagos por resolver (F9).',
  ],
};

const NOTHING_EN = 'Nothing was charged.';
const PAPER_ONLY_EN = 'The payment stays as it is: printing never charges.';

export const englishPayment: Texts = {
  'not-found.biller': ['This biller is not in the list.', NOTHING_EN, 'Search for it by its name.'],
  'not-found.payment': [
    'This payment is not in the till’s records.',
    'The till moved no money.',
    'Look for it in the receipts (F8) or the unresolved payments (F9).',
  ],
  'not-found.order': [
    'The payment that you prepared is no longer valid.',
    NOTHING_EN,
    'Prepare it again from the amount.',
  ],
  'not-found.cashier': [
    'This person is no longer in the list.',
    'Nothing was changed.',
    'Choose another name or ask the owner.',
  ],
  'not-found.print-job': [
    'This receipt is no longer in the printer.',
    PAPER_ONLY_EN,
    'Find it in the receipts (F8) and print a copy.',
  ],
  'not-found.bill': ['This saved bill no longer exists.', NOTHING_EN, 'Search for it again.'],
  'account-number.empty': ['The account number is missing.', NOTHING_EN, 'Type it.'],
  'account-number.characters': [
    'The account number has characters that the biller does not use{{expected}}.',
    NOTHING_EN,
    'Copy it again from the customer’s bill.',
  ],
  'account-number.too-short': [
    'The account number has too few digits{{expected}}.',
    NOTHING_EN,
    'Compare it with the customer’s bill.',
  ],
  'account-number.too-long': [
    'The account number has too many digits{{expected}}.',
    NOTHING_EN,
    'Compare it with the customer’s bill.',
  ],
  'account-number.mask': [
    'The account number does not have this biller’s form{{expected}}.',
    NOTHING_EN,
    'Compare it with the customer’s bill.',
  ],
  'account-number.name-required': [
    'This biller asks for the account holder’s name.',
    NOTHING_EN,
    'Type the name as it stands on the bill.',
  ],
  'amount.below-minimum': [
    'The amount is below the least that is taken{{limit}}.',
    NOTHING_EN,
    'Type a larger amount.',
  ],
  'amount.too-many-decimals': [
    'The amount has more than two decimals.',
    NOTHING_EN,
    'Type it with two decimals.',
  ],
  'amount.not-positive': [
    'The amount must be above zero.',
    NOTHING_EN,
    'Type what the customer will pay.',
  ],
  'amount.above-limit': [
    'The amount is above the service’s limit{{limit}}.',
    NOTHING_EN,
    'Type a smaller amount, or ask the customer to pay at the biller.',
  ],
  'amount.not-the-balance': [
    'This biller takes only the full balance{{limit}}.',
    NOTHING_EN,
    'Charge the full balance, or do not pay.',
  ],
  'amount.below-the-balance': [
    'This biller takes no less than the balance{{limit}}.',
    NOTHING_EN,
    'Charge at least the balance, or do not pay.',
  ],
  'amount.not-offered': [
    'The biller does not sell this amount.',
    NOTHING_EN,
    'Choose one of the amounts that are shown.',
  ],
  'amount.balance-first': [
    'With this biller the balance must be looked up before paying.',
    NOTHING_EN,
    'Look up the balance and go on.',
  ],
  'amount.cash-too-little': [
    'The cash is not enough{{limit}}.',
    NOTHING_EN,
    'Ask the customer for the rest.',
  ],
  'amount.wrong-currency': [
    'The amount is in another currency.',
    NOTHING_EN,
    'Type it in the currency that is shown.',
  ],
  'amount.no-rate': [
    'There is no exchange rate for this biller’s currency.',
    NOTHING_EN,
    'Refresh the rates and try again.',
  ],
  'biller-unusable.gone': [
    'This biller has left the service’s list.',
    NOTHING_EN,
    'Tell the customer that it cannot be paid here for now.',
  ],
  'biller-unusable.no-currency': [
    'The service does not say in which currency this biller charges.',
    NOTHING_EN,
    'It cannot be paid here. Tell the help line.',
  ],
  'biller-unusable.wrong-kind': [
    'This biller is paid in another way.',
    NOTHING_EN,
    'Look for it in the sale where it belongs.',
  ],
  held: [
    'There is a payment for this same account whose outcome is not known yet.',
    'Do not charge again until it is known.',
    'Open the unresolved payments (F9) and wait for the outcome.',
  ],
  'payment-state': [
    'This cannot be done with the payment at this moment.',
    'The payment has not changed.',
    'See where it stands in the unresolved payments (F9).',
  ],
};
