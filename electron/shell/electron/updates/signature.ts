import { exec } from 'node:child_process';
import { normalize } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { JITLESS_PARSE_OPTIONS } from '../../../platform/index.ts';
import { UpdateRefusal } from './update-refusal.ts';

/** What PowerShell outputs of a file's signature; status 0 is valid. */
const signatureSchema = z.object({
  Status: z.number(),
  Path: z.string(),
  SignerCertificate: z.object({ Subject: z.string() }).nullable(),
});

const VERIFY_TIMEOUT_MS = 60_000;

/**
 * Throws `UpdateRefusal` unless Windows confirms that the publisher signed the file. electron-updater
 * accepts any file when PowerShell fails; here a failure refuses it.
 */
export async function verifyInstallerSignature(
  file: string,
  publisher: string | null,
): Promise<void> {
  try {
    const signature = await readSignature(file);
    const subject = signature.SignerCertificate?.Subject;
    if (
      publisher === null ||
      signature.Status !== 0 ||
      normalize(signature.Path) !== normalize(file) ||
      subject !== publisher
    )
      throw new Error(`status ${signature.Status}, file ${signature.Path}, signed by ${subject}`);
  } catch (error) {
    throw new UpdateRefusal(
      'not-publisher',
      'Windows does not confirm that the publisher signed the installer',
      new Error(String(error).slice(0, 2_000)),
    );
  }
}

async function readSignature(file: string): Promise<z.infer<typeof signatureSchema>> {
  // PowerShell takes each of these characters for a quote; two of them are the character itself.
  const quotedFile = file.replaceAll(/['\u2018-\u201b]/g, '$&$&');
  // The command of electron-updater, without its cases in which an error counts as a signature.
  const command = `set "PSModulePath=" & chcp 65001 >NUL & powershell.exe -NoProfile -NonInteractive -InputFormat None -Command "Get-AuthenticodeSignature -LiteralPath '${quotedFile}' | ConvertTo-Json -Compress"`;
  const { stdout, stderr } = await promisify(exec)(command, {
    timeout: VERIFY_TIMEOUT_MS,
    windowsHide: true,
  });
  if (stderr !== '') throw new Error(`PowerShell reported an error: ${stderr}`);
  return signatureSchema.parse(JSON.parse(stdout), JITLESS_PARSE_OPTIONS);
}
