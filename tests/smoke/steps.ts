import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createTrainingProvisioning } from '../../electron/settings/training-provisioning.ts';
import { readLastExit } from '../../electron/shell/electron/updates/last-exit.ts';
import {
  type PrinterSettings,
  type Problem,
  printerSettingsSchema,
  printerStateSchema,
  problemSchema,
} from '../../shared/contract/index.ts';
import { describeProblem } from '../../shared/i18n/index.ts';
import { DEFAULT_PAPER_COLUMNS } from '../../shared/rules/index.ts';
import { callBridge } from '../e2e/support/call-bridge.ts';
import { createCashierSteps } from './cashier-steps.ts';
import type { Step } from './run-steps.ts';
import { createRuntimeSteps } from './runtime-steps.ts';
import { createShellSteps } from './shell-steps.ts';
import { ATTACH, getTill, type SmokeRun, type TestedPrinter } from './smoke-run.ts';
import { startSmokeTill } from './smoke-till.ts';

/** Longer than the other steps: Electron takes up to 20 seconds to start on a slow computer. */
const START_TIME_SHARE = 0.6;
/** Leaves time to find out why it did not start. */
const START_TIMEOUT_SHARE = 0.4;

const resultSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: printerStateSchema }),
  z.object({ ok: z.literal(false), problem: problemSchema }),
]);

/** The lines of the smoke check, in their order. docs/electron.md names them. */
export function createSteps(run: SmokeRun): readonly Step[] {
  return [
    createStartStep(run),
    ...createShellSteps(run),
    ...createRuntimeSteps(run),
    ...createCashierSteps(run),
    ...(run.testedPrinter === null ? [] : [createPrinterStep(run, run.testedPrinter)]),
    createExitStep(run),
  ];
}

function createStartStep(run: SmokeRun): Step {
  const { shell, profile, printer, folder, totalMs } = run;
  return {
    name: 'start',
    timeShare: START_TIME_SHARE,
    expected: 'main reports that its window is visible and its page works',
    next:
      shell === 'electron'
        ? `Run npm start, which says what is missing on this computer. ${ATTACH}`
        : 'Install Chromium or Chrome, or give its path: TILL_CHROMIUM=/path/to/chromium',
    ask: async () => {
      mkdirSync(profile, { mode: 0o700 });
      const provisioning = join(folder, 'provisioning.json');
      const settings: PrinterSettings = {
        kind: 'network',
        address: printer.address,
        model: 'epson',
        columns: 48,
      };
      const training = createTrainingProvisioning('es-MX');
      writeFileSync(provisioning, JSON.stringify({ ...training, printer: settings }));
      const startedAt = performance.now();
      run.till = await startSmokeTill(shell, {
        args: ['--profile', profile, '--provision', provisioning],
        startReport: join(folder, 'start-report'),
        timeoutMs: totalMs * START_TIMEOUT_SHARE,
        signal: run.end.signal,
      });
      return `window and page after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
    },
  };
}

function createPrinterStep(run: SmokeRun, printer: TestedPrinter): Step {
  return {
    name: 'printer',
    expected: 'it takes a test sheet',
    next: 'Check that it is on and connected, its address and --model. docs/printers.md has each fault.',
    needs: 'sign-in',
    ask: async () => {
      const answer = await callBridge(getTill(run).page, 'setup.testPrinter', {
        environment: 'training',
        language: 'es-MX',
        printer,
      });
      const printed = resultSchema.parse(answer);
      if (!printed.ok) throw new Error(formatProblem(printed.problem));
      const { light } = printed.value;
      const name = `${printer.model} at ${printer.kind === 'path' ? printer.path : printer.address}`;
      return light === 'silent'
        ? `the sheet was sent to ${name}, which confirms nothing`
        : `the sheet is printed by ${name}; status ${light}`;
    },
  };
}

function createExitStep(run: SmokeRun): Step {
  return {
    name: 'exit',
    expected: 'the till ends with exit code 0, and notes a clean exit',
    next: ATTACH,
    needs: 'start',
    ask: async () => {
      const code = await getTill(run).stop();
      const state = readLastExit(run.profile);
      const text = `exit code ${code}, noted as ${state}`;
      if (code !== 0 || state !== 'clean') throw new Error(text);
      return text;
    },
  };
}

function formatProblem(problem: Problem): string {
  const { title, action } = describeProblem(problem, 'en');
  return `${title} ${action}`;
}

/** Throws a message for the terminal if the address or the model is not valid. */
export function toTestedPrinter(address: string, model: string): TestedPrinter {
  const isPath = /^([/\\]|[A-Za-z]:[/\\]|COM\d)/i.test(address);
  const printer = isPath
    ? { kind: 'path', path: address }
    : { kind: 'network', address: address.includes('://') ? address : `tcp://${address}` };
  const parsed = printerSettingsSchema.safeParse({
    ...printer,
    model,
    columns: DEFAULT_PAPER_COLUMNS,
  });
  const settings = parsed.data;
  if (settings?.kind === 'network' || settings?.kind === 'path') return settings;
  const { message } = parsed.error?.issues[0] ?? { message: 'a printer' };
  throw new Error(`--printer ${address}: it must be ${message}.`);
}
