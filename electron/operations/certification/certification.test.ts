import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ok, type Provisioning, type ServiceVersion } from '../../../shared/contract/index.ts';
import { getServiceVersionInfo, SERVICE_VERSIONS } from '../../../shared/rules/index.ts';
import { TEST_CERTIFICATE_FOLDER } from '../../../tests/support/certificates.ts';
import { type OpenSsh, startOpenSsh } from '../../../tests/support/openssh/index.ts';
import { parseDailyFile } from '../../../tests/support/read-daily-file.ts';
import { createTestBiller } from '../../counter/payments/testing/index.ts';
import { createUuid, systemClock } from '../../platform/index.ts';
import { startTrainingServer, type TrainingServer } from '../../training/index.ts';
import { verifyBillListed } from './bill-steps.ts';
import { parseCertificationCases, SANDBOX_CERTIFICATION_CASES } from './cases.ts';
import { type CertificationOptions, certify } from './index.ts';
import { createRandomAccountNumber } from './payment-steps.ts';
import { createRequestRecorder } from './recorder.ts';
import { formatCertificationReport, formatStepLine } from './report.ts';
import {
  type CertificationStepResult,
  createStepRunner,
  createUnexpectedVerdict,
} from './step-runner.ts';

const SECRET = 'a-secret-key-of-the-sandbox';

const rootFolder = mkdtempSync(join(tmpdir(), 'certification-'));
afterAll(() => rmSync(rootFolder, { recursive: true, force: true }));

function createProvisioning(
  server: Pick<TrainingServer, 'baseUrl' | 'vendor' | 'apiKey' | 'caFile'>,
  version: ServiceVersion,
  changes: Partial<Provisioning> = {},
): Provisioning {
  return {
    environment: 'sandbox',
    baseUrl: server.baseUrl,
    vendor: server.vendor,
    apiKey: server.apiKey,
    secretKey: SECRET,
    caFile: server.caFile,
    version,
    chainName: 'lupita',
    posNumber: '07',
    timeZone: 'America/Mexico_City',
    language: 'es-MX',
    shop: { name: 'Abarrotes Lupita' },
    printer: { kind: 'screen', columns: 42 },
    cashiers: [{ id: 'carmen', name: 'Carmen', pin: '4821', role: 'owner' }],
    cashOutBillers: [20001],
    ...changes,
  };
}

let runCount = 0;
function runCertification(provisioning: Provisioning, changes: Partial<CertificationOptions> = {}) {
  runCount += 1;
  return certify({
    provisioning,
    provisioningFolder: rootFolder,
    cases: SANDBOX_CERTIFICATION_CASES,
    folder: join(rootFolder, `own-${runCount}`),
    hostKey: null,
    applicationVersion: '0.1.0',
    clock: systemClock,
    createId: createUuid,
    onStep: () => {},
    clientTimeoutMs: 2_000,
    ...changes,
  });
}

const formatResults = (steps: readonly CertificationStepResult[]) =>
  steps.map(({ title, verdict }) => `${verdict.kind} ${title}: ${verdict.result}`);

describe.skipIf(process.platform === 'win32')('certification', () => {
  let sshd: OpenSsh;
  beforeAll(async () => {
    sshd = await startOpenSsh();
  });
  afterAll(() => sshd.stop());

  it.concurrent.each(SERVICE_VERSIONS)('passes every certification step in %s', async (version) => {
    const server = await startTrainingServer({
      secretKey: SECRET,
      r24Milliseconds: 5_000,
      certificateFolder: TEST_CERTIFICATE_FOLDER,
    });
    const { host, port, user, privateKey } = sshd;
    const folder = join(rootFolder, version);
    const chainName = `lupita-${version.replace('.', '-')}`;
    const provisioning = createProvisioning(server, version, {
      chainName,
      reconciliation: { host, port, user, privateKey, uploads: true },
    });
    const result = await runCertification(provisioning, { folder, hostKey: sshd.fingerprint });
    if (result.kind !== 'played') throw new Error(result.reason);
    expect(formatResults(result.steps).filter((line) => !line.startsWith('as-expected'))).toEqual(
      [],
    );

    // Every endpoint of this version was called, and no other.
    const targets = result.steps
      .flatMap(({ calls }) => calls)
      .map(({ method, target }) => `${method} ${target.replace(/\?.*/, '').replace(/\d+/, 'ID')}`);
    expect([...new Set(targets)].sort()).toEqual([...listEndpoints(version)].sort());

    // The daily file contains the transactions that the service performed, and was uploaded.
    const performed = (await server.inspect()).transactions;
    const [name = ''] = readdirSync(folder).filter((item) => item.endsWith('.txt'));
    const bytes = readFileSync(join(folder, name));
    const lines = parseDailyFile(bytes).registers;
    expect(lines.map((line) => line.externalId).sort()).toEqual(
      performed.map((item) => item.externalId).sort(),
    );
    expect(readFileSync(join(sshd.folder, name)).equals(bytes)).toBe(true);

    const report = readFileSync(result.report, 'utf8');
    expect(report).toContain(`${result.steps.length} steps: ${result.steps.length} passed`);
    for (const secret of [SECRET, privateKey]) {
      for (const file of readdirSync(folder)) {
        expect(readFileSync(join(folder, file), 'utf8')).not.toContain(secret);
      }
    }
    expect(
      report.match(/^Authorization: .*/gm)?.every((line) => line.endsWith('[hidden]:[hidden]')),
    ).toBe(true);
    expect(statSync(result.report).mode & 0o077).toBe(0);
    await server.close();
  });

  it('sends no file to a server without a given key, and reports its key', async () => {
    const server = await startTrainingServer({
      secretKey: SECRET,
      r24Milliseconds: 0,
      certificateFolder: TEST_CERTIFICATE_FOLDER,
    });
    const { host, port, user, privateKey } = sshd;
    const before = readdirSync(sshd.folder).length;
    const result = await runCertification(
      createProvisioning(server, 'v1.6', {
        reconciliation: { host, port, user, privateKey, uploads: true },
      }),
    );
    await server.close();
    if (result.kind !== 'played') throw new Error(result.reason);
    const upload = result.steps.at(-1);
    expect(upload?.verdict.kind).toBe('left-out');
    expect(upload?.verdict.result).toContain(`--host-key ${sshd.fingerprint}`);
    expect(readdirSync(sshd.folder)).toHaveLength(before);
  });
});

describe('rejected certifications', () => {
  it.each(['production', 'training'] as const)(
    'rejects the environment %s before any request',
    async (environment) => {
      let connections = 0;
      const listener = createServer((socket) => {
        connections += 1;
        socket.destroy();
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => listener.once('listening', resolve));
      const address = listener.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      const folder = join(rootFolder, `refused-${environment}`);
      const server = {
        baseUrl: `https://127.0.0.1:${port}`,
        vendor: 'v',
        apiKey: 'k',
        caFile: 'gone',
      };
      const result = await runCertification(createProvisioning(server, 'v3.mx', { environment }), {
        folder,
      });
      await new Promise((resolve) => listener.close(resolve));
      expect(result).toMatchObject({
        kind: 'refused',
        reason: expect.stringContaining(environment),
      });
      expect(connections).toBe(0);
      expect(existsSync(folder)).toBe(false);
    },
  );

  it('rejects a folder that is not empty, and an unreadable certificate', async () => {
    const unreachable = { baseUrl: 'https://127.0.0.1:1', vendor: 'v', apiKey: 'k' };
    expect(
      await runCertification(createProvisioning({ ...unreachable, caFile: 'gone.pem' }, 'v1.6')),
    ).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('caFile cannot be read'),
    });
    const { caFile: _, ...plain } = createProvisioning({ ...unreachable, caFile: '' }, 'v1.6');
    expect(await runCertification(plain, { folder: rootFolder })).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('not empty'),
    });
  });
});

describe('the certification command', () => {
  const run = (...args: string[]) => {
    const register = pathToFileURL(
      join(import.meta.dirname, '../../shell/browser/register.ts'),
    ).href;
    const cli = join(import.meta.dirname, 'cli.ts');
    return spawnSync(process.execPath, ['--import', register, cli, ...args], { encoding: 'utf8' });
  };

  it('exits with 2 and a reason when the certification cannot start', () => {
    const file = join(rootFolder, 'production.json');
    const unreachable = {
      baseUrl: 'https://127.0.0.1:1',
      vendor: 'v',
      apiKey: 'k',
      caFile: 'ca.pem',
    };
    writeFileSync(
      file,
      JSON.stringify(createProvisioning(unreachable, 'v3.mx', { environment: 'production' })),
    );
    for (const [args, expectedText] of [
      [['--provision', file], 'The provisioning file is for production'],
      [['--provision', join(rootFolder, 'gone.json')], 'gone.json'],
      [['--provision', file, '--host-key', 'MD5:aa'], '--host-key must be SHA256:'],
      [['--provison', file], "Unknown option '--provison'"],
      [[], '--provision FILE is missing'],
    ] as const) {
      const { status, stderr, stdout } = run(...args);
      expect({ args, status, stdout }).toEqual({ args, status: 2, stdout: '' });
      expect(stderr).toContain(expectedText);
    }
  });
});

describe('a service with unexpected answers', () => {
  it('reports each failed step and runs to the end', async () => {
    const server = await startTrainingServer({
      secretKey: 'another-secret',
      certificateFolder: TEST_CERTIFICATE_FOLDER,
    });
    const result = await runCertification(createProvisioning(server, 'v3.mx'));
    await server.close();
    if (result.kind !== 'played') throw new Error(result.reason);
    expect(result.steps[0]).toMatchObject({
      title: 'Account',
      verdict: { kind: 'otherwise', result: expect.stringContaining('(keys-refused)') },
    });
    expect(result.steps.some(({ title }) => title === 'Write the daily file')).toBe(true);
    expect(readFileSync(result.report, 'utf8')).toContain('FAILED');
  });
});

describe('an endless list of bills', () => {
  it('stops paging after the limit and reports it', async () => {
    let requestCount = 0;
    const listBills = async (page: number) => {
      requestCount += 1;
      if (requestCount > 1_000) throw new Error('paging does not stop');
      return ok({ bills: [], page, totalPages: null, totalBills: null, hasNext: true });
    };
    expect(await verifyBillListed({ service: { listBills } }, '8390')).toMatchObject({
      kind: 'left-out',
    });
  });
});

describe('a second run on the same day', () => {
  it('cashes out again, and skips the payments that the service blocks', async () => {
    const server = await startTrainingServer({
      secretKey: SECRET,
      r24Milliseconds: 0,
      certificateFolder: TEST_CERTIFICATE_FOLDER,
    });
    const provisioning = createProvisioning(server, 'v3.mx', { cashOutBillers: [20002] });
    const runs = [await runCertification(provisioning), await runCertification(provisioning)];
    await server.close();
    for (const run of runs) {
      if (run.kind !== 'played') throw new Error(run.reason);
      const cashOut = run.steps.find(({ title }) => title === 'Cash-out');
      expect(cashOut?.verdict).toMatchObject({ kind: 'as-expected' });
      expect(formatResults(run.steps).filter((line) => line.startsWith('otherwise'))).toEqual([]);
    }
    const [, second] = runs;
    const topUp =
      second?.kind === 'played' && second.steps.find(({ title }) => title === 'Pay a top-up');
    expect(topUp).toMatchObject({
      verdict: { kind: 'left-out', result: expect.stringContaining('R36') },
    });
  });

  it.each([
    ['8..12', /^\d{4}1234$/],
    ['11', /^\d{7}1234$/],
    ['', /^\d{12}1234$/],
  ])('makes up an account number of the length %s', (accountNumberDigits, pattern) => {
    const billersById = new Map([[7, createTestBiller({ mask: '', accountNumberDigits })]]);
    const first = createRandomAccountNumber({ billersById, createId: createUuid }, 7);
    expect(first).toMatch(pattern);
    expect(createRandomAccountNumber({ billersById, createId: createUuid }, 7)).not.toBe(first);
  });
});

describe('a list of bills that is shorter than its total', () => {
  it('does not prove that a bill is missing', async () => {
    const listBills = async (page: number) =>
      ok({ bills: [], page, totalPages: 1, totalBills: 3, hasNext: false });
    expect(await verifyBillListed({ service: { listBills } }, '8390')).toMatchObject({
      kind: 'left-out',
    });
  });
});

describe('certification report', () => {
  it('hides secrets wherever the service repeats them', async () => {
    // The API key is a prefix of the secret key, and both contain characters that JSON and URLs
    // encode.
    const apiKey = 'key+of/this "shop"';
    const secretKey = `${apiKey} and its secret`;
    const password = 'p@ss/word';
    const recorder = createRequestRecorder(systemClock, [apiKey, secretKey, password]);
    const { step, steps } = createStepRunner(recorder, () => {});
    const signature = 'W1DMYn7D/5CBw8VJLMIYKYOBYbk=';
    const secretTexts = [apiKey, secretKey, signature, password].join(', ');
    const exchange = recorder.wrap(async () => ({
      kind: 'answered',
      status: 401,
      headers: { 'set-cookie': 'session=4d1c', 'x-key': apiKey },
      body: `${JSON.stringify({ message: secretTexts }).replaceAll('/', '\\/')} ${encodeURIComponent(secretTexts)}`,
    }));
    await step('Account', 'its name', async () => {
      await exchange({
        method: 'GET',
        target: '/account',
        headers: { Authorization: `APIAuth ${apiKey}:${signature}` },
        body: null,
        needsOwnConnection: false,
        signal: new AbortController().signal,
      });
      return createUnexpectedVerdict(`HTTP 401, no code ${secretTexts}`);
    });
    const head = { version: 'v1.6', baseUrl: 'https://127.0.0.1:1', chainName: 'lupita' } as const;
    const facts = { posNumber: '07', applicationVersion: '0.1.0', startedAt: '', endedAt: '' };
    const report = `${formatCertificationReport({ ...head, ...facts }, steps)} ${steps.map(formatStepLine).join()}`;
    expect(report).toContain('[hidden]');
    for (const hidden of ['shop', 'secret', 'W1DMYn7D', '5CBw8VJL', 'p@ss', 'p%40ss', '4d1c']) {
      expect(report, hidden).not.toContain(hidden);
    }
  });
});

describe('a payment with a lost answer', () => {
  it('resolves a lost answer by look-up and writes it to the daily file', async () => {
    const server = await startTrainingServer({
      secretKey: SECRET,
      r24Milliseconds: 0,
      certificateFolder: TEST_CERTIFICATE_FOLDER,
    });
    await server.setFaults([{ operation: 'pay', times: 1, fault: { kind: 'commit-and-cut' } }]);
    const folder = join(rootFolder, 'lost-answer');
    const result = await runCertification(createProvisioning(server, 'v1.6'), { folder });
    const { transactions } = await server.inspect();
    await server.close();
    if (result.kind !== 'played') throw new Error(result.reason);
    const paid = result.steps.find(({ title }) => title === 'Pay the whole balance');
    expect(paid?.verdict).toMatchObject({ kind: 'otherwise' });
    const [name = ''] = readdirSync(folder).filter((item) => item.endsWith('.txt'));
    const { registers } = parseDailyFile(readFileSync(join(folder, name)));
    expect(registers.map((line) => line.externalId).sort()).toEqual(
      transactions.map((item) => item.externalId).sort(),
    );
  });
});

describe('case file', () => {
  it('replaces the sandbox cases by name', () => {
    const R2 = { billerId: 7, accountNumber: '1' };
    expect(parseCertificationCases(JSON.stringify({ R2 }))).toEqual({
      cases: { ...SANDBOX_CERTIFICATION_CASES, R2 },
    });
  });

  it.each([
    ['{', 'this is not valid JSON'],
    ['[]', 'the file: '],
    ['{"R2":{"billerId":"7","accountNumber":"1"}}', 'R2.billerId: '],
    ['{"R3":{"billerId":7,"accountNumber":"1"}}', 'R3'],
    ['{"topUp":{"billerId":7,"accountNumber":"1","amount":"ten"}}', 'topUp.amount: '],
  ])('rejects the case file %s and names the field', (text, where) => {
    const read = parseCertificationCases(text);
    expect('error' in read && read.error).toContain(where);
  });
});

const GENERATION_1 = [
  'POST /account',
  'POST /billers/utilities',
  'POST /billers/topups',
  'POST /billers/gift_cards',
  'POST /billers/partner',
  'POST /rates',
  'POST /bill/consult',
  'POST /bill/check',
  'POST /bill/pay',
  'POST /bill/cash_out',
  'POST /transaction/cancel',
  'POST /transactions',
];
const BILLS_3 = [
  'GET /account',
  'GET /billers/utilities',
  'GET /billers/topups',
  'GET /billers/gift_cards',
  'GET /billers/partner',
  'GET /rates',
  'POST /bills',
  'GET /bills',
  'GET /bills/ID',
  'GET /bills/ID/xdata',
  'POST /bills/ID/refresh',
  'DELETE /bills/ID',
  'POST /bills/ID/pay',
  'POST /single/cash_out',
  'GET /transactions',
];
const SINGLE_3 = ['POST /single/consult', 'POST /single/pay'];
function listEndpoints(version: ServiceVersion): readonly string[] {
  const { generation, paysOnlyBills } = getServiceVersionInfo(version);
  const of: Readonly<Record<typeof generation, readonly string[]>> = {
    1: GENERATION_1,
    3: paysOnlyBills ? BILLS_3 : [...BILLS_3, ...SINGLE_3],
  };
  return of[generation];
}
