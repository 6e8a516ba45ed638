import { isServiceCode } from '../../shared/rules/index.ts';

/** Codes whose own message must be shown as it came (national banking regulation). */
const AS_IT_CAME = ['R126', 'R127'];

/**
 * The service's own message, where it says more than ours: R126, R127, and codes that nobody knows.
 */
export function serviceMessage(code: string | null, message: string | null): string | null {
  if (message === null || message.trim() === '') return null;
  if (code === null || AS_IT_CAME.includes(code) || !isServiceCode(code)) return message;
  return null;
}
