import { FULL_PIN_COST } from '../../electron/counter/staff/pin-hasher.ts';
import { judgeCertificates, judgeCiphers, judgeDatabase } from './judge-facts.ts';
import {
  copyDatabase,
  countCertificates,
  deriveKey,
  findMissingCiphers,
  renderInWorker,
} from './main-facts.ts';
import { createProbePaper, packProgram } from './program-archive.ts';
import type { Step } from './run-steps.ts';
import { ATTACH, getTill, type SmokeRun } from './smoke-run.ts';

const UPLOAD_NEEDS = {
  ciphers: ['aes-128-gcm', 'aes-256-gcm', 'aes-128-ctr', 'aes-192-ctr', 'aes-256-ctr'],
  curves: ['prime256v1', 'secp384r1', 'secp521r1'],
};

/** What the till needs of the runtime's Node. */
export function createRuntimeSteps(run: SmokeRun): readonly Step[] {
  const { shell, folder } = run;
  return [
    {
      name: 'database',
      expected: 'node:sqlite writes a write-ahead log, and copies a database if it has backup()',
      next: ATTACH,
      needs: 'start',
      ask: async () => judgeDatabase(await getTill(run).askMain(copyDatabase, { folder })),
    },
    {
      name: 'PIN hash',
      expected: `scrypt with N ${FULL_PIN_COST.N} derives the same key as plain Node`,
      next: ATTACH,
      needs: 'start',
      ask: async () => {
        const input = { password: '1111', salt: 'smoke', cost: FULL_PIN_COST };
        const { key: expectedKey } = await deriveKey(null, input);
        const { key, milliseconds } = await getTill(run).askMain(deriveKey, input);
        if (key !== expectedKey) throw new Error('another key');
        return `scrypt with N ${FULL_PIN_COST.N} in ${milliseconds} ms`;
      },
    },
    {
      name: 'ciphers',
      expected: 'the ciphers and curves of the upload, and the signature of an evidence sheet',
      next: ATTACH,
      needs: 'start',
      ask: async () => judgeCiphers(await getTill(run).askMain(findMissingCiphers, UPLOAD_NEEDS)),
    },
    {
      name: 'certificates',
      expected: 'main reads the certificates that this system trusts',
      next: ATTACH,
      needs: 'start',
      ask: async () => judgeCertificates(await getTill(run).askMain(countCertificates, {})),
    },
    {
      name: 'worker',
      expected: 'a worker thread draws a paper as plain Node does, with a font of the program',
      next: ATTACH,
      needs: 'start',
      ask: async () => {
        const { inFolder, inArchive } = await packProgram(folder);
        const { request, sha256 } = await createProbePaper();
        const url = shell === 'electron' ? inArchive : inFolder;
        const drawn = await getTill(run).askMain(renderInWorker, { url, request });
        if (drawn !== sha256) throw new Error('another paper');
        return shell === 'electron'
          ? 'from an asar archive'
          : 'from a folder, because plain Node reads no asar archive';
      },
    },
  ];
}
