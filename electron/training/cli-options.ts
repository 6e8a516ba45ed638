import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createMoney, isDecimal } from '../../shared/money/index.ts';
import { systemClock } from '../platform/index.ts';
import type { TrainingServerOptions } from './http/training-server.ts';
import { parseWebhookUrl } from './http/webhooks.ts';

export const TRAINING_CLI_USAGE = `Usage: training-service [options]

  --port N              port to listen on; 0 chooses a free one (default 0)
  --api-key K           API key (default "training")
  --secret-key S        secret key (default "training-secret")
  --vendor V            vendor token of the Accept header (default "mostrador")
  --now ISO             stops the service's clock at this time, such as 2017-01-20T18:11:04Z
  --seed N              selects the catalogue and the balances (default 1)
  --balance A           the shop's account at the start, in MXN (default 250000.00)
  --r24-seconds N       delay of a biller timeout, R24 (default 20)
  --strict              sends only fields that the interface documents or that were recorded
  --lists-without-external-id P
                        with --strict: percent of look-ups whose rows have no
                        external_id (default 20)
  --webhook URL         sends webhooks to this address
  --webhook-ca FILE     certificate authority of that address (PEM)
  --limit-per-minute N  answers 429 to more requests per minute than this
  --help                prints this help
`;

export type TrainingCliOptions =
  | { readonly kind: 'start'; readonly options: TrainingServerOptions }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

/** An invalid flag; the message contains the flag and its possible values. */
class FlagError extends Error {}

export function parseTrainingCliOptions(args: readonly string[]): TrainingCliOptions {
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        port: { type: 'string' },
        'api-key': { type: 'string' },
        'secret-key': { type: 'string' },
        vendor: { type: 'string' },
        now: { type: 'string' },
        seed: { type: 'string' },
        balance: { type: 'string' },
        'r24-seconds': { type: 'string' },
        'limit-per-minute': { type: 'string' },
        webhook: { type: 'string' },
        'webhook-ca': { type: 'string' },
        strict: { type: 'boolean' },
        'lists-without-external-id': { type: 'string' },
        help: { type: 'boolean' },
      },
    });
    if (values.help) return { kind: 'help' };
    const now = mapDefined(values.now, parseNow);
    return {
      kind: 'start',
      options: {
        port: parseInteger('--port', values.port, 0, 65_535) ?? 0,
        apiKey: parseToken('--api-key', values['api-key'], /^[^\s:]+$/),
        secretKey: parseToken('--secret-key', values['secret-key'], /^.+$/s),
        vendor: parseToken('--vendor', values.vendor, /^[A-Za-z0-9_-]+$/),
        seed: parseInteger('--seed', values.seed, 0, 2 ** 31),
        balance: mapDefined(values.balance, parseBalance),
        r24Milliseconds: mapDefined(
          parseInteger('--r24-seconds', values['r24-seconds'], 0, 600),
          (seconds) => seconds * 1000,
        ),
        requestsPerMinute: parseInteger(
          '--limit-per-minute',
          values['limit-per-minute'],
          1,
          1_000_000,
        ),
        strict: parseStrict(values.strict, values['lists-without-external-id']),
        webhook: parseWebhook(values.webhook, values['webhook-ca']),
        clock: mapDefined(now, (time) => ({ ...systemClock, now: () => time })),
      },
    };
  } catch (error) {
    // parseArgs throws a TypeError for an unknown flag, or for one without its value.
    if (error instanceof FlagError || error instanceof TypeError) {
      return { kind: 'wrong', message: error.message };
    }
    throw error;
  }
}

function mapDefined<Value, Parsed>(
  value: Value | undefined,
  parse: (value: Value) => Parsed,
): Parsed | undefined {
  return value === undefined ? undefined : parse(value);
}

function parseInteger(
  flag: string,
  text: string | undefined,
  min: number,
  max: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new FlagError(`${flag} must be a whole number from ${min} to ${max}, not "${text}"`);
}

function parseToken(flag: string, text: string | undefined, pattern: RegExp): string | undefined {
  if (text === undefined || pattern.test(text)) return text;
  throw new FlagError(`${flag} has an invalid value: "${text}"`);
}

function parseNow(text: string): number {
  const hasZone = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/.test(
    text,
  );
  const time = hasZone ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new FlagError(`--now must be a time such as 2026-01-15T16:00:00Z, not "${text}"`);
}

function parseStrict(
  isStrict: boolean | undefined,
  percentText: string | undefined,
): TrainingServerOptions['strict'] {
  const flag = '--lists-without-external-id';
  const percent = parseInteger(flag, percentText, 0, 100);
  if (percent === undefined) return isStrict;
  if (!isStrict) throw new FlagError(`${flag} can only be used with --strict`);
  return { listsWithoutExternalId: percent };
}

function parseWebhook(
  address: string | undefined,
  caFile: string | undefined,
): TrainingServerOptions['webhook'] {
  if (address === undefined) {
    if (caFile === undefined) return undefined;
    throw new FlagError('--webhook-ca can only be used with --webhook');
  }
  const url = parseWebhookUrl(address);
  if (url === null) {
    throw new FlagError(
      `--webhook must be an address such as https://hooks.example/…, not "${address}"`,
    );
  }
  return { url, caPem: mapDefined(caFile, readCa) };
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new FlagError(`--webhook-ca must be a readable file, not "${file}"`);
  }
}

function parseBalance(text: string): string {
  if (isDecimal(text)) return createMoney(text, 'MXN').amount;
  throw new FlagError(`--balance must be an amount such as 1000.00, not "${text}"`);
}
