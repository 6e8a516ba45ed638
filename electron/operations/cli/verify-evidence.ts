import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type EvidenceFacts,
  type EvidenceVerdict,
  parseEvidencePublicKeys,
  verifyEvidence,
} from '../../counter/claims/index.ts';
import { EXIT_CODES } from '../../platform/index.ts';
import type { CommandOutcome } from '../headless/index.ts';

const USAGE = 'mostrador-cli verify-evidence FILE KEY-FILE';
/** Longer than any sheet. */
const MAX_FILE_BYTES = 20_000_000;

const FACT_LABELS: Readonly<Record<keyof Omit<EvidenceFacts, 'sheet'>, string>> = {
  till: 'Till',
  claim: 'Claim',
  payment: 'External id',
  biller: 'Biller',
  account: 'Account',
  amount: 'Amount',
  date: 'Requested (UTC)',
  outcome: 'Outcome',
  authorization: 'Authorization',
  made: 'Sheet made (UTC)',
};

/**
 * Checks the sheet of a claim without a network and without a till. `FILE` is a text file with what a
 * scanner or a phone reads from the sheet's code, or the PDF file that the till saved. `KEY-FILE`
 * holds the public keys of one or more tills. Throws if a file cannot be read or an argument is wrong.
 */
export function runVerifyEvidence(args: readonly string[], workingFolder: string): CommandOutcome {
  const { file, keyFile } = parseArguments(args);
  const readFile = (path: string): Buffer => {
    const absolutePath = resolve(workingFolder, path);
    if (statSync(absolutePath).size > MAX_FILE_BYTES) throw new Error(`${path} is too large.`);
    return readFileSync(absolutePath);
  };
  const keys = parseEvidencePublicKeys(readFile(keyFile).toString('utf8'));
  if (keys.length === 0)
    throw new Error(
      `${keyFile} contains no public key of a till. A key begins with ed25519: and an owner prints or saves it with F7, "Claims".`,
    );
  return toOutcome(verifyEvidence(readFile(file), keys), { file, keyFile });
}

function parseArguments(args: readonly string[]): { file: string; keyFile: string } {
  const [file = '', keyFile = '', ...others] = args;
  const isWrong = others.length > 0 || args.some((word) => word === '' || word.startsWith('--'));
  if (file === '' || keyFile === '' || isWrong) throw new Error(`Use: ${USAGE}`);
  return { file, keyFile };
}

function toOutcome(
  verdict: EvidenceVerdict,
  { file, keyFile }: { readonly file: string; readonly keyFile: string },
): CommandOutcome {
  switch (verdict.kind) {
    case 'valid': {
      const { facts, sheetText } = verdict;
      return {
        code: EXIT_CODES.done,
        lines: [
          'Valid: the till of this key signed what follows, and nothing in it was changed. Compare it with the sheet.',
          ...Object.entries(FACT_LABELS).map(
            ([name, label]) => `${label}: ${facts[name as keyof typeof FACT_LABELS]}`,
          ),
          ...(sheetText === null ? [] : ['', 'The whole sheet:', ...sheetText.split('\n')]),
        ],
      };
    }
    case 'altered':
      return {
        code: EXIT_CODES.altered,
        lines: [`Altered: the signature does not match. Do not rely on ${file}.`],
      };
    case 'unknown-key':
      return {
        code: EXIT_CODES.unknownKey,
        lines: [
          `Unknown key ${verdict.keyId}: none of the keys in ${keyFile} signed it. It is another till's sheet, or a forgery.`,
        ],
      };
    case 'not-evidence':
      return {
        code: EXIT_CODES.failed,
        lines: [
          `${file} contains no code of a claim's sheet. Scan the sheet's code into a text file, or use the PDF file that the till saved.`,
        ],
      };
  }
}
