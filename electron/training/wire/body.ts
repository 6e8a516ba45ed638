import { createMoney, hasValidDecimalPlaces, isDecimal } from '../../../shared/money/index.ts';
import { refuseInvalidParameter, type TrainingValidationResult, toValidResult } from './refusal.ts';

export type TrainingRequestBody = Readonly<Record<string, unknown>>;

/** Parses the JSON object of a request; an empty body counts as `{}`. */
export function parseRequestBody(bytes: Uint8Array): TrainingValidationResult<TrainingRequestBody> {
  if (bytes.byteLength === 0) return toValidResult({});
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return refuseInvalidParameter('The body is not JSON');
  }
  return isBody(parsed)
    ? toValidResult(parsed)
    : refuseInvalidParameter('The body is not a JSON object');
}

function isBody(value: unknown): value is TrainingRequestBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readIntegerField(
  body: TrainingRequestBody,
  name: string,
): TrainingValidationResult<number> {
  const value = body[name];
  if (value === undefined || value === null) return refuseMissing(name);
  return typeof value === 'number' && Number.isSafeInteger(value)
    ? toValidResult(value)
    : refuseInvalidParameter(`Parameter ${name} must be an integer: ${name}`);
}

export function readTextField(
  body: TrainingRequestBody,
  name: string,
): TrainingValidationResult<string> {
  const value = body[name];
  if (value === undefined || value === null) return refuseMissing(name);
  if (typeof value !== 'string') {
    return refuseInvalidParameter(`Parameter ${name} must be a string: ${name}`);
  }
  if (value.trim() === '') return refuseMissing(name);
  return value.length <= 255
    ? toValidResult(value)
    : refuseInvalidParameter(`Parameter ${name} is too long`);
}

export function readOptionalTextField(
  body: TrainingRequestBody,
  name: string,
): TrainingValidationResult<string | null> {
  const value = body[name];
  if (value === undefined || value === null || value === '') return toValidResult(null);
  return readTextField(body, name);
}

/**
 * Reads the amount, a JSON number of at least 0.1 with at most two decimals, as a decimal string.
 */
export function readAmountField(body: TrainingRequestBody): TrainingValidationResult<string> {
  const value = body.amount;
  if (value === undefined || value === null) return refuseMissing('amount');
  const text = typeof value === 'number' ? String(value) : '';
  if (typeof value === 'number' && value >= 1e15) {
    return refuseInvalidParameter('Parameter amount is too large: amount');
  }
  if (typeof value === 'number' && value < 0.1) {
    return refuseInvalidParameter('Parameter amount cannot be less than 0.1: amount');
  }
  if (!isDecimal(text)) return refuseInvalidParameter('Parameter amount must be a number: amount');
  return hasValidDecimalPlaces(createMoney(text, 'MXN'))
    ? toValidResult(createMoney(text, 'MXN').amount)
    : refuseInvalidParameter('Parameter amount cannot have more than 2 decimals: amount');
}

function refuseMissing(name: string): TrainingValidationResult<never> {
  return refuseInvalidParameter(`Missing parameter: ${name}`);
}
