import type { Payment } from '../../shared/contract/index.ts';
import { type CsvColumn, localTime } from '../platform/index.ts';

/** One payment a row. Times in UTC and in the shop's zone. */
export const COLUMNS: readonly CsvColumn<Payment>[] = [
  { es: 'Fecha UTC', en: 'Date UTC', of: (one) => one.createdAt },
  { es: 'Fecha local', en: 'Local date', of: (one, zone) => localTime(one.createdAt, zone) },
  { es: 'Operación', en: 'Kind', of: (one) => one.kind },
  { es: 'Estado', en: 'State', of: (one) => one.state },
  { es: 'Id de empresa', en: 'Biller id', of: (one) => one.billerId },
  { es: 'Empresa', en: 'Biller', of: (one) => one.billerName },
  { es: 'Cuenta', en: 'Account', of: (one) => one.accountNumber },
  { es: 'Importe', en: 'Amount', of: (one) => one.amount.amount },
  { es: 'Moneda', en: 'Currency', of: (one) => one.amount.currency },
  { es: 'Comisión', en: 'Fee', of: (one) => one.fee?.amount ?? null },
  { es: 'Total', en: 'Total', of: (one) => one.due.amount },
  { es: 'Efectivo', en: 'Cash', of: (one) => one.cash?.amount ?? null },
  { es: 'Cambio', en: 'Change', of: (one) => one.change?.amount ?? null },
  { es: 'Moneda de la tienda', en: 'Shop currency', of: (one) => one.due.currency },
  { es: 'Autorización', en: 'Authorization', of: (one) => one.authorization },
  { es: 'external_id', en: 'external_id', of: (one) => one.externalId },
  { es: 'Estado del servicio', en: 'Status of the service', of: (one) => one.serviceStatus },
  { es: 'Código', en: 'Code', of: (one) => one.code },
  { es: 'Mensaje', en: 'Message', of: (one) => one.message },
  { es: 'Id de cajero', en: 'Cashier id', of: (one) => one.cashierId },
  { es: 'Cajero', en: 'Cashier', of: (one) => one.cashierName },
  { es: 'Caja', en: 'POS number', of: (one) => one.posNumber },
  { es: 'Cancela a', en: 'Takes back', of: (one) => one.cancels },
  { es: 'Cancelado por', en: 'Taken back by', of: (one) => one.cancelledBy?.paymentId ?? null },
  { es: 'Pago', en: 'Payment', of: (one) => one.id },
  { es: 'DRP', en: 'DRP', of: (one) => (one.isDrp ? 'DRP' : null) },
  { es: 'Resuelto UTC', en: 'Resolved UTC', of: (one) => one.resolvedAt },
];
