import { isServiceCode, isVerbatimMessageCode } from '../../shared/rules/index.ts';

/**
 * The service's own message if it is more specific than ours (R126, R127 and unknown codes); null
 * otherwise.
 */
export function getServiceMessage(code: string | null, message: string | null): string | null {
  if (message === null || message.trim() === '') return null;
  if (code === null || isVerbatimMessageCode(code) || !isServiceCode(code)) return message;
  return null;
}
