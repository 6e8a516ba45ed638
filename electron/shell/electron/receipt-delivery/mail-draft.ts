import { randomUUID } from 'node:crypto';
import type { ReceiptFile } from '../../../printing/index.ts';

/** RFC 2045 limits Base64 lines to 76 characters. */
const MAX_LINE_LENGTH = 76;

/**
 * Builds an unsent message with an attachment as an `.eml` file, because `mailto:` cannot carry a
 * file. With `X-Unsent: 1`, mail programs on Windows and macOS open it for editing. The mail
 * program adds sender, recipient and date.
 */
export function buildMailDraft(message: {
  readonly subject: string;
  readonly text: string;
  readonly file: ReceiptFile;
}): string {
  const boundary = `mostrador-${randomUUID()}`;
  const { file } = message;
  return [
    'X-Unsent: 1',
    `Subject: ${encodeHeaderWords(message.subject)}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    encodeBase64Lines(Buffer.from(`${message.text}\r\n`, 'utf8')),
    `--${boundary}`,
    `Content-Type: application/pdf; name="${toAsciiName(file.name)}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${toAsciiName(file.name)}"`,
    '',
    encodeBase64Lines(Buffer.from(file.bytes)),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}

/**
 * Encodes by RFC 2047, split between whole characters: an encoded word has at most 75 characters.
 */
function encodeHeaderWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const encodedWords: string[] = [];
  let piece = '';
  for (const character of text.replace(/\p{Cc}/gu, ' ')) {
    if (Buffer.byteLength(piece + character) > 45) {
      encodedWords.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...encodedWords, piece]
    .map((word) => `=?utf-8?B?${Buffer.from(word, 'utf8').toString('base64')}?=`)
    .join('\r\n ');
}

function encodeBase64Lines(bytes: Buffer): string {
  return bytes.toString('base64').replace(new RegExp(`.{${MAX_LINE_LENGTH}}(?=.)`, 'g'), '$&\r\n');
}

/** Our file names have no other characters; a header must not contain any. */
function toAsciiName(name: string): string {
  return name.replace(/[^A-Za-z0-9._-]/g, '_');
}
