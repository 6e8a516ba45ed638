import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import * as limits from '../../shared/rules/time-limits.ts';
import { sampleCases } from '../support/sampling.ts';
import { ROOT } from '../support/till-process.ts';

/** For each time limit a test file that fails if the limit is only half as long. */
const GUARDS: Readonly<Record<string, string>> = {
  REQUEST_TIMEOUT_MS: 'electron/service/operations/service-reader.test.ts',
  SIGNATURE_TTL_MS: 'electron/counter/payments/outcome/conclusion.test.ts',
  NOT_PERFORMED_AFTER_MS: 'tests/proof/promela.test.ts',
  NOT_PERFORMED_AFTER_UPTIME_MS: 'electron/counter/payments/outcome/conclusion.test.ts',
  SERVICE_CLOCK_TTL_MS: 'electron/service/transport/corrected-clock.test.ts',
  CLOSE_BY_HAND_AFTER_MS: 'electron/counter/payments/outcome/conclusion.test.ts',
  IDEMPOTENCY_KEY_TTL_MS: 'electron/counter/payments/outcome/conclusion.test.ts',
  RESEND_WINDOW_MS: 'electron/counter/payments/outcome/conclusion.test.ts',
  SAME_AMOUNT_BLOCK_MS: 'electron/counter/payments/order/order-preparation.test.ts',
  IDENTICAL_PAYMENT_BLOCK_MS: 'electron/counter/payments/order/order-preparation.test.ts',
  OTHER_PAYMENT_WINDOW_MS: 'electron/counter/payments/order/other-till-payments.test.ts',
  CHAIN_LOOKBACK_MS: 'electron/chain/schema/topics.test.ts',
  CHAIN_BACKUP_LATE_AFTER_MS: 'electron/chain/server/command/status-report.test.ts',
  BALANCE_TTL_MS: 'electron/counter/payments/order/consult.test.ts',
  ORDER_TTL_MS: 'electron/counter/payments/payments.test.ts',
  DRAWER_OPEN_WINDOW_MS: 'electron/printing/queue/drawer.test.ts',
  BASKET_CUSTOMER_TTL_MS: 'renderer/features/counter/pay/pay-basket.test.tsx',
  RESULT_IGNORES_KEYS_MS: 'renderer/features/counter/pay/flow/update-payment.test.ts',
  OWED_RESULT_IGNORES_KEYS_MS: 'renderer/features/counter/pay/flow/update-payment.test.ts',
  WALK_IN_BILL_TTL_MS: 'electron/counter/payments/order/walk-in-bill-deletion.test.ts',
  PRINTABLE_REPORT_TTL_MS: 'electron/printing/queue/reprint-policy.test.ts',
  CUSTOMER_SCREEN_TTL_MS: 'electron/counter/customer-screen/customer-screen.test.ts',
  TILL_SILENT_AFTER_MS: 'electron/chain/schema/topics.test.ts',
  MAX_CLOCK_DIFFERENCE_MS: 'electron/back-office/status/status.test.ts',
  MAX_LOCK_MINUTES: 'electron/settings/settings.test.ts',
};

it('names a test for each time limit', () => {
  const names = Object.keys(limits).filter((name) => /^[A-Z_]+$/.test(name));
  expect(Object.keys(GUARDS).toSorted()).toEqual(names.toSorted());
});

it.each(sampleCases('time limits', Object.entries(GUARDS), 1))(
  'finds that %s is too short by %s',
  (name, file) => {
    const { status, stdout } = spawnSync(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/proof/halved-limit.config.ts'],
      {
        cwd: ROOT,
        encoding: 'utf8',
        env: { ...process.env, HALVED_LIMIT: name, LIMIT_TEST: file, NO_COLOR: '1' },
      },
    );
    expect(stdout).toMatch(/Tests +\d+ failed/);
    expect(status).toBe(1);
  },
);
