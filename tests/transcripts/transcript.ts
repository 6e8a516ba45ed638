/**
 * Transcripts: HTTP exchanges as the interface writes them, one per operation, error and wire format
 * (`exchanges/`). They are written from the interface, never from what our code sends. `till.test.ts`
 * holds the till's client to them, `training.test.ts` the training service, so that the two cannot
 * drift together.
 *
 * Where the interface writes 200 and recorded services answered 201, the transcript has 201, and the
 * till is held to both.
 *
 * `{…}` stands for a value that differs from request to request; `{text}` for any text. A time in
 * an answer is an example. The request's body is exact; in the answer's body lines may be broken.
 */
import { createHash, createHmac } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceVersion } from '../../shared/contract/index.ts';
import { SERVICE_VERSIONS } from '../../shared/rules/index.ts';

export interface Transcript {
  readonly name: string;
  readonly versions: readonly ServiceVersion[];
  /** The only side that is held to it; null for both. */
  readonly onlySide: 'till' | 'training service' | null;
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
}

export interface TranscriptValues {
  readonly version: ServiceVersion;
  readonly vendor: string;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly time: number;
  readonly external_id: string;
  readonly bill_id: string;
  readonly transaction_id: string;
  readonly idempotency_key: string;
}

const FOLDER = join(import.meta.dirname, 'exchanges');

export const transcripts: readonly Transcript[] = readdirSync(FOLDER)
  .toSorted()
  // Git may check the files out with other line ends.
  .map((file) => [file, readFileSync(join(FOLDER, file), 'utf8').replaceAll('\r\n', '\n')] as const)
  .map(([file, text]) => parseTranscript(file, text));

export function listHeldTranscripts(side: 'till' | 'training service'): Transcript[] {
  return transcripts.filter(({ onlySide }) => onlySide === null || onlySide === side);
}

function parseTranscript(file: string, text: string): Transcript {
  const [comment = '', requestHead = '', ...rest] = text.trimEnd().split('\n\n');
  const requestBody = rest[0]?.startsWith('HTTP ') ? null : (rest.shift() ?? null);
  const [answerHead = '', answerBody = ''] = rest;
  const [requestLine = '', ...requestHeaders] = requestHead.split('\n');
  const [, method, target] = /^(GET|POST|DELETE) (\/\S+)$/.exec(requestLine) ?? [];
  const [statusLine = '', ...answerHeaders] = answerHead.split('\n');
  const status = Number(/^HTTP (\d{3})$/.exec(statusLine)?.[1]);
  const names = /^# Versions: (.+)$/m.exec(comment)?.[1]?.split(', ') ?? [];
  const versions = SERVICE_VERSIONS.filter((version) => names.includes(version));
  const onlySide = /^# Only the (till|training service): ./m.exec(comment)?.[1];
  if (!method || !target || !status || rest.length !== 2 || versions.length !== names.length)
    throw new Error(`${file} is not a transcript`);
  return {
    name: file.replace(/\.http$/, ''),
    versions,
    onlySide: onlySide === 'till' || onlySide === 'training service' ? onlySide : null,
    method,
    target,
    headers: parseHeaders(requestHeaders),
    body: requestBody,
    answer: { status, headers: parseHeaders(answerHeaders), body: answerBody },
  };
}

/** Names in lower case. */
function parseHeaders(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...value] = line.split(': ');
      return [name.toLowerCase(), value.join(': ')];
    }),
  );
}

/** The request with these values, signed as the interface says and without the till's code. */
export function fillRequest(
  transcript: Transcript,
  values: TranscriptValues,
): Pick<Transcript, 'method' | 'target' | 'headers' | 'body'> {
  const target = fillPlaceholders(transcript.target, { ...values });
  const body = transcript.body === null ? null : fillPlaceholders(transcript.body, { ...values });
  const date = new Date(values.time).toUTCString();
  const contentMd5 = body === null ? '' : createHash('md5').update(body).digest('base64');
  const checksum = createHmac('sha1', values.secretKey)
    .update(`application/json,${contentMd5},${target},${date}`)
    .digest('base64');
  const filled = { ...values, api_key: values.apiKey, content_md5: contentMd5, date, checksum };
  return {
    method: transcript.method,
    target,
    headers: fillHeaders(transcript.headers, filled),
    body,
  };
}

export function fillAnswer(transcript: Transcript, values: TranscriptValues): Transcript['answer'] {
  const filled = { ...values, date: new Date(values.time).toUTCString(), text: 'Any text' };
  const { status, headers, body } = transcript.answer;
  return { status, headers: fillHeaders(headers, filled), body: fillPlaceholders(body, filled) };
}

function fillHeaders(
  headers: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, fillPlaceholders(value, values)]),
  );
}

function fillPlaceholders(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(/\{([a-z_5]+)\}/g, (_placeholder, name: string) => {
    if (values[name] === undefined) throw new Error(`{${name}} has no value here`);
    return String(values[name]);
  });
}
