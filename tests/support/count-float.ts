import type { CallInput, CallName, CallOutput } from '../../shared/contract/index.ts';

/**
 * Counts a float of 5000.00, or 5000000.00 Colombian pesos, into the drawer of the signed-in cashier,
 * so that it holds the money of a cash-out. Does nothing if the float was counted already.
 */
export async function countFloat(
  call: <Name extends CallName>(name: Name, input: CallInput<Name>) => Promise<CallOutput<Name>>,
): Promise<void> {
  const { shift, currency } = await call('cash.state', {});
  if (shift?.isFloatCounted === true) return;
  const other = currency === 'COP' ? '5000000.00' : '5000.00';
  await call('cash.open', { counts: [{ currency, pieces: [], other }] });
}
