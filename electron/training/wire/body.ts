import { createMoney, hasValidDecimalPlaces, isDecimal } from '../../../shared/money/index.ts';
import { accept, refuseParameter, type TrainingValidationResult } from './refusal.ts';

export type TrainingRequestBody = Readonly<Record<string, unknown>>;

/** Parses the JSON object of a request; an empty body counts as `{}`. */
export function readBody(bytes: Uint8Array): TrainingValidationResult<TrainingRequestBody> {
  if (bytes.byteLength === 0) return accept({});
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return refuseParameter('The body is not JSON');
  }
  return isBody(parsed) ? accept(parsed) : refuseParameter('The body is not a JSON object');
}

function isBody(value: unknown): value is TrainingRequestBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readInteger(
  body: TrainingRequestBody,
  name: string,
): TrainingValidationResult<number> {
  const value = body[name];
  if (value === undefined || value === null) return refuseMissing(name);
  return typeof value === 'number' && Number.isSafeInteger(value)
    ? accept(value)
    : refuseParameter(`Parameter ${name} must be an integer: ${name}`);
}

export function readText(
  body: TrainingRequestBody,
  name: string,
): TrainingValidationResult<string> {
  const value = body[name];
  if (value === undefined || value === null) return refuseMissing(name);
  if (typeof value !== 'string') {
    return refuseParameter(`Parameter ${name} must be a string: ${name}`);
  }
  if (value.trim() === '') return refuseMissing(name);
  return value.length <= 255 ? accept(value) : refuseParameter(`Parameter ${name} is too long`);
}

export function readOptionalText(
  body: TrainingRequestBody,
  name: string,
): TrainingValidationResult<string | null> {
  const value = body[name];
  if (value === undefined || value === null || value === '') return accept(null);
  return readText(body, name);
}

/**
 * Reads the amount, a JSON number of at least 0.1 with at most two decimals, as a decimal string.
 */
export function readAmount(body: TrainingRequestBody): TrainingValidationResult<string> {
  const value = body.amount;
  if (value === undefined || value === null) return refuseMissing('amount');
  const text = typeof value === 'number' ? String(value) : '';
  if (typeof value === 'number' && value >= 1e15) {
    return refuseParameter('Parameter amount is too large: amount');
  }
  if (typeof value === 'number' && value < 0.1) {
    return refuseParameter('Parameter amount cannot be less than 0.1: amount');
  }
  if (!isDecimal(text)) return refuseParameter('Parameter amount must be a number: amount');
  return hasValidDecimalPlaces(createMoney(text, 'MXN'))
    ? accept(createMoney(text, 'MXN').amount)
    : refuseParameter('Parameter amount cannot have more than 2 decimals: amount');
}

function refuseMissing(name: string): TrainingValidationResult<never> {
  return refuseParameter(`Missing parameter: ${name}`);
}
