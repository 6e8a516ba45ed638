import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getNumericSeed, scaleRuns } from '../../../../tests/support/sampling.ts';
import { systemClock } from '../../../platform/index.ts';
import { UploadFailure } from '../upload-server.ts';
import { type Fault, type FuzzedServer, startFuzzedServer } from './fuzzed-server.fixture.ts';
import { sendFile } from './send-file.ts';
import { createSftpConnector } from './sftp.ts';

const TIMEOUTS = { connectTimeoutMs: 5000, requestTimeoutMs: 250, stallTimeoutMs: 250 };
const CONTENT = 'HEADER|20261121\nFOOTER|0';
const NAME = 'lupita_20261121.txt';

/** More answers than an upload has. */
const MAX_ANSWERS = 14;
const bytes = fc.uint8Array({ maxLength: 60 });
const faultArbitrary: fc.Arbitrary<Fault> = fc.oneof(
  fc.constantFrom('drop', 'double', 'end', 'cut').map((kind) => ({ kind }) as Fault),
  bytes.map((value) => ({ kind: 'garbage', bytes: value }) as const),
  fc
    .tuple(fc.oneof(fc.constantFrom(101, 102, 103, 104, 105, 201, 2, 3), fc.nat(255)), bytes)
    .map(([type, value]) => ({ kind: 'replace', type, bytes: value }) as const),
  fc
    .array(fc.tuple(fc.nat(40), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 4 })
    .map((flips) => ({ kind: 'flip', flips }) as const),
  fc
    .oneof(fc.nat(40), fc.integer({ min: 0, max: 0xffff_ffff }))
    .map((length) => ({ kind: 'length', length }) as const),
);
const faultsArbitrary = fc
  .array(fc.tuple(fc.nat(MAX_ANSWERS), faultArbitrary), { minLength: 1, maxLength: 2 })
  .map((entries) => new Map(entries));

describe.skipIf(process.platform === 'win32')('SFTP messages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'till-fuzz-file-'));
  const path = join(folder, NAME);
  const sha256 = createHash('sha256').update(CONTENT).digest('hex');
  let server: FuzzedServer;
  beforeAll(async () => {
    writeFileSync(path, CONTENT);
    server = await startFuzzedServer();
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  /** Makes one attempt. Rejects with whatever is no `UploadFailure`. */
  const send = async (doubt: { isMarked: boolean }): Promise<string> => {
    const open = createSftpConnector(systemClock, TIMEOUTS);
    try {
      const remote = await open(
        { host: '127.0.0.1', port: server.port, user: 'lupita', folder: '', fileMode: 0o600 },
        { password: 'secreta', privateKey: null },
        { isConfirmed: () => true, keyType: null, signal: new AbortController().signal },
      );
      try {
        const file = { path, name: NAME, bytes: CONTENT.length, sha256 };
        return await sendFile(remote, file, {
          isInDoubt: doubt.isMarked,
          mark: () => {
            doubt.isMarked = true;
          },
          clear: () => {
            doubt.isMarked = false;
          },
        });
      } finally {
        remote.close();
      }
    } catch (error) {
      if (!(error instanceof UploadFailure)) throw error;
      return error.problem.reason;
    }
  };

  it('uploads to the server of this test when nothing is wrong', async () => {
    server.faults = new Map();
    server.reset();
    expect(await send({ isMarked: false })).toBe('uploaded');
    expect([...server.files.keys()]).toEqual([NAME]);
  });

  it('fail an upload in plain words whatever their bytes, after the doubt was recorded', async () => {
    await fc.assert(
      fc.asyncProperty(faultsArbitrary, async (faults) => {
        server.reset();
        server.faults = faults;
        const doubt = { isMarked: false };
        let wasMarkedAtClose = true;
        let closeCount = 0;
        server.onClose = () => {
          closeCount += 1;
          wasMarkedAtClose &&= doubt.isMarked || closeCount > 1;
        };
        const result = await send(doubt);
        expect(result).toMatch(/^[a-z-]+$/);
        expect(wasMarkedAtClose).toBe(true);
        // What came under the final name is the whole file.
        if (server.files.has(NAME)) expect(server.files.get(NAME)?.toString()).toBe(CONTENT);
      }),
      { seed: getNumericSeed('SFTP messages'), numRuns: scaleRuns(10) },
    );
  });
});
