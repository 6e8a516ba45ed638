import type { TrainingBiller } from '../catalog/index.ts';
import { toWireTime } from '../days.ts';
import { createRandomSource } from '../random-source.ts';
import type { TrainingTransactionRecord } from '../state/index.ts';

type TicketTransaction = Omit<TrainingTransactionRecord, 'id' | 'ticketText'>;

/**
 * Builds the text that the biller or the regulated entity requires on the receipt: several lines,
 * some of them blank, leading and doubled spaces, accents, and a line break at the end. The same
 * transaction always has the same text.
 */
export function buildTicketText(
  biller: TrainingBiller,
  transaction: TicketTransaction,
  id: number,
): string {
  if (transaction.kind === 'cash-out') return buildCashOutTicket(biller, transaction, id);
  switch (biller.kind) {
    case 'top-up':
      return buildTopUpTicket(biller, transaction, id);
    case 'gift-card':
      return buildGiftCardTicket(biller, transaction, id);
    case 'utility':
    case 'partner':
      return buildBillTicket(biller, transaction, id);
  }
}

function getAuthorization(transaction: TicketTransaction, id: number): string {
  return String(
    createRandomSource(`authorization|${id}|${transaction.accountNumber}`).nextIntegerBetween(
      100_000,
      999_999,
    ),
  );
}

function formatAmountLine(transaction: TicketTransaction): string {
  return `IMPORTE:        $ ${transaction.amount} ${transaction.currency}`;
}

function buildBillTicket(
  biller: TrainingBiller,
  transaction: TicketTransaction,
  id: number,
): string {
  return [
    '   *** PAGO REALIZADO CON ÉXITO ***',
    '',
    biller.name.toUpperCase(),
    `REFERENCIA:     ${transaction.accountNumber}`,
    formatAmountLine(transaction),
    `AUTORIZACIÓN:   ${getAuthorization(transaction, id)}`,
    `OPERACIÓN:      ${id}`,
    `FECHA:  ${toWireTime(transaction.createdAt)}`,
    '',
    ...(transaction.status === 'fulfilled'
      ? ['Su pago quedó aplicado', 'en este momento.']
      : ['Su pago se aplicará en un', `plazo de ${transaction.hoursToFulfill ?? 72} horas.`]),
    'Conserve este comprobante',
    'para cualquier aclaración.',
    '',
    '¿Dudas?  Señor usuario, llame',
    'sin costo al  800 000 0000',
    '',
    '',
  ].join('\n');
}

function buildTopUpTicket(
  biller: TrainingBiller,
  transaction: TicketTransaction,
  id: number,
): string {
  return [
    `${biller.name}`,
    '',
    `Teléfono:       ${transaction.accountNumber}`,
    `Recarga:        $ ${transaction.amount} ${transaction.currency}`,
    `Folio:          ${getAuthorization(transaction, id)}`,
    '',
    'Recarga exitosa.  Consulte la',
    'vigencia con su compañía.',
    'No es un documento fiscal.',
    '',
  ].join('\n');
}

function buildGiftCardTicket(
  biller: TrainingBiller,
  transaction: TicketTransaction,
  id: number,
): string {
  const random = createRandomSource(`pin|${id}`);
  const createGroup = (): string => String(random.nextIntegerBetween(1000, 9999));
  return [
    biller.name.toUpperCase(),
    '',
    `Valor:          $ ${transaction.amount} ${transaction.currency}`,
    `Código:         ${createGroup()}-${createGroup()}-${createGroup()}-${createGroup()}`,
    `Autorización:   ${getAuthorization(transaction, id)}`,
    '',
    '  1. Abra su aplicación o página.',
    '  2. Capture el código en «Canjear».',
    '',
    'El código no tiene devolución.',
    'No lo comparta con extraños.',
    '',
  ].join('\n');
}

function buildCashOutTicket(
  biller: TrainingBiller,
  transaction: TicketTransaction,
  id: number,
): string {
  return [
    `        ${biller.name.toUpperCase()}`,
    '   INSTITUCIÓN DE BANCA MÚLTIPLE',
    '',
    '        RETIRO DE EFECTIVO',
    '',
    `CUENTA:         ************${transaction.accountNumber.slice(-4)}`,
    formatAmountLine(transaction),
    'COMISIÓN:       $ 0.00',
    `AUTORIZACIÓN:   ${getAuthorization(transaction, id)}`,
    `CAJA:           ${transaction.posNumber ?? ''}`,
    `CAJERO:         ${transaction.cashierId ?? ''}`,
    `FECHA:  ${toWireTime(transaction.createdAt)}`,
    '',
    'Este establecimiento actúa como',
    'comisionista. El titular recibió',
    'el efectivo a su entera',
    'satisfacción. Nadie le pedirá su',
    'NIP por teléfono.',
    '',
    'CONDUSEF:  55 5340 0999',
    '',
    'Señor usuario, cuente su dinero',
    'antes de retirarse.  ¡Gracias!',
    '',
    '',
  ].join('\n');
}
