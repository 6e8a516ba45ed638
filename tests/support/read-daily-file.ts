/**
 * A parser of the reconciliation file, written from its specification alone: it shares no code with
 * the till. It accepts only what the specification allows, and throws an error with the reason
 * otherwise.
 */
export interface ParsedDailyFile {
  /** `YYYYMMDD` of the HEADER. */
  readonly date: string;
  readonly registers: readonly ParsedRegister[];
}

export interface ParsedRegister {
  /** `yyyy-MM-ddTHH:mm:ss`, UTC. */
  readonly createdAt: string;
  readonly billerId: string;
  readonly authorization: string;
  readonly accountNumber: string;
  readonly amount: string;
  readonly currency: string;
  /** Empty if none was sent. */
  readonly posNumber: string;
  readonly externalId: string;
}

export function parseDailyFile(bytes: Uint8Array): ParsedDailyFile {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  // Splits at every character that any program may treat as the end of a line.
  const lines = text.split(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  if (text.split('\n').length !== lines.length) throw new Error('a line that does not end in LF');
  const [first = '', ...rest] = lines;
  const last = rest.pop() ?? '';
  const header = /^HEADER\|(\d{8})$/.exec(first);
  if (header === null) throw new Error(`not a HEADER: ${first}`);
  const footer = /^FOOTER\|(0|[1-9]\d*)$/.exec(last);
  if (footer === null) throw new Error(`not a FOOTER: ${last}`);
  const registers = rest.map(readRegister);
  if (registers.length !== Number(footer[1])) {
    throw new Error(`the FOOTER counts ${footer[1]} and there are ${registers.length}`);
  }
  return { date: header[1] ?? '', registers };
}

function readRegister(line: string): ParsedRegister {
  const fields = line.split('|');
  const [
    recordType,
    createdAt,
    billerId,
    authorization,
    accountNumber,
    amount,
    currency,
    ...posNumberAndExternalId
  ] = fields;
  const [posNumber, externalId] = posNumberAndExternalId;
  if (fields.length !== 9 || recordType !== 'REGISTER') throw new Error(`not a REGISTER: ${line}`);
  const register = {
    createdAt: readField(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/, line),
    billerId: readField(billerId, /^\d+$/, line),
    authorization: readField(authorization, /./u, line),
    accountNumber: readField(accountNumber, /./u, line),
    amount: readField(amount, /^\d+\.\d\d$/, line),
    currency: readField(currency, /./u, line),
    posNumber: readField(posNumber, /^$|\S/u, line),
    externalId: readField(externalId, /./u, line),
  };
  if (Number.isNaN(Date.parse(`${register.createdAt}Z`))) throw new Error(`invalid time: ${line}`);
  return register;
}

function readField(field: string | undefined, pattern: RegExp, line: string): string {
  if (field === undefined || !pattern.test(field))
    throw new Error(`a field has the wrong format: ${line}`);
  return field;
}
