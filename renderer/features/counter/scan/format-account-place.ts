import type { TaughtLayout } from '../../../../shared/contract/index.ts';
import type { TextFunction } from '../../../i18n/index.ts';

/** Where the account stands, in words. */
export function formatAccountPlace(
  { reference, from, to }: TaughtLayout['account'],
  text: TextFunction,
): string {
  if (to !== null) return text('scan.place.range', { reference, from, to });
  return from === 1
    ? text('scan.place.whole', { reference })
    : text('scan.place.from', { reference, from });
}
