import type { ConnectionFault } from '../../../shared/contract/index.ts';
import type { Clock, Log } from '../../platform/index.ts';
import type { BillPaymentService, ServiceConfig } from '../../service/index.ts';
import { diagnoseConnection } from './diagnose-connection.ts';
import { gatherConnectionFacts, type InternetServer } from './gather-connection-facts.ts';

export interface ConnectionCheck {
  /** The last finding; null while the service answers. */
  getFault(): ConnectionFault | null;
  /** Call after each change of the service's health: a new problem starts the probes. */
  onHealthChange(): void;
  /** Probes now, for at most five seconds. */
  check(): Promise<void>;
}

/** A problem that stays is probed again only after this time. */
const MIN_CHECK_INTERVAL_MS = 30_000;

export function createConnectionCheck(ports: {
  readonly clock: Clock;
  readonly log: Log;
  readonly service: () => Pick<BillPaymentService, 'health'> | null;
  /** Null while there are no keys. */
  readonly getConfig: () => Pick<ServiceConfig, 'baseUrl' | 'caPem' | 'proxy'> | null;
  readonly listOtherServers: () => readonly InternetServer[];
  readonly onChange: () => void;
}): ConnectionCheck {
  const { clock, log } = ports;
  let fault: ConnectionFault | null = null;
  let checkedProblem: string | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let pending: Promise<void> | null = null;

  const getProblem = () => ports.service()?.health.problem ?? null;
  const setFault = (next: ConnectionFault | null): void => {
    if (JSON.stringify(next) === JSON.stringify(fault)) return;
    fault = next;
    if (next !== null) log.warn({ fault: next }, 'connection-check: fault found');
    ports.onChange();
  };

  const probe = async (): Promise<void> => {
    const problem = getProblem();
    const config = problem === null ? null : ports.getConfig();
    if (config === null) return setFault(null);
    const facts = await gatherConnectionFacts(config, ports.listOtherServers(), clock);
    // The service may have answered meanwhile, or with another problem.
    const current = getProblem();
    setFault(current === null ? null : diagnoseConnection({ ...facts, problem: current }));
  };

  const check = (): Promise<void> => {
    checkedProblem = JSON.stringify(getProblem());
    checkedAt = clock.uptime();
    pending ??= probe()
      .catch((error: unknown) => log.error({ err: error }, 'connection-check: probes failed'))
      .finally(() => {
        pending = null;
      });
    return pending;
  };

  return {
    getFault: () => fault,
    check,
    onHealthChange: () => {
      const problem = getProblem();
      if (problem === null) {
        checkedProblem = null;
        return setFault(null);
      }
      const isNew = JSON.stringify(problem) !== checkedProblem;
      if (isNew || clock.uptime() - checkedAt >= MIN_CHECK_INTERVAL_MS) void check();
    },
  };
}
