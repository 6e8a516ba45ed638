import type { TrainingBiller } from '../catalog/index.ts';
import { toWireTime } from '../days.ts';
import { createRandomSource } from '../random-source.ts';
import type { TransactionRecord } from '../state/index.ts';

type TicketTransaction = Omit<TransactionRecord, 'id' | 'ticketText'>;

/**
 * The text that the biller or the regulated entity wants printed: several lines, some of them
 * blank, leading and doubled spaces, accents, and a line break at the end. The same transaction
 * always has the same text.
 */
export function buildTicketText(
  biller: TrainingBiller,
  one: TicketTransaction,
  id: number,
): string {
  if (one.kind === 'cash-out') return buildCashOutTicket(biller, one, id);
  switch (biller.kind) {
    case 'top-up':
      return buildTopUpTicket(biller, one, id);
    case 'gift-card':
      return buildGiftCardTicket(biller, one, id);
    case 'utility':
    case 'partner':
      return buildBillTicket(biller, one, id);
  }
}

function getAuthorization(one: TicketTransaction, id: number): string {
  return String(
    createRandomSource(`authorization|${id}|${one.accountNumber}`).between(100_000, 999_999),
  );
}

function formatAmountLine(one: TicketTransaction): string {
  return `IMPORTE:        $ ${one.amount} ${one.currency}`;
}

function buildBillTicket(biller: TrainingBiller, one: TicketTransaction, id: number): string {
  return [
    '   *** PAGO REALIZADO CON ÉXITO ***',
    '',
    biller.name.toUpperCase(),
    `REFERENCIA:     ${one.accountNumber}`,
    formatAmountLine(one),
    `AUTORIZACIÓN:   ${getAuthorization(one, id)}`,
    `OPERACIÓN:      ${id}`,
    `FECHA:  ${toWireTime(one.createdAt)}`,
    '',
    ...(one.status === 'fulfilled'
      ? ['Su pago quedó aplicado', 'en este momento.']
      : ['Su pago se aplicará en un', `plazo de ${one.hoursToFulfill ?? 72} horas.`]),
    'Conserve este comprobante',
    'para cualquier aclaración.',
    '',
    '¿Dudas?  Señor usuario, llame',
    'sin costo al  800 000 0000',
    '',
    '',
  ].join('\n');
}

function buildTopUpTicket(biller: TrainingBiller, one: TicketTransaction, id: number): string {
  return [
    `${biller.name}`,
    '',
    `Teléfono:       ${one.accountNumber}`,
    `Recarga:        $ ${one.amount} ${one.currency}`,
    `Folio:          ${getAuthorization(one, id)}`,
    '',
    'Recarga exitosa.  Consulte la',
    'vigencia con su compañía.',
    'No es un documento fiscal.',
    '',
  ].join('\n');
}

function buildGiftCardTicket(biller: TrainingBiller, one: TicketTransaction, id: number): string {
  const draw = createRandomSource(`pin|${id}`);
  const group = (): string => String(draw.between(1000, 9999));
  return [
    biller.name.toUpperCase(),
    '',
    `Valor:          $ ${one.amount} ${one.currency}`,
    `Código:         ${group()}-${group()}-${group()}-${group()}`,
    `Autorización:   ${getAuthorization(one, id)}`,
    '',
    '  1. Abra su aplicación o página.',
    '  2. Capture el código en «Canjear».',
    '',
    'El código no tiene devolución.',
    'No lo comparta con extraños.',
    '',
  ].join('\n');
}

function buildCashOutTicket(biller: TrainingBiller, one: TicketTransaction, id: number): string {
  return [
    `        ${biller.name.toUpperCase()}`,
    '   INSTITUCIÓN DE BANCA MÚLTIPLE',
    '',
    '        RETIRO DE EFECTIVO',
    '',
    `CUENTA:         ************${one.accountNumber.slice(-4)}`,
    formatAmountLine(one),
    'COMISIÓN:       $ 0.00',
    `AUTORIZACIÓN:   ${getAuthorization(one, id)}`,
    `CAJA:           ${one.posNumber ?? ''}`,
    `CAJERO:         ${one.cashierId ?? ''}`,
    `FECHA:  ${toWireTime(one.createdAt)}`,
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
