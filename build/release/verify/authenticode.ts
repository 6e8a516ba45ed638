import { runProgram } from './run-program.ts';

/**
 * Returns the problems of a signature according to Windows, which knows certificate authorities that
 * other systems do not. Only for Windows; was never run yet.
 */
export function findWindowsSignatureProblems(path: string, publisher: string): string[] {
  const quotedPath = `'${path.replaceAll("'", "''")}'`;
  const script = [
    `$s = Get-AuthenticodeSignature -LiteralPath ${quotedPath}`,
    '@{ status = "$($s.Status)"; subject = "$($s.SignerCertificate.Subject)"; stamp = "$($s.TimeStamperCertificate.Subject)" } | ConvertTo-Json -Compress',
  ].join('; ');
  return findSignatureProblems(
    runProgram('powershell', '-NoProfile', '-NonInteractive', '-Command', script),
    publisher,
  );
}

export function findSignatureProblems(json: string, publisher: string): string[] {
  const signature: unknown = JSON.parse(json);
  const { status, subject, stamp } = { status: '', subject: '', stamp: '', ...Object(signature) };
  if (status === 'NotSigned') return ['is not signed.'];
  return [
    // As a till compares it.
    ...(subject === publisher ? [] : [`is signed by ${subject || 'nobody'}, not by ${publisher}.`]),
    ...(stamp === ''
      ? ['has no valid time stamp: its signature would expire with the certificate.']
      : []),
    ...(status === 'Valid' ? [] : [`has an invalid signature (${status}).`]),
  ];
}
