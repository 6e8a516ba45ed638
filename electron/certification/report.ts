import type { versionFacts } from '../../shared/rules/index.ts';
import type { CallResult } from '../service/index.ts';
import type { PlayedStep } from './play.ts';
import type { RecordedCall } from './recorder.ts';

/** Of a body, in characters: lists of billers are long. */
const MOST_BODY = 1_500;

export interface ReportHead {
  readonly version: Parameters<typeof versionFacts>[0];
  readonly baseUrl: string;
  readonly chainName: string;
  readonly posNumber: string;
  readonly applicationVersion: string;
  readonly startedAt: string;
  readonly endedAt: string;
}

const WORDS = {
  'as-expected': 'as expected',
  otherwise: 'NOT AS EXPECTED',
  'left-out': 'left out',
} as const;

/** The report as Markdown: what was expected and what came, then every request and answer. */
export function reportOf(head: ReportHead, steps: readonly PlayedStep[]): string {
  return [
    '# Certification',
    '',
    `- Service: ${head.baseUrl}, ${head.version}`,
    `- Chain: ${head.chainName}, POS number ${head.posNumber}`,
    `- Client: Mostrador ${head.applicationVersion}`,
    `- From ${head.startedAt} to ${head.endedAt} (UTC)`,
    `- ${totals(steps)}`,
    '',
    '| # | step | expected | came | result |',
    '|---|---|---|---|---|',
    ...steps.map(({ title, expected, verdict }, index) =>
      row([`${index + 1}`, title, expected, verdict.came, WORDS[verdict.kind]]),
    ),
    '',
    ...steps.flatMap((step, index) => stepText(step, index + 1)),
  ].join('\n');
}

export function totals(steps: readonly PlayedStep[]): string {
  const of = (kind: keyof typeof WORDS): number =>
    steps.filter(({ verdict }) => verdict.kind === kind).length;
  return `${steps.length} steps: ${of('as-expected')} as expected, ${of('otherwise')} not as expected, ${of('left-out')} left out`;
}

export function lineOf({ title, verdict }: PlayedStep): string {
  return `${WORDS[verdict.kind].padEnd(15)} ${title}: ${verdict.came}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
}

function stepText({ title, calls }: PlayedStep, number: number): string[] {
  if (calls.length === 0) return [];
  return [`## ${number}. ${title}`, '', ...calls.flatMap(callText)];
}

function callText(call: RecordedCall): string[] {
  const request = [
    `${call.method} ${call.target}`,
    ...headLines(call.headers),
    ...bodyLines(call.body),
  ];
  return [
    `${call.at}, ${call.milliseconds} ms`,
    '',
    ...fenced(request),
    ...fenced(resultLines(call.result)),
  ];
}

function resultLines(result: CallResult): string[] {
  switch (result.kind) {
    case 'answered':
      return [`HTTP ${result.status}`, ...headLines(result.headers), ...bodyLines(result.body)];
    case 'not-sent':
      return [`not sent: ${result.reason}`];
    case 'unknown':
      return [`no answer: ${result.reason}`];
  }
}

function headLines(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

function bodyLines(body: string | null): string[] {
  if (body === null || body === '') return [];
  const rest = body.length - MOST_BODY;
  if (rest <= 0) return ['', ...body.split('\n')];
  return ['', ...body.slice(0, MOST_BODY).split('\n'), `[${rest} more characters]`];
}

/** A fence that is longer than any inside. */
function fenced(lines: readonly string[]): string[] {
  const longest = Math.max(
    2,
    ...lines
      .join('\n')
      .split(/[^`]+/)
      .map((run) => run.length),
  );
  const fence = '`'.repeat(longest + 1);
  return [fence, ...lines, fence, ''];
}
