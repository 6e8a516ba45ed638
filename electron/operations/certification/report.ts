import type { getServiceVersionInfo } from '../../../shared/rules/index.ts';
import type { HttpExchangeResult } from '../../service/index.ts';
import type { RecordedRequest } from './recorder.ts';
import type { CertificationStepResult } from './step-runner.ts';

/** The maximum of characters of a body: lists of billers are long. */
const MAX_BODY_LENGTH = 1_500;

export interface CertificationReportHeader {
  readonly version: Parameters<typeof getServiceVersionInfo>[0];
  readonly baseUrl: string;
  readonly chainName: string;
  readonly posNumber: string;
  readonly applicationVersion: string;
  readonly startedAt: string;
  readonly endedAt: string;
}

const VERDICT_TEXTS = {
  'as-expected': 'passed',
  otherwise: 'FAILED',
  'left-out': 'skipped',
} as const;

/** Formats the report as Markdown: expected and actual results, then every request and answer. */
export function formatCertificationReport(
  head: CertificationReportHeader,
  steps: readonly CertificationStepResult[],
): string {
  return [
    '# Certification',
    '',
    `- Service: ${head.baseUrl}, ${head.version}`,
    `- Chain: ${head.chainName}, POS number ${head.posNumber}`,
    `- Client: Mostrador ${head.applicationVersion}`,
    `- From ${head.startedAt} to ${head.endedAt} (UTC)`,
    `- ${formatStepTotals(steps)}`,
    '',
    '| # | step | expected | actual | result |',
    '|---|---|---|---|---|',
    ...steps.map(({ title, expected, verdict }, index) =>
      formatRow([`${index + 1}`, title, expected, verdict.result, VERDICT_TEXTS[verdict.kind]]),
    ),
    '',
    ...steps.flatMap((step, index) => formatStep(step, index + 1)),
  ].join('\n');
}

export function formatStepTotals(steps: readonly CertificationStepResult[]): string {
  const countVerdicts = (kind: keyof typeof VERDICT_TEXTS): number =>
    steps.filter(({ verdict }) => verdict.kind === kind).length;
  return `${steps.length} steps: ${countVerdicts('as-expected')} passed, ${countVerdicts('otherwise')} failed, ${countVerdicts('left-out')} skipped`;
}

export function formatStepLine({ title, verdict }: CertificationStepResult): string {
  return `${VERDICT_TEXTS[verdict.kind].padEnd(15)} ${title}: ${verdict.result}`;
}

function formatRow(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
}

function formatStep({ title, calls }: CertificationStepResult, number: number): string[] {
  if (calls.length === 0) return [];
  return [`## ${number}. ${title}`, '', ...calls.flatMap(formatCall)];
}

function formatCall(call: RecordedRequest): string[] {
  const request = [
    `${call.method} ${call.target}`,
    ...formatHeaders(call.headers),
    ...formatBody(call.body),
  ];
  return [
    `${call.at}, ${call.milliseconds} ms`,
    '',
    ...formatFence(request),
    ...formatFence(formatResult(call.result)),
  ];
}

function formatResult(result: HttpExchangeResult): string[] {
  switch (result.kind) {
    case 'answered':
      return [
        `HTTP ${result.status}`,
        ...formatHeaders(result.headers),
        ...formatBody(result.body),
      ];
    case 'not-sent':
      return [`not sent: ${result.reason}`];
    case 'unknown':
      return [`no answer: ${result.reason}`];
  }
}

function formatHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

function formatBody(body: string | null): string[] {
  if (body === null || body === '') return [];
  const hiddenLength = body.length - MAX_BODY_LENGTH;
  if (hiddenLength <= 0) return ['', ...body.split('\n')];
  return ['', ...body.slice(0, MAX_BODY_LENGTH).split('\n'), `[${hiddenLength} more characters]`];
}

/** A code fence longer than any inside the text. */
function formatFence(lines: readonly string[]): string[] {
  const maxFenceLength = Math.max(
    2,
    ...lines
      .join('\n')
      .split(/[^`]+/)
      .map((backticks) => backticks.length),
  );
  const fence = '`'.repeat(maxFenceLength + 1);
  return [fence, ...lines, fence, ''];
}
