import { isSamePublisher } from '../publisher.mjs';
import { run } from './run.ts';

/**
 * What Windows itself says of a signature: on Windows it is the judge, for it knows authorities of
 * which other systems do not. Not run yet.
 */
export function readWindowsSignature(path: string, publisher: string): string[] {
  const literal = `'${path.replaceAll("'", "''")}'`;
  const script = [
    `$s = Get-AuthenticodeSignature -LiteralPath ${literal}`,
    '@{ status = "$($s.Status)"; subject = "$($s.SignerCertificate.Subject)"; stamp = "$($s.TimeStamperCertificate.Subject)" } | ConvertTo-Json -Compress',
  ].join('; ');
  return findSignatureProblems(
    run('powershell', '-NoProfile', '-NonInteractive', '-Command', script),
    publisher,
  );
}

export function findSignatureProblems(said: string, publisher: string): string[] {
  const read: unknown = JSON.parse(said);
  const { status, subject, stamp } = { status: '', subject: '', stamp: '', ...Object(read) };
  if (status === 'NotSigned') return ['is not signed.'];
  return [
    ...(isSamePublisher(String(subject), publisher)
      ? []
      : [`is signed by ${subject || 'nobody'}, not by ${publisher}.`]),
    ...(stamp === ''
      ? ['has no time stamp that holds: its signature would end with the certificate.']
      : []),
    ...(status === 'Valid' ? [] : [`has a signature that does not hold (${status}).`]),
  ];
}
