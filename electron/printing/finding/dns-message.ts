/** DNS messages as far as DNS-SD needs them; RFC 1035 and 6763. A malformed message is null. */

export type DnsRecord =
  | { readonly type: 'ptr'; readonly name: string; readonly to: string }
  | { readonly type: 'srv'; readonly name: string; readonly host: string; readonly port: number }
  | { readonly type: 'a'; readonly name: string; readonly address: string }
  | { readonly type: 'txt'; readonly name: string; readonly texts: readonly string[] };

export const DNS_RECORD_TYPES = { a: 1, ptr: 12, txt: 16, srv: 33 } as const;
const INTERNET_CLASS = 1;
/** Requests a unicast response, sent to the port of the query. */
const UNICAST_RESPONSE_BIT = 0x8000;
const RESPONSE_BIT = 0x8000;
const HEADER_BYTES = 12;
/** More than any printer announces, and a limit for a name whose pointer points to itself. */
const MAX_RECORDS = 200;
const MAX_LABELS = 64;
const MAX_LABEL_BYTES = 63;

export function encodeDnsQuery(
  questions: readonly { readonly name: string; readonly type: keyof typeof DNS_RECORD_TYPES }[],
): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(questions.length, 4);
  const encodedQuestions = questions.map(({ name, type }) => {
    const labels = splitLabels(name).map((label) => {
      const bytes = Buffer.from(label, 'utf8').subarray(0, MAX_LABEL_BYTES);
      return Buffer.concat([Buffer.from([bytes.length]), bytes]);
    });
    const tail = Buffer.alloc(5);
    tail.writeUInt16BE(DNS_RECORD_TYPES[type], 1);
    tail.writeUInt16BE(INTERNET_CLASS | UNICAST_RESPONSE_BIT, 3);
    return Buffer.concat([...labels, tail]);
  });
  return Buffer.concat([header, ...encodedQuestions]);
}

/** A dot inside a label is written `\.`, as in the name of a printer. */
function splitLabels(name: string): string[] {
  return (name.match(/(?:\\.|[^.\\])+/gsu) ?? []).map((label) => label.replace(/\\(.)/gsu, '$1'));
}

/** The records of a response that are used here; null if the message is not a valid response. */
export function parseDnsResponse(message: Buffer): DnsRecord[] | null {
  try {
    return parseResponse(message);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function parseResponse(message: Buffer): DnsRecord[] | null {
  if (message.length < HEADER_BYTES || (message.readUInt16BE(2) & RESPONSE_BIT) === 0) return null;
  let at = HEADER_BYTES;
  for (let count = message.readUInt16BE(4); count > 0; count -= 1) {
    at = parseName(message, at).end + 4;
  }
  const total = [6, 8, 10].reduce((sum, offset) => sum + message.readUInt16BE(offset), 0);
  const records: DnsRecord[] = [];
  for (let count = 0; count < Math.min(total, MAX_RECORDS); count += 1) {
    const { name, end } = parseName(message, at);
    const type = message.readUInt16BE(end);
    const length = message.readUInt16BE(end + 8);
    const from = end + 10;
    at = from + length;
    if (at > message.length) throw new RangeError('the record is longer than its message');
    const record = parseRecord(message, { name, type, from, length });
    if (record !== null) records.push(record);
  }
  return records;
}

function parseRecord(
  message: Buffer,
  header: {
    readonly name: string;
    readonly type: number;
    readonly from: number;
    readonly length: number;
  },
): DnsRecord | null {
  const { name, type, from, length } = header;
  switch (type) {
    case DNS_RECORD_TYPES.ptr:
      return { type: 'ptr', name, to: parseName(message, from).name };
    case DNS_RECORD_TYPES.srv:
      return {
        type: 'srv',
        name,
        port: message.readUInt16BE(from + 4),
        host: parseName(message, from + 6).name,
      };
    case DNS_RECORD_TYPES.a:
      if (length !== 4) return null;
      return { type: 'a', name, address: [...message.subarray(from, from + 4)].join('.') };
    case DNS_RECORD_TYPES.txt:
      return { type: 'txt', name, texts: parseTexts(message.subarray(from, from + length)) };
    default:
      return null;
  }
}

function parseTexts(data: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < data.length; ) {
    const length = data.readUInt8(at);
    texts.push(data.subarray(at + 1, at + 1 + length).toString('utf8'));
    at += 1 + length;
  }
  return texts;
}

/** `end` is the offset after the name in the message, also if the name ends with a pointer. */
function parseName(
  message: Buffer,
  start: number,
): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = start;
  let end: number | null = null;
  for (let steps = 0; steps < MAX_LABELS; steps += 1) {
    const length = message.readUInt8(at);
    if (length === 0) return { name: labels.join('.'), end: end ?? at + 1 };
    if (length >= 0xc0) {
      end ??= at + 2;
      at = message.readUInt16BE(at) & 0x3fff;
      continue;
    }
    if (length > MAX_LABEL_BYTES || at + 1 + length > message.length) break;
    const label = message.subarray(at + 1, at + 1 + length).toString('utf8');
    labels.push(label.replace(/[.\\]/g, '\\$&'));
    at += 1 + length;
  }
  throw new RangeError('a name without an end');
}
