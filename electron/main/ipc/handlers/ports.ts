import {
  fail,
  type Language,
  type Problem,
  type Result,
} from '../../../../shared/contract/index.ts';
import type { Clock, Log } from '../../../platform/index.ts';
import type { Settings } from '../../../settings/index.ts';
import type { Updates } from '../../../shell/electron/updates/index.ts';
import type { OpenTill, TillHost } from '../../till/index.ts';
import type { CallContext, Handlers, SignedInCashier } from '../types.ts';

export interface HandlerPorts {
  readonly host: TillHost;
  readonly settings: Result<Settings>;
  readonly clock: Clock;
  readonly log: Log;
  readonly applicationVersion: string;
  /** The language of a till that is not set up. */
  readonly firstLanguage: Language;
  /** Omitted where there is no program to update. */
  readonly updates?: Pick<Updates, 'state' | 'look' | 'install'>;
}

/** The handlers of the calls whose names begin with `Area.`. */
export type PartHandlers<Area extends string> = Pick<
  Handlers,
  Extract<keyof Handlers, `${Area}.${string}`>
>;

/** Runs `work` on the open till, or returns why there is none. */
export function withTill<Value>(
  { host }: HandlerPorts,
  work: (till: OpenTill) => Value,
): Value | { readonly ok: false; readonly problem: Problem } {
  const till = host.till();
  return till ? work(till) : fail(host.storageProblem() ?? { kind: 'not-set-up' });
}

/**
 * Like `withTill`, with the signed-in cashier; the call listener already rejected calls without
 * one.
 */
export function withCashier<Value>(
  ports: HandlerPorts,
  context: CallContext,
  work: (till: OpenTill, cashier: SignedInCashier) => Value,
): Value | { readonly ok: false; readonly problem: Problem } {
  const { cashier } = context;
  return cashier ? withTill(ports, (till) => work(till, cashier)) : fail({ kind: 'not-signed-in' });
}
